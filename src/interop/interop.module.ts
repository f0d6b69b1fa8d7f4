import { Module } from '@nestjs/common';
import { LifecycleModule } from '../lifecycle/lifecycle.module';
import { SoftwareModule } from '../software/software.module';
import { EolController } from './eol.controller';
import { EolRepository } from './eol.repository';
import { EolService } from './eol.service';
import { FavoriteMetrics } from './favorite-metrics';
import { InteropController } from './interop.controller';
import { ProductNameRepository } from './product-name.repository';
import { RenovateRepository } from './renovate.repository';
import { RenovateService } from './renovate.service';
import { TrackedRepository } from './tracked.repository';
import { WudService } from './wud.service';

/** Answers in the formats of other tools. */
@Module({
  imports: [SoftwareModule, LifecycleModule],
  controllers: [EolController, InteropController],
  providers: [
    ProductNameRepository,
    EolRepository,
    EolService,
    RenovateRepository,
    RenovateService,
    TrackedRepository,
    FavoriteMetrics,
    WudService,
  ],
})
export class InteropModule {}

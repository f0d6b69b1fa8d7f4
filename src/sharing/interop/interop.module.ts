import { Module } from '@nestjs/common';
import { SoftwareModule } from '../../software/software.module';
import { FavoriteMetrics } from './favorite-metrics';
import { InteropController } from './interop.controller';
import { ProductNameRepository } from './product-name.repository';
import { RenovateRepository } from './renovate.repository';
import { RenovateService } from './renovate.service';
import { TrackedRepository } from './tracked.repository';

/** Answers in the formats of other tools. */
@Module({
  imports: [SoftwareModule],
  controllers: [InteropController],
  providers: [ProductNameRepository, RenovateRepository, RenovateService, TrackedRepository, FavoriteMetrics],
})
export class InteropModule {}

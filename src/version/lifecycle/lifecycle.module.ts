import { Module } from '@nestjs/common';
import { SoftwareModule } from '../../software/software.module';
import { VersionModule } from '../versions/version.module';
import { LifecycleMatch } from './lifecycle-match';
import { LifecycleController } from './lifecycle.controller';
import { LifecycleRepository } from './lifecycle.repository';
import { LifecycleService } from './lifecycle.service';
import { LifecycleStore } from './lifecycle.store';

@Module({
  imports: [SoftwareModule, VersionModule],
  controllers: [LifecycleController],
  providers: [LifecycleRepository, LifecycleStore, LifecycleService, LifecycleMatch],
  exports: [LifecycleRepository, LifecycleStore, LifecycleService],
})
export class LifecycleModule {}

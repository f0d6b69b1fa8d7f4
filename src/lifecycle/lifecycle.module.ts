import { Module } from '@nestjs/common';
import { VersionModule } from '../version/version.module';
import { LifecycleRepository } from './lifecycle.repository';
import { LifecycleStore } from './lifecycle.store';

@Module({
  imports: [VersionModule],
  providers: [LifecycleRepository, LifecycleStore],
  exports: [LifecycleRepository, LifecycleStore],
})
export class LifecycleModule {}

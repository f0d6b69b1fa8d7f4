import { Module } from '@nestjs/common';
import { SoftwareModule } from '../software/software.module';
import { VersionChanges } from './version-changes';
import { VersionController } from './version.controller';
import { VersionService } from './version.service';
import { VersionWriter } from './version.writer';

@Module({
  imports: [SoftwareModule],
  controllers: [VersionController],
  providers: [VersionService, VersionWriter, VersionChanges],
  exports: [VersionService, VersionWriter, VersionChanges],
})
export class VersionModule {}

import { Module } from '@nestjs/common';
import { SoftwareModule } from '../software/software.module';
import { OrderingWriter } from './ordering.writer';
import { VersionChanges } from './version-changes';
import { VersionController } from './version.controller';
import { VersionService } from './version.service';
import { VersionWriter } from './version.writer';

@Module({
  imports: [SoftwareModule],
  controllers: [VersionController],
  providers: [VersionService, VersionWriter, OrderingWriter, VersionChanges],
  exports: [VersionService, VersionWriter, OrderingWriter, VersionChanges],
})
export class VersionModule {}

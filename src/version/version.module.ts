import { Module } from '@nestjs/common';
import { SoftwareModule } from '../software/software.module';
import { VersionController } from './version.controller';
import { VersionService } from './version.service';
import { VersionWriter } from './version.writer';

@Module({
  imports: [SoftwareModule],
  controllers: [VersionController],
  providers: [VersionService, VersionWriter],
  exports: [VersionService, VersionWriter],
})
export class VersionModule {}

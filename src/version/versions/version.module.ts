import { Module } from '@nestjs/common';
import { SoftwareModule } from '../../software/software.module';
import { OrderingRepository } from './ordering.repository';
import { OrderingService } from './ordering.service';
import { OwnVersionRepository } from './own-version.repository';
import { OwnVersionService } from './own-version.service';
import { TimelineRepository } from './timeline.repository';
import { TimelineService } from './timeline.service';
import { UpdateMarkRepository } from './update-mark.repository';
import { VersionChanges } from './version-changes';
import { VersionRecorder } from './version-recorder';
import { VersionController } from './version.controller';
import { VersionRepository } from './version.repository';
import { VersionService } from './version.service';

const SHARED = [
  VersionRecorder,
  OwnVersionService,
  OwnVersionRepository,
  VersionRepository,
  OrderingRepository,
  OrderingService,
  UpdateMarkRepository,
  VersionChanges,
];

@Module({
  imports: [SoftwareModule],
  controllers: [VersionController],
  providers: [...SHARED, VersionService, TimelineService, TimelineRepository],
  exports: SHARED,
})
export class VersionModule {}

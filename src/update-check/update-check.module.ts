import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { FavoriteModule } from '../favorite/favorite.module';
import { NotificationModule } from '../notification/notification.module';
import { SoftwareModule } from '../software/software.module';
import { SourceModule } from '../source/source.module';
import { VersionModule } from '../version/version.module';
import { RekeyService } from './rekey.service';
import { UpdateCheckMetrics } from './update-check.metrics';
import { UpdateCheckSchedule } from './update-check.schedule';
import { UpdateCheckerService } from './update-checker.service';
import { UpdateMarks } from './update-marks';

@Module({
  imports: [ScheduleModule.forRoot(), SoftwareModule, VersionModule, SourceModule, FavoriteModule, NotificationModule],
  providers: [UpdateCheckerService, RekeyService, UpdateMarks, UpdateCheckMetrics, UpdateCheckSchedule],
  exports: [UpdateCheckerService, RekeyService],
})
export class UpdateCheckModule {}

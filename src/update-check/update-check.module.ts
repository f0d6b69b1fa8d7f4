import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { FavoriteModule } from '../favorite/favorite.module';
import { NotificationModule } from '../notification/notification.module';
import { SourceModule } from '../source/source.module';
import { UpdateCheckSchedule } from './update-check.schedule';
import { UpdateCheckerService } from './update-checker.service';
import { UpdateMarks } from './update-marks';

@Module({
  imports: [ScheduleModule.forRoot(), FavoriteModule, NotificationModule, SourceModule],
  providers: [UpdateCheckerService, UpdateMarks, UpdateCheckSchedule],
  exports: [UpdateCheckerService],
})
export class UpdateCheckModule {}

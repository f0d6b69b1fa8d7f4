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
import { UserModule } from '../user/user.module';
import { UpdateMarks } from './update-marks';
import { UpkeepSchedule } from './upkeep.schedule';
import { UpkeepService } from './upkeep.service';

@Module({
  imports: [
    ScheduleModule.forRoot(),
    UserModule,
    SoftwareModule,
    VersionModule,
    SourceModule,
    FavoriteModule,
    NotificationModule,
  ],
  providers: [
    UpdateCheckerService,
    RekeyService,
    UpdateMarks,
    UpdateCheckMetrics,
    UpdateCheckSchedule,
    UpkeepService,
    UpkeepSchedule,
  ],
  exports: [UpdateCheckerService, RekeyService, UpkeepService],
})
export class UpdateCheckModule {}

import { Module } from '@nestjs/common';
import { FavoriteModule } from '../favorite/favorite.module';
import { NotificationModule } from '../notification/notification.module';
import { SoftwareModule } from '../software/software.module';
import { SourceModule } from '../source/source.module';
import { VersionModule } from '../version/versions/version.module';
import { DueAlertsService } from './due-alerts.service';
import { DueFavoritesService } from './due-favorites.service';
import { OrderingController } from './ordering.controller';
import { PageEvaluator } from './page-evaluator';
import { PartChecker } from './part-checker.service';
import { RekeyService } from './rekey.service';
import { UpdateCheckMetrics } from './update-check.metrics';
import { UpdateCheckRepository } from './update-check.repository';
import { UpdateCheckSchedule } from './update-check.schedule';
import { UpdateCheckerService } from './update-checker.service';
import { UpdatePartRepository } from './update-part.repository';

@Module({
  imports: [SoftwareModule, VersionModule, SourceModule, FavoriteModule, NotificationModule],
  controllers: [OrderingController],
  providers: [
    UpdateCheckerService,
    PageEvaluator,
    PartChecker,
    UpdatePartRepository,
    DueFavoritesService,
    DueAlertsService,
    UpdateCheckRepository,
    UpdateCheckMetrics,
    UpdateCheckSchedule,
    RekeyService,
  ],
  exports: [UpdateCheckerService, RekeyService],
})
export class UpdateCheckModule {}

import { Module } from '@nestjs/common';
import { DeploymentModule } from './deployment/deployment.module';
import { LifecycleModule } from '../lifecycle/lifecycle.module';
import { ChangesModule } from '../release-notes/changes.module';
import { SoftwareModule } from '../software/software.module';
import { SourceModule } from '../source/source.module';
import { UserModule } from '../access/user/user.module';
import { VersionModule } from '../version/version.module';
import { BulkController } from './bulk/bulk.controller';
import { BulkService } from './bulk/bulk.service';
import { BulkUndo } from './bulk/bulk-undo';
import { BulkWriter } from './bulk/bulk-writer';
import { FavoriteChangesController } from './changes/favorite-changes.controller';
import { FavoriteChangesRepository } from './changes/favorite-changes.repository';
import { FavoriteChangesService } from './changes/favorite-changes.service';
import { JournalRepository } from './bulk/journal.repository';
import { FavoriteController } from './favorite.controller';
import { FavoriteCsvController } from './favorite-csv.controller';
import { FavoriteCsvService } from './favorite-csv.service';
import { FavoriteService } from './favorite.service';
import { FavoriteDeploymentsService } from './favorite-deployments.service';
import { FavoriteSupportService } from './favorite-support.service';
import { PolicyWriter } from './policy/policy-writer';
import { PolicyController } from './policy/policy.controller';
import { PolicyRepository } from './policy/policy.repository';
import { PolicyService } from './policy/policy.service';
import { SeriesService } from './policy/series.service';
import { PreviewController } from './preview/preview.controller';
import { PreviewService } from './preview/preview.service';
import { SoftwareFavoriteController } from './software-favorite.controller';
import { EvaluationService } from './store/evaluation.service';
import { FavoritePageRepository } from './store/favorite-page.repository';
import { FavoriteStateRepository } from './store/favorite-state.repository';
import { FavoriteRepository } from './store/favorite.repository';
import { FlagRepository } from './store/flag.repository';
import { NotifiedVersionRepository } from './store/notified-version.repository';
import { OfferRepository } from './store/offer.repository';
import { ScheduleRepository } from './store/schedule.repository';
import { StepRepository } from './store/step.repository';
import { AlertTimeRepository } from './support/alert-time.repository';
import { SupportRepository } from './store/support.repository';
import { SupportUpkeep } from './store/support-upkeep';

const repositories = [
  PolicyRepository,
  FavoriteRepository,
  FavoriteStateRepository,
  FavoritePageRepository,
  FlagRepository,
  OfferRepository,
  NotifiedVersionRepository,
  ScheduleRepository,
  AlertTimeRepository,
  StepRepository,
  SupportRepository,
  JournalRepository,
];

@Module({
  imports: [ChangesModule, DeploymentModule, LifecycleModule, SoftwareModule, SourceModule, UserModule, VersionModule],
  controllers: [
    BulkController,
    FavoriteController,
    FavoriteCsvController,
    FavoriteChangesController,
    PolicyController,
    PreviewController,
    SoftwareFavoriteController,
  ],
  providers: [
    FavoriteService,
    FavoriteDeploymentsService,
    FavoriteSupportService,
    FavoriteCsvService,
    FavoriteChangesService,
    FavoriteChangesRepository,
    BulkService,
    BulkUndo,
    BulkWriter,
    PreviewService,
    EvaluationService,
    PolicyService,
    PolicyWriter,
    SeriesService,
    SupportUpkeep,
    ...repositories,
  ],
  exports: [FavoriteService, EvaluationService, PolicyService, PolicyWriter, SeriesService, ...repositories],
})
export class FavoriteModule {}

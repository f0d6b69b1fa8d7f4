import { Module } from '@nestjs/common';
import { DeploymentRepository } from './deployment/deployment.repository';
import { LifecycleModule } from '../version/lifecycle/lifecycle.module';
import { ReleaseNotesModule } from '../version/release-notes/release-notes.module';
import { SoftwareModule } from '../software/software.module';
import { SourceModule } from '../source/source.module';
import { UserModule } from '../access/user/user.module';
import { VersionModule } from '../version/versions/version.module';
import { AdvisoryModule } from '../advisory/advisory.module';
import { BulkController } from './bulk/bulk.controller';
import { BulkService } from './bulk/bulk.service';
import { BulkRunRepository } from './bulk/bulk-run.repository';
import { BulkRunner } from './bulk/bulk-runner';
import { BulkUndo } from './bulk/bulk-undo';
import { BulkActions } from './bulk/bulk-actions';
import { ChangedFavorites } from './bulk/changed-favorites';
import { DeletedFavorites } from './bulk/deleted-favorites';
import { FormerVersions } from './bulk/former-versions';
import { BulkWriter } from './bulk/bulk-writer';
import { FavoriteChangesController } from './changes/favorite-changes.controller';
import { FavoriteChangesService } from './changes/favorite-changes.service';
import { HistoryController } from './history/history.controller';
import { HistoryRepository } from './history/history.repository';
import { HistoryService } from './history/history.service';
import { ChangeJournal } from './journal/change-journal';
import { JournalRepository } from './journal/journal.repository';
import { FavoriteController, SoftwareFavoriteController } from './favorite.controller';
import { FavoriteCsvController } from './favorite-csv.controller';
import { FavoriteReader } from './favorite-reader';
import { FavoriteService } from './favorite.service';
import { FavoriteIncludesService, FavoriteSupportService } from './favorite-includes.service';
import { PolicyWriter } from './policy/policy-writer';
import { PolicyController } from './policy/policy.controller';
import { PolicyRepository } from './policy/policy.repository';
import { PolicyService } from './policy/policy.service';
import { SeriesService } from './policy/series.service';
import { PreviewController } from './preview/preview.controller';
import { PreviewService } from './preview/preview.service';
import { SingleWriter } from './single-writer';
import { EvaluationRepository } from './store/evaluation.repository';
import { EvaluationService } from './store/evaluation.service';
import { FavoriteWriter } from './store/favorite-writer';
import { FavoriteStateRepository } from './store/favorite-state.repository';
import { FavoriteRepository } from './store/favorite.repository';
import { HighlightRepository } from './store/highlight.repository';
import { OfferRepository } from './store/offer.repository';
import { RiskAlertService } from './store/risk-alert.service';
import { RiskRepository } from './store/risk.repository';
import { RiskService } from './store/risk.service';
import { UrgentService } from './store/urgent.service';
import { TagController } from './tag/tag.controller';
import { TagRepository } from './tag/tag.repository';
import { TagService } from './tag/tag.service';
import { StepRepository } from './store/step.repository';
import { FavoriteRiskService } from './store/favorite-risk.service';
import { FavoriteAdvisoryController } from './risk/favorite-advisory.controller';
import { FavoriteAdvisoryService } from './risk/favorite-advisory.service';
import { TriageService } from './risk/triage.service';
import { RiskMetrics } from './risk/risk.metrics';
import { RunningDocumentService } from './risk/running-document.service';
import { RunningService } from './risk/running.service';
import { VexController } from './risk/vex.controller';
import { RunningRepository } from './store/running.repository';
import { TriageRepository } from './store/triage.repository';
import { SupportRepository } from './store/support.repository';
import { SupportUpkeep } from './store/support-upkeep';

/** What other rooms use. Repositories where a service would only pass on what they ask. */
const shared = [
  FavoriteReader,
  FavoriteService,
  TagService,
  EvaluationService,
  FavoriteWriter,
  PolicyService,
  PolicyWriter,
  SeriesService,
  RiskAlertService,
  RunningDocumentService,
  DeploymentRepository,
  EvaluationRepository,
  FavoriteRepository,
  FavoriteStateRepository,
  JournalRepository,
  PolicyRepository,
  SupportRepository,
];

@Module({
  imports: [
    AdvisoryModule,
    ReleaseNotesModule,
    LifecycleModule,
    SoftwareModule,
    SourceModule,
    UserModule,
    VersionModule,
  ],
  controllers: [
    BulkController,
    HistoryController,
    VexController,
    FavoriteAdvisoryController,
    FavoriteController,
    FavoriteCsvController,
    FavoriteChangesController,
    PolicyController,
    PreviewController,
    SoftwareFavoriteController,
    TagController,
  ],
  providers: [
    FavoriteIncludesService,
    BulkService,
    RiskService,
    FavoriteSupportService,
    FavoriteChangesService,
    BulkRunner,
    BulkUndo,
    BulkActions,
    ChangedFavorites,
    DeletedFavorites,
    FormerVersions,
    BulkWriter,
    SingleWriter,
    HistoryService,
    PreviewService,
    ChangeJournal,
    SupportUpkeep,
    UrgentService,
    FavoriteRiskService,
    FavoriteAdvisoryService,
    TriageService,
    RunningService,
    RiskMetrics,
    BulkRunRepository,
    HighlightRepository,
    HistoryRepository,
    OfferRepository,
    RiskRepository,
    RunningRepository,
    StepRepository,
    TagRepository,
    TriageRepository,
    ...shared,
  ],
  exports: shared,
})
export class FavoriteModule {}

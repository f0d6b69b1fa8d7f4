import { Module } from '@nestjs/common';
import { OutgoingHttpModule } from '../common/outgoing-http/outgoing-http.module';
import { LifecycleModule } from '../version/lifecycle/lifecycle.module';
import { ChangelogSource } from './release-notes/changelog.source';
import { NotesCommand } from './release-notes/notes-command';
import { NotesCommandRepository } from './release-notes/notes-command.repository';
import { NotesPlaces } from './release-notes/notes-places';
import { NotesReader } from './release-notes/notes-reader';
import { NotesReaderRepository } from './release-notes/notes-reader.repository';
import { NotesReaderSchedule, NotesUpkeep } from './release-notes/notes-reader.schedule';
import { NotesSourceController } from './release-notes/notes-source.controller';
import { NotesSourceService } from './release-notes/notes-source.service';
import { NoteStoreModule } from '../version/release-notes/store/note-store.module';
import { SoftwareModule } from '../software/software.module';
import { RateLimitModule } from '../access/rate-limit/rate-limit.module';
import { VersionModule } from '../version/versions/version.module';
import { SecretBox } from '../common/secret-box';
import { BatchWriter } from './catalogue/batch-writer';
import { BundledProductRepository } from './catalogue/bundled-product.repository';
import { CatalogueExporter } from './catalogue/catalogue-exporter';
import { CatalogueImporter } from './catalogue/catalogue-importer';
import { CatalogueRefresh } from './catalogue/catalogue-refresh';
import { CatalogueUpload } from './catalogue/catalogue-upload';
import { CatalogueController } from './catalogue/catalogue.controller';
import { CatalogueRepository } from './catalogue/catalogue.repository';
import { RefreshRules } from './catalogue/refresh-rules';
import { HostFetches } from './polling/host-fetches';
import { ManyPolls } from './polling/many-polls';
import { NetworkWatch } from './polling/network-watch';
import { FailingSourceRepository } from './polling/failing-source.repository';
import { PollResultRepository } from './polling/poll-result.repository';
import { PollResultService } from './polling/poll-result.service';
import { SoftwareSourceController } from './polling/software-source.controller';
import { SoftwareSourceRepository } from './polling/software-source.repository';
import { SoftwareSourceService } from './polling/software-source.service';
import { SourceIdentifiers } from './polling/source-identifiers';
import { SourceIdentifiersSchedule } from './polling/source-identifiers.schedule';
import { SourceListController } from './polling/source-list.controller';
import { SourceListRepository } from './polling/source-list.repository';
import { SourceListService } from './polling/source-list.service';
import { SourceHostRepository } from './polling/source-host.repository';
import { SourceMetrics } from './polling/source.metrics';
import { SourcePoller } from './polling/source-poller';
import { SourceSchedule } from './polling/source.schedule';
import { SourceSettings } from './polling/source-settings';
import { TokenTurns } from './polling/token-turns';
import { SourceAsker } from './preview/source-asker';
import { SourcePreviewController } from './preview/source-preview.controller';
import { SourcePreview } from './preview/source-preview.service';
import { sourceProviders } from './sources';
import { DockerTagsSource } from './sources/docker-tags.source';
import { SourceRegistry } from './sources/source-registry';
import { SourceTypeController } from './sources/source-type.controller';

@Module({
  imports: [OutgoingHttpModule, RateLimitModule, SoftwareModule, VersionModule, LifecycleModule, NoteStoreModule],
  controllers: [
    CatalogueController,
    SourceTypeController,
    SoftwareSourceController,
    SourceListController,
    SourcePreviewController,
    NotesSourceController,
  ],
  providers: [
    CatalogueRepository,
    BatchWriter,
    BundledProductRepository,
    RefreshRules,
    CatalogueRefresh,
    CatalogueImporter,
    CatalogueExporter,
    CatalogueUpload,
    ...sourceProviders,
    SecretBox,
    SourceSettings,
    SoftwareSourceRepository,
    SoftwareSourceService,
    SourceListRepository,
    SourceListService,
    SourceIdentifiers,
    SourceIdentifiersSchedule,
    SourceHostRepository,
    PollResultRepository,
    PollResultService,
    SourceMetrics,
    NetworkWatch,
    TokenTurns,
    HostFetches,
    ManyPolls,
    SourcePoller,
    SourceSchedule,
    SourceAsker,
    SourcePreview,
    ChangelogSource,
    NotesCommand,
    NotesCommandRepository,
    NotesPlaces,
    NotesReader,
    NotesReaderRepository,
    NotesReaderSchedule,
    NotesUpkeep,
    NotesSourceService,
    FailingSourceRepository,
  ],
  exports: [
    DockerTagsSource,
    CatalogueImporter,
    CatalogueRefresh,
    CatalogueExporter,
    FailingSourceRepository,
    NetworkWatch,
    SourceRegistry,
    SourceSettings,
    SourceAsker,
    SourceHostRepository,
    SourcePoller,
    SourcePreview,
    SoftwareSourceRepository,
    SoftwareSourceService,
    NotesReader,
  ],
})
export class SourceModule {}

import { Module } from '@nestjs/common';
import { OutgoingHttpModule } from '../common/outgoing-http/outgoing-http.module';
import { PublisherModule } from '../publisher/publisher.module';
import { SoftwareModule } from '../software/software.module';
import { UserModule } from '../user/user.module';
import { VersionModule } from '../version/version.module';
import { SecretBox } from '../common/secret-box';
import { CatalogueExporter } from './catalogue/catalogue-exporter';
import { CatalogueFiles } from './catalogue/catalogue-files';
import { CatalogueImporter } from './catalogue/catalogue-importer';
import { CatalogueUpload } from './catalogue/catalogue-upload';
import { CatalogueController } from './catalogue/catalogue.controller';
import { SourceHookController } from './hooks/source-hook.controller';
import { SourceHookService } from './hooks/source-hook.service';
import { FailingSources } from './polling/failing-sources';
import { HostQueue } from './polling/host-queue';
import { PollRecord } from './polling/poll-record';
import { SoftwareSourceController } from './polling/software-source.controller';
import { SoftwareSourceService } from './polling/software-source.service';
import { SourceMetrics } from './polling/source.metrics';
import { SourcePoller } from './polling/source-poller';
import { SourceSchedule } from './polling/source.schedule';
import { SourceStore } from './polling/source-store';
import { SourceWaker } from './polling/source-waker';
import { SourceFetcher } from './source-fetcher';
import { SourceTypeController } from './source-type.controller';
import { sourceProviders } from './sources';

@Module({
  imports: [OutgoingHttpModule, UserModule, PublisherModule, SoftwareModule, VersionModule],
  controllers: [CatalogueController, SourceTypeController, SoftwareSourceController, SourceHookController],
  providers: [
    CatalogueImporter,
    CatalogueFiles,
    CatalogueExporter,
    CatalogueUpload,
    ...sourceProviders,
    SourceFetcher,
    SecretBox,
    SourceStore,
    SoftwareSourceService,
    HostQueue,
    PollRecord,
    SourceMetrics,
    SourcePoller,
    SourceSchedule,
    SourceWaker,
    SourceHookService,
    FailingSources,
  ],
  exports: [
    CatalogueImporter,
    CatalogueFiles,
    CatalogueExporter,
    FailingSources,
    SourceFetcher,
    SourcePoller,
    SoftwareSourceService,
  ],
})
export class SourceModule {}

import { Module } from '@nestjs/common';
import { OutgoingHttpModule } from '../common/outgoing-http/outgoing-http.module';
import { PublisherModule } from '../publisher/publisher.module';
import { SoftwareModule } from '../software/software.module';
import { VersionModule } from '../version/version.module';
import { CatalogueImporter } from './catalogue/catalogue-importer';
import { CatalogueUpload } from './catalogue/catalogue-upload';
import { CatalogueController } from './catalogue/catalogue.controller';
import { SourceFetcher } from './source-fetcher';
import { SourceTypeController } from './source-type.controller';
import { sourceProviders } from './sources';

@Module({
  imports: [OutgoingHttpModule, PublisherModule, SoftwareModule, VersionModule],
  controllers: [CatalogueController, SourceTypeController],
  providers: [CatalogueImporter, CatalogueUpload, ...sourceProviders, SourceFetcher],
  exports: [CatalogueImporter, SourceFetcher],
})
export class SourceModule {}

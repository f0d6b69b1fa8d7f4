import { Module } from '@nestjs/common';
import { PublisherModule } from '../publisher/publisher.module';
import { SoftwareModule } from '../software/software.module';
import { VersionModule } from '../version/version.module';
import { CatalogueImporter } from './catalogue/catalogue-importer';
import { CatalogueUpload } from './catalogue/catalogue-upload';
import { CatalogueController } from './catalogue/catalogue.controller';

@Module({
  imports: [PublisherModule, SoftwareModule, VersionModule],
  controllers: [CatalogueController],
  providers: [CatalogueImporter, CatalogueUpload],
  exports: [CatalogueImporter],
})
export class SourceModule {}

import { Module } from '@nestjs/common';
import { PublisherModule } from '../publisher/publisher.module';
import { IconController } from './icon/icon.controller';
import { SoftwareIdentifierRepository } from './identifier/software-identifier.repository';
import { NamedSoftwareRepository } from './named-software.repository';
import { NotesSettingRepository } from './notes-setting.repository';
import { PublisherSoftwareController, SoftwareController, SoftwareIdentifierController } from './software.controller';
import { SearchUpkeep } from './search/search-upkeep';
import { SearchRepository } from './search/search.repository';
import { SoftwareTermRepository } from './search/software-term.repository';
import { SoftwareImporter } from './software-importer';
import { SoftwareIdentifierService } from './software-identifier.service';
import { SoftwareSearchRepository } from './software-search.repository';
import { ReleaseCountRepository } from './release-count.repository';
import { SoftwareRepository } from './software.repository';
import { SoftwareService } from './software.service';

const SHARED = [
  SoftwareService,
  SoftwareImporter,
  SoftwareRepository,
  NamedSoftwareRepository,
  NotesSettingRepository,
  ReleaseCountRepository,
  SoftwareIdentifierRepository,
  SoftwareTermRepository,
  SearchRepository,
  SearchUpkeep,
];

@Module({
  imports: [PublisherModule],
  controllers: [SoftwareController, PublisherSoftwareController, SoftwareIdentifierController, IconController],
  providers: [...SHARED, SoftwareIdentifierService, SoftwareSearchRepository],
  exports: SHARED,
})
export class SoftwareModule {}

import { Module } from '@nestjs/common';
import { PublisherImporter } from './publisher-importer';
import { PublisherTermRepository } from './publisher-term.repository';
import { PublisherController } from './publisher.controller';
import { PublisherRepository } from './publisher.repository';
import { PublisherService } from './publisher.service';

@Module({
  controllers: [PublisherController],
  providers: [PublisherService, PublisherImporter, PublisherRepository, PublisherTermRepository],
  exports: [PublisherService, PublisherImporter, PublisherTermRepository],
})
export class PublisherModule {}

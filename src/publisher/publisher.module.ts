import { Module } from '@nestjs/common';
import { PublisherController } from './publisher.controller';
import { PublisherService } from './publisher.service';
import { PublisherWriter } from './publisher.writer';

@Module({
  controllers: [PublisherController],
  providers: [PublisherService, PublisherWriter],
  exports: [PublisherService, PublisherWriter],
})
export class PublisherModule {}

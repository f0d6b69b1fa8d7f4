import { Module } from '@nestjs/common';
import { PublisherModule } from '../publisher/publisher.module';
import { PublisherSoftwareController } from './publisher-software.controller';
import { SoftwareController } from './software.controller';
import { SoftwareService } from './software.service';
import { SoftwareWriter } from './software.writer';

@Module({
  imports: [PublisherModule],
  controllers: [SoftwareController, PublisherSoftwareController],
  providers: [SoftwareService, SoftwareWriter],
  exports: [SoftwareService, SoftwareWriter],
})
export class SoftwareModule {}

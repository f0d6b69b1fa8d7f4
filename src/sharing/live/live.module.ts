import { Module } from '@nestjs/common';
import { SummaryModule } from '../../notification/summary/summary.module';
import { LiveController } from './live.controller';
import { LiveRepository } from './live.repository';
import { LiveStreams } from './live-streams';

@Module({
  imports: [SummaryModule],
  controllers: [LiveController],
  providers: [LiveRepository, LiveStreams],
})
export class LiveModule {}

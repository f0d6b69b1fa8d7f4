import { Module } from '@nestjs/common';
import { SourceModule } from '../../source/source.module';
import { SummaryController } from './summary.controller';
import { SummaryRepository } from './summary.repository';
import { SummaryService } from './summary.service';

@Module({
  imports: [SourceModule],
  controllers: [SummaryController],
  providers: [SummaryService, SummaryRepository],
  exports: [SummaryService],
})
export class SummaryModule {}

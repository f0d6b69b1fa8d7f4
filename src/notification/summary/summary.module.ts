import { Module } from '@nestjs/common';
import { SummaryController } from './summary.controller';
import { SummaryRepository } from './summary.repository';
import { SummaryService } from './summary.service';

@Module({ controllers: [SummaryController], providers: [SummaryService, SummaryRepository], exports: [SummaryService] })
export class SummaryModule {}

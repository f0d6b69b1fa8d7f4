import { Module } from '@nestjs/common';
import { BehindService } from './behind.service';
import { DayRecorder } from './day-recorder';
import { StatisticsController } from './statistics.controller';
import { UserDayRepository } from './user-day.repository';

@Module({
  controllers: [StatisticsController],
  providers: [BehindService, DayRecorder, UserDayRepository],
  exports: [DayRecorder],
})
export class StatisticsModule {}

import { Module } from '@nestjs/common';
import { AuthModule } from '../../access/auth/auth.module';
import { RateLimitModule } from '../../access/rate-limit/rate-limit.module';
import { FavoriteModule } from '../../favorite/favorite.module';
import { SummaryModule } from '../../notification/summary/summary.module';
import { FirstDataService } from './first-data.service';

@Module({
  imports: [AuthModule, FavoriteModule, RateLimitModule, SummaryModule],
  providers: [FirstDataService],
  exports: [FirstDataService],
})
export class FirstDataModule {}

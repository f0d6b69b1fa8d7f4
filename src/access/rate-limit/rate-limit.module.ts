import { Module } from '@nestjs/common';
import { LimitStores } from './limit-stores';
import { RateLimitRepository } from './rate-limit.repository';
import { RateLimits } from './rate-limits';

@Module({
  providers: [LimitStores, RateLimitRepository, RateLimits],
  exports: [RateLimits, RateLimitRepository],
})
export class RateLimitModule {}

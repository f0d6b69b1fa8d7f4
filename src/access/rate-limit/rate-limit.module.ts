import { Module } from '@nestjs/common';
import { RateLimitRepository } from './rate-limit.repository';
import { RateLimits } from './rate-limits';

@Module({
  providers: [RateLimitRepository, RateLimits],
  exports: [RateLimits, RateLimitRepository],
})
export class RateLimitModule {}

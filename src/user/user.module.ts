import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RequestGuard } from '../common/api/request.guard';
import { BearerGuard } from './bearer.guard';
import { BearerStrategy } from './bearer.strategy';
import { LimitRows } from './limits/limit-rows';
import { LimitStores } from './limits/limit-stores';
import { RateLimits } from './limits/rate-limits';
import { ProfileController } from './profile.controller';
import { ProfileService } from './profile.service';
import { TokenController } from './token.controller';
import { TokenService } from './token.service';

@Module({
  controllers: [ProfileController, TokenController],
  providers: [
    TokenService,
    ProfileService,
    LimitStores,
    LimitRows,
    RateLimits,
    BearerStrategy,
    // In this order: whoever has no valid token is told that, and nothing about the request.
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_GUARD, useClass: RequestGuard },
  ],
  exports: [TokenService, ProfileService, RateLimits, LimitRows],
})
export class UserModule {}

import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RequestGuard } from '../common/api/request.guard';
import { OutgoingHttpModule } from '../common/outgoing-http/outgoing-http.module';
import { AuditController } from './audit/audit.controller';
import { AuditRetention } from './audit/audit-retention';
import { AuditService } from './audit/audit.service';
import { BearerGuard } from './bearer.guard';
import { BearerStrategy } from './bearer.strategy';
import { GoneUsers } from './gone-users';
import { IssuerKeys } from './oidc/issuer-keys';
import { OidcService } from './oidc/oidc.service';
import { LimitRows } from './limits/limit-rows';
import { LimitStores } from './limits/limit-stores';
import { RateLimits } from './limits/rate-limits';
import { ProfileController } from './profile.controller';
import { ProfileService } from './profile.service';
import { TokenController } from './token.controller';
import { TokenService } from './token.service';
import { UserAccounts } from './user-accounts';
import { UserStore } from './user-store';

@Module({
  imports: [OutgoingHttpModule],
  controllers: [ProfileController, TokenController, AuditController],
  providers: [
    UserStore,
    UserAccounts,
    TokenService,
    IssuerKeys,
    OidcService,
    ProfileService,
    AuditService,
    AuditRetention,
    LimitStores,
    LimitRows,
    RateLimits,
    BearerStrategy,
    GoneUsers,
    // In this order: whoever has no valid token is told that, and nothing about the request.
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_GUARD, useClass: RequestGuard },
  ],
  exports: [TokenService, UserAccounts, ProfileService, GoneUsers, AuditRetention, RateLimits, LimitRows],
})
export class UserModule {}

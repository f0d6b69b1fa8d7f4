import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { OutgoingHttpModule } from '../common/outgoing-http/outgoing-http.module';
import { RequestGuard } from '../http-server/request.guard';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { UserModule } from '../user/user.module';
import { BearerGuard } from './bearer.guard';
import { BearerStrategy } from './bearer.strategy';
import { GoneUsers } from './gone-users';
import { IssuerKeys } from './oidc/issuer-keys';
import { OidcService } from './oidc/oidc.service';
import { TokenController } from './token.controller';
import { TokenRepository } from './token.repository';
import { TokenService } from './token.service';

@Module({
  imports: [OutgoingHttpModule, RateLimitModule, UserModule],
  controllers: [TokenController],
  providers: [
    TokenRepository,
    TokenService,
    IssuerKeys,
    OidcService,
    BearerStrategy,
    GoneUsers,
    // In this order: without a valid token a caller learns nothing else about the request.
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_GUARD, useClass: RequestGuard },
  ],
  exports: [TokenRepository, TokenService, GoneUsers],
})
export class AuthModule {}

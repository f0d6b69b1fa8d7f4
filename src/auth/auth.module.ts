import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { OutgoingHttpModule } from '../common/outgoing-http/outgoing-http.module';
import { SecretBox } from '../common/secret-box';
import { RequestGuard } from '../http-server/request.guard';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { UserModule } from '../user/user.module';
import { BearerStrategy } from './bearer.strategy';
import { CallerGuard } from './caller.guard';
import { GoneUsers } from './gone-users';
import { IssuerKeys } from './oidc/issuer-keys';
import { FlowCookie } from './oidc/flow-cookie';
import { OidcClient } from './oidc/oidc-client';
import { OidcSignIn } from './oidc/oidc-sign-in';
import { OidcService } from './oidc/oidc.service';
import { OidcSignInController } from './oidc-sign-in.controller';
import { ScopeGuard } from './scope.guard';
import { SessionController } from './session.controller';
import { SessionStrategy } from './session.strategy';
import { SameOriginGuard } from './session/same-origin.guard';
import { SessionRepository } from './session/session.repository';
import { SessionService } from './session/session.service';
import { SignInLinkRepository } from './session/sign-in-link.repository';
import { SignInLinks } from './session/sign-in-links';
import { SignInController } from './sign-in.controller';
import { SignInService } from './sign-in.service';
import { Suspects } from './suspects';
import { TokenController } from './token.controller';
import { TokenRepository } from './token.repository';
import { TokenService } from './token.service';

@Module({
  imports: [OutgoingHttpModule, RateLimitModule, UserModule],
  controllers: [TokenController, SignInController, OidcSignInController, SessionController],
  providers: [
    TokenRepository,
    TokenService,
    SessionRepository,
    SessionService,
    SignInLinkRepository,
    SignInLinks,
    SignInService,
    Suspects,
    IssuerKeys,
    OidcService,
    OidcClient,
    SecretBox,
    FlowCookie,
    OidcSignIn,
    BearerStrategy,
    SessionStrategy,
    GoneUsers,
    // In this order: without a valid token a caller learns nothing else about the request.
    { provide: APP_GUARD, useClass: SameOriginGuard },
    { provide: APP_GUARD, useClass: CallerGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_GUARD, useClass: RequestGuard },
  ],
  exports: [TokenRepository, TokenService, SessionService, SignInLinks, GoneUsers],
})
export class AuthModule {}

import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { OutgoingHttpModule } from '../../common/outgoing-http/outgoing-http.module';
import { SecretBox } from '../../common/secret-box';
import { Representations } from '../../api/server/representations';
import { RequestGuard } from '../../api/server/request.guard';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { UserModule } from '../user/user.module';
import { CallerGuard } from './caller.guard';
import { BearerStrategy, SessionStrategy } from './caller.strategy';
import { CredentialModule } from './credential.module';
import { RemovedUserGuard } from './removed-user-guard';
import { IssuerKeys } from './oidc/issuer-keys';
import { FlowCookie } from './oidc/flow-cookie';
import { OidcClient } from './oidc/oidc-client';
import { OidcSignIn } from './oidc/oidc-sign-in';
import { OidcService } from './oidc/oidc.service';
import { OidcSignInController } from './oidc-sign-in.controller';
import { ScopeGuard } from './scope.guard';
import { SessionController, SignInController } from './session.controller';
import { SameOriginGuard } from './session/same-origin.guard';
import { SignInService } from './sign-in.service';
import { AuthFailureLimiter } from './auth-failure-limiter';
import { TokenController } from './token.controller';

@Module({
  imports: [CredentialModule, OutgoingHttpModule, RateLimitModule, UserModule],
  controllers: [TokenController, SignInController, OidcSignInController, SessionController],
  providers: [
    SignInService,
    AuthFailureLimiter,
    IssuerKeys,
    OidcService,
    OidcClient,
    SecretBox,
    FlowCookie,
    OidcSignIn,
    BearerStrategy,
    SessionStrategy,
    RemovedUserGuard,
    Representations,
    // In this order: without a valid token a caller learns nothing else about the request.
    { provide: APP_GUARD, useClass: SameOriginGuard },
    { provide: APP_GUARD, useClass: CallerGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_GUARD, useClass: RequestGuard },
  ],
  exports: [CredentialModule, RemovedUserGuard, SessionStrategy, SignInService],
})
export class AuthModule {}

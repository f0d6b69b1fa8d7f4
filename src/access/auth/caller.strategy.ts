import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport';
import { Strategy as HttpBearerStrategy, type VerifyFunctionWithRequest } from 'passport-http-bearer';
import { invalidToken, type Principal } from '../../api/identity/principal';
import { newId } from '../../common/ids';
import { RateLimits } from '../rate-limit/rate-limits';
import { AuthFailureLimiter } from './auth-failure-limiter';
import { OidcService } from './oidc/oidc.service';
import { credentialCookie } from './session/session-cookie';
import { endedSession, SessionService } from './session/session.service';
import { isOwnToken, TokenService } from './token.service';

// With names of their own: Passport's registry is global, and the last of several applications in a process must not answer for the others.

class NamedBearerStrategy extends HttpBearerStrategy<VerifyFunctionWithRequest> {
  override name = `bearer-${newId()}`;
}

class NamedSessionStrategy extends Strategy {
  override name = `session-${newId()}`;
}

/** Finds the caller of a bearer token (RFC 6750): one of ours, or one of the OpenID Connect issuer. */
@Injectable()
export class BearerStrategy extends PassportStrategy(NamedBearerStrategy) {
  constructor(
    private readonly tokens: TokenService,
    private readonly oidc: OidcService,
    private readonly failures: AuthFailureLimiter,
    private readonly limits: RateLimits,
  ) {
    super({ realm: 'api', passReqToCallback: true });
  }

  /**
   * The prefix decides which kind of token it is: none is tried as both.
   * @throws Problem unauthorized; too-many-requests only for a token that is not valid
   */
  async validate(request: Request, token: string): Promise<Principal> {
    const principal = await this.failures.lookUp(request, token, isOwnToken(token) ? this.tokens : this.oidc);
    if (principal) return principal;
    this.limits.noteFailure(request.ip);
    throw invalidToken();
  }
}

/** Finds the caller of a session: the cookie of a browser. */
@Injectable()
export class SessionStrategy extends PassportStrategy(NamedSessionStrategy) {
  constructor(
    private readonly sessions: SessionService,
    private readonly failures: AuthFailureLimiter,
    private readonly limits: RateLimits,
  ) {
    super();
  }

  override authenticate(request: Request): void {
    const cookie = credentialCookie(request);
    if (cookie === null) return this.fail();
    this.validate(request, cookie).then(
      (principal) => this.success(principal),
      (error: unknown) => this.error(error),
    );
  }

  /** @throws Problem unauthorized, and the browser forgets the cookie; too-many-requests only for a cookie of no session */
  async validate(request: Request, cookie: string): Promise<Principal> {
    const principal = await this.failures.lookUp(request, cookie, this.sessions);
    if (principal) return principal;
    this.limits.noteFailure(request.ip);
    throw endedSession(request);
  }
}

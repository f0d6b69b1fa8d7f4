import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport';
import type { Principal } from '../../api/identity/principal';
import { newId } from '../../common/ids';
import { RateLimits } from '../rate-limit/rate-limits';
import { AuthFailureLimiter } from './auth-failure-limiter';
import { credentialCookie } from './session/session-cookie';
import { endedSession, SessionService } from './session/session.service';

/** As that of `BearerStrategy`. */
class NamedStrategy extends Strategy {
  override name = `session-${newId()}`;
}

/** Finds the caller of a session: the cookie of a browser. */
@Injectable()
export class SessionStrategy extends PassportStrategy(NamedStrategy) {
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
    const principal = await this.failures.lookUp(
      request,
      () => this.sessions.isKnown(cookie),
      () => this.sessions.authenticate(cookie),
    );
    if (principal) return principal;
    this.limits.noteFailure(request.ip);
    throw endedSession(request);
  }
}

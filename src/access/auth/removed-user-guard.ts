import { Injectable } from '@nestjs/common';
import { invalidToken, type Principal } from '../../api/identity/principal';
import type { Problem } from '../../api/problem/problem';
import { UserRepository } from '../user/user.repository';
import { OidcService } from './oidc/oidc.service';
import { endedSession, SessionService } from './session/session.service';
import { TokenService } from './token.service';

/**
 * Detects callers whose user was removed: deleted on the command line, or missing in a restored backup. While their token is still cached, requests
 * fail in many places, so failed requests are checked here, once.
 */
@Injectable()
export class RemovedUserGuard {
  constructor(
    private readonly users: UserRepository,
    private readonly tokens: TokenService,
    private readonly oidc: OidcService,
    private readonly sessions: SessionService,
  ) {}

  /**
   * For a request that failed for an unknown reason.
   * @returns the same problem as for an invalid token or session when the caller's user was removed, else null
   */
  async problemOf(caller: Principal | undefined): Promise<Problem | null> {
    if (!caller || (await this.users.exists(caller.userId))) return null;
    this.tokens.forget();
    this.oidc.forget();
    this.sessions.forget();
    return caller.means === 'session' ? endedSession() : invalidToken();
  }
}

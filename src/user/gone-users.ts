import { Injectable } from '@nestjs/common';
import type { Problem } from '../common/problem/problem';
import { Database } from '../database/database';
import { invalidToken } from './invalid-token';
import { OidcService } from './oidc/oidc.service';
import type { Principal } from './principal';
import { TokenService } from './token.service';

/**
 * Callers whose user is gone: deleted on the command line, or not in a backup that was read back. A running service remembers whose a
 * token is for some seconds. What the caller does then fails in many places; instead of each, one looks here, afterwards.
 */
@Injectable()
export class GoneUsers {
  constructor(
    private readonly database: Database,
    private readonly tokens: TokenService,
    private readonly oidc: OidcService,
  ) {}

  /**
   * For a request that failed for no known reason.
   * @returns what the caller is to be told when its user is gone, as with a token that nobody has; else null
   */
  async problemOf(caller: Principal | undefined): Promise<Problem | null> {
    if (!caller) return null;
    const found = await this.database.query('SELECT id FROM user WHERE id = ?', [caller.userId]);
    if (found.length > 0) return null;
    this.tokens.forget();
    this.oidc.forget();
    return invalidToken();
  }
}

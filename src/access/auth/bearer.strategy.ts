import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy, type VerifyFunctionWithRequest } from 'passport-http-bearer';
import { invalidToken, type Principal } from '../../api/identity/principal';
import { newId } from '../../common/ids';
import { RateLimits } from '../rate-limit/rate-limits';
import { OidcService } from './oidc/oidc.service';
import { AuthFailureLimiter } from './auth-failure-limiter';
import { isOwnToken, TokenService } from './token.service';

/** With a name of its own: Passport's registry is global, and the last of several applications in a process must not answer for the others. */
class NamedStrategy extends Strategy<VerifyFunctionWithRequest> {
  override name = `bearer-${newId()}`;
}

/** Finds the caller of a bearer token (RFC 6750): one of ours, or one of the OpenID Connect issuer. */
@Injectable()
export class BearerStrategy extends PassportStrategy(NamedStrategy) {
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
    const service = isOwnToken(token) ? this.tokens : this.oidc;
    const principal = await this.failures.lookUp(
      request,
      () => service.isKnown(token),
      () => service.authenticate(token),
    );
    if (principal) return principal;
    this.limits.noteFailure(request.ip);
    throw invalidToken();
  }
}

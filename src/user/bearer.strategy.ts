import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy, type VerifyFunction } from 'passport-http-bearer';
import { OidcService } from './oidc/oidc.service';
import type { Principal } from './principal';
import { isOwnToken, TokenService } from './token.service';

/** Why nobody was found: the value of `WWW-Authenticate` (RFC 6750, section 3). */
export class Challenge {
  constructor(readonly text: string) {}
}

type Verdict = Principal | Challenge;

@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy<VerifyFunction>, 'bearer') {
  private readonly Attempt = attemptAt(this);

  constructor(
    private readonly tokens: TokenService,
    private readonly oidc: OidcService,
  ) {
    super({ realm: 'api' });
  }

  /**
   * Whose a request is. The strategy would also read tokens from the query and the body, where they end up in logs: here only the
   * header counts.
   */
  identify(authorization: string | undefined): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      new this.Attempt(resolve, reject).authenticate({ headers: { authorization } } as Request);
    });
  }

  /** A token is read in one way only, by what it begins with. */
  async validate(token: string): Promise<Principal | false> {
    const reader = isOwnToken(token) ? this.tokens : this.oidc;
    return (await reader.authenticate(token)) ?? false;
  }
}

/**
 * The strategy as one request sees it: it says by these methods what became of the request. `passport.authenticate` makes such an object
 * out of the strategy for each request, with functions of its own, which V8 keeps with all that the request had until its next full
 * collection: that took a third of the time of a short request (bench/results.md).
 */
function attemptAt(strategy: BearerStrategy) {
  class Attempt {
    constructor(
      private readonly ended: (verdict: Verdict) => void,
      readonly error: (error: unknown) => void,
    ) {}

    success(principal: Principal): void {
      this.ended(principal);
    }

    /** @param challenge or the status of a header that is not well-formed */
    fail(challenge: string | number): void {
      const text = typeof challenge === 'string' ? challenge : 'Bearer realm="api", error="invalid_request"';
      this.ended(new Challenge(text));
    }
  }
  Object.setPrototypeOf(Attempt.prototype, strategy);
  return Attempt as unknown as new (
    ...ended: ConstructorParameters<typeof Attempt>
  ) => Pick<Strategy<VerifyFunction>, 'authenticate'>;
}

import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy, type VerifyFunction } from 'passport-http-bearer';
import type { Principal } from '../../common/identity/principal';
import { OidcService } from './oidc/oidc.service';
import { isOwnToken, TokenService } from './token.service';

/** Finds the caller of a bearer token: one of ours, or one of the OpenID Connect issuer. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy<VerifyFunction>, 'bearer') {
  constructor(
    private readonly tokens: TokenService,
    private readonly oidc: OidcService,
  ) {
    super({ realm: 'api' });
  }

  /** The prefix decides which kind of token it is; no token is tried as both. */
  validate(token: string): Promise<Principal | null> {
    return (isOwnToken(token) ? this.tokens : this.oidc).authenticate(token);
  }

  /** Whether it was valid lately, by memory alone. */
  isKnown(token: string): boolean {
    return this.tokens.isKnown(token) || this.oidc.isKnown(token);
  }

  /** Clears the caches: every token is looked up again. */
  forget(): void {
    this.tokens.forget();
    this.oidc.forget();
  }
}

import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy, type VerifyFunction } from 'passport-http-bearer';
import { OidcService } from './oidc/oidc.service';
import type { Principal } from './principal';
import { isOwnToken, TokenService } from './token.service';

/** passport-http-bearer also reads tokens from the query and the body, where they end up in logs: here only the header counts. */
class HeaderBearerStrategy extends Strategy<VerifyFunction> {
  override authenticate(request: Request): void {
    super.authenticate({ headers: { authorization: request.headers.authorization } } as Request);
  }
}

@Injectable()
export class BearerStrategy extends PassportStrategy(HeaderBearerStrategy, 'bearer') {
  constructor(
    private readonly tokens: TokenService,
    private readonly oidc: OidcService,
  ) {
    super({ realm: 'api' });
  }

  /** A token is read in one way only, by what it begins with. */
  async validate(token: string): Promise<Principal | false> {
    const reader = isOwnToken(token) ? this.tokens : this.oidc;
    return (await reader.authenticate(token)) ?? false;
  }
}

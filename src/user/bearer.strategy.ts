import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy, type VerifyFunction } from 'passport-http-bearer';
import type { Principal } from './principal';
import { TokenService } from './token.service';

/** passport-http-bearer also reads tokens from the query and the body, where they end up in logs: here only the header counts. */
class HeaderBearerStrategy extends Strategy<VerifyFunction> {
  override authenticate(request: Request): void {
    super.authenticate({ headers: { authorization: request.headers.authorization } } as Request);
  }
}

@Injectable()
export class BearerStrategy extends PassportStrategy(HeaderBearerStrategy, 'bearer') {
  constructor(private readonly tokens: TokenService) {
    super({ realm: 'api' });
  }

  async validate(token: string): Promise<Principal | false> {
    return (await this.tokens.authenticate(token)) ?? false;
  }
}

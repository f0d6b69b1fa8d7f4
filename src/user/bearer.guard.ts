import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Problem } from '../common/problem/problem';
import { type Principal, PUBLIC_KEY, SCOPE_KEY } from './principal';
import type { Scope } from './scopes';
import { TokenService } from './token.service';

declare module 'express-serve-static-core' {
  interface Request {
    /** Who is calling; not on public routes. */
    user?: Principal;
  }
}

/** What a route asks for; `public`, or a scope; null = it declares nothing, and nobody gets in. */
type Demand = { controller: unknown; public: boolean; scope: Scope | null };

/** Every route: a valid bearer token in the header (RFC 6750) with the scope that the route declares. */
@Injectable()
export class BearerGuard implements CanActivate {
  /** By handler: what its decorators say does not change while the program runs. */
  private readonly demands = new Map<unknown, Demand>();

  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const demand = this.demandOf(context);
    if (demand.public) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const { scope } = demand;
    const principal = await this.callerOf(request.headers.authorization);
    request.user = principal;
    if (scope && principal.scopes.has(scope)) return true;
    throw new Problem('forbidden', `This needs a token with the scope ${scope ?? '(none declared)'}.`, [], {
      'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${scope ?? ''}"`,
    });
  }

  private demandOf(context: ExecutionContext): Demand {
    const handler = context.getHandler();
    const controller = context.getClass();
    const known = this.demands.get(handler);
    if (known?.controller === controller) return known;
    const targets = [handler, controller];
    const demand = {
      controller,
      public: this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_KEY, targets) ?? false,
      scope: this.reflector.getAllAndOverride<Scope | undefined>(SCOPE_KEY, targets) ?? null,
    };
    this.demands.set(handler, demand);
    return demand;
  }

  /**
   * The header alone counts: in a query or a body, a token would end up in logs.
   * @throws Problem 401 when there is no token, or one that is not valid
   */
  private async callerOf(authorization: string | undefined): Promise<Principal> {
    if (!authorization) throw unauthorized(null);
    const [scheme, token, more] = authorization.split(' ', 3);
    if (token === undefined || more !== undefined) throw unauthorized('invalid_request');
    if (!/^bearer$/i.test(scheme!) || token === '') throw unauthorized(null);
    const principal = await this.tokens.authenticate(token);
    if (!principal) throw unauthorized('invalid_token');
    return principal;
  }
}

function unauthorized(error: 'invalid_request' | 'invalid_token' | null): Problem {
  const detail = error
    ? 'The token is not valid: unknown, expired or revoked.'
    : 'Send a token in the header: Authorization: Bearer <token>.';
  const challenge = `Bearer realm="api"${error ? `, error="${error}"` : ''}`;
  return new Problem('unauthorized', detail, [], { 'WWW-Authenticate': challenge });
}

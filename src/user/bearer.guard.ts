import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { requestOf, responseOf } from '../common/api/request';
import { Problem } from '../common/problem/problem';
import { Turns } from '../common/turns';
import type { Scope } from '../config/scopes';
import { BearerStrategy, Challenge } from './bearer.strategy';
import { invalidToken } from './invalid-token';
import { RateLimits } from './limits/rate-limits';
import { OidcService } from './oidc/oidc.service';
import { LIMITED_KEY, type Principal, PUBLIC_KEY, SCOPE_KEY } from './principal';
import { TokenService } from './token.service';

const BEARER = 'Bearer ';

/** Tokens from addresses that sent many bad ones are looked up so many at a time: guessing slows down, and a valid token gets through. */
const SUSPECTS_AT_ONCE = 2;
/** One that waits for a silent issuer of OpenID Connect keeps the others waiting no longer than this. */
const SUSPECT_PATIENCE_MS = 1_000;

/** What a route asks for; no scope and not public = it declares nothing, and nobody gets in. */
interface Demand {
  controller: unknown;
  isPublic: boolean;
  isLimited: boolean;
  scope: Scope | undefined;
}

/** Every route: a valid bearer token in the header (RFC 6750) with the scope that the route declares. */
@Injectable()
export class BearerGuard implements CanActivate {
  /** By handler: what its decorators say does not change while the program runs. */
  private readonly demands = new Map<unknown, Demand>();
  private readonly suspects = new Turns(SUSPECTS_AT_ONCE, SUSPECT_PATIENCE_MS);

  constructor(
    private readonly reflector: Reflector,
    private readonly strategy: BearerStrategy,
    private readonly tokens: TokenService,
    private readonly oidc: OidcService,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { isPublic, isLimited, scope } = this.demandOf(context);
    const [request, response] = [requestOf(context), responseOf(context)];
    if (isLimited) this.limits.usePage(request.ip, response);
    if (isPublic) return true;
    const known = await this.principalOf(request);
    // Who calls is remembered from request to request, by which request is not.
    const principal = (request.user = { ...known, requestId: request.id as string });
    this.limits.useUser(principal.userId, response);
    if (scope && principal.scopes.has(scope)) return true;
    throw new Problem('forbidden', `This needs a token with the scope ${scope ?? '(none declared)'}.`, [], {
      'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${scope ?? ''}"`,
    });
  }

  private demandOf(context: ExecutionContext): Demand {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    const known = this.demands.get(handler);
    if (known?.controller === controller) return known;
    const targets = [handler, controller];
    const demand = {
      controller,
      isPublic: this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_KEY, targets) ?? false,
      isLimited: this.reflector.getAllAndOverride<boolean | undefined>(LIMITED_KEY, targets) ?? false,
      scope: this.reflector.getAllAndOverride<Scope | undefined>(SCOPE_KEY, targets),
    };
    this.demands.set(handler, demand);
    return demand;
  }

  /** @throws Problem unauthorized; too-many-requests only for a token that is not valid, or none */
  private async principalOf(request: Request): Promise<Principal> {
    const verdict = await this.judge(request);
    if (!(verdict instanceof Challenge)) return verdict;
    if (verdict.text.includes('error=')) {
      this.limits.noteFailure(request.ip);
      throw invalidToken(verdict.text);
    }
    this.limits.noteAnonymous(request.ip);
    throw new Problem('unauthorized', 'Send a token in the header: Authorization: Bearer <token>.', [], {
      'WWW-Authenticate': verdict.text,
    });
  }

  private judge(request: Request): Promise<Principal | Challenge> {
    const { authorization } = request.headers;
    const judge = () => this.strategy.identify(authorization);
    if (authorization === undefined || !this.limits.isSuspect(() => request.ip)) return judge();
    // Valid lately: no guess, also from an address that others guess from, such as that of a proxy.
    const token = authorization.slice(BEARER.length);
    return this.tokens.isKnown(token) || this.oidc.isKnown(token) ? judge() : this.suspects.run(judge);
  }
}

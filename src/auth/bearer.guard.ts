import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { requestOf, responseOf } from '../common/api/request';
import { Semaphore } from '../common/concurrency/semaphore';
import { invalidToken } from '../common/identity/invalid-token';
import { LIMITED_KEY, type Principal, PUBLIC_KEY, SCOPE_KEY } from '../common/identity/principal';
import { Problem } from '../common/problem/problem';
import type { Scope } from '../config/scopes';
import { RateLimits } from '../rate-limit/rate-limits';
import { BearerStrategy } from './bearer.strategy';

/** Concurrent lookups of tokens from addresses that sent many invalid ones: guessing slows down, and a valid token gets through. */
const SUSPECTS_AT_ONCE = 2;
/** A lookup that waits for a silent OpenID Connect issuer does not keep the others waiting for longer. */
const SUSPECT_PATIENCE_MS = 1_000;

/** What a route declares. One that is not public and has no scope lets nobody in. */
interface Access {
  controller: unknown;
  isPublic: boolean;
  isLimited: boolean;
  scope: Scope | undefined;
}

/**
 * Guards every route: a valid bearer token in the `Authorization` header (RFC 6750) with the scope that the route declares.
 *
 * It calls `BearerStrategy.validate` itself instead of extending `AuthGuard('bearer')`: what passport makes for each request costs 24 of
 * 56 µs of processor time of `GET /api/v1/profile` (9,500 instead of 16,000 requests/s), and its registry is global, so that the last
 * of several applications in a process would authenticate for all of them.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  /** By handler; decorators do not change at run time. */
  private readonly accesses = new Map<unknown, Access>();
  private readonly suspects = new Semaphore(SUSPECTS_AT_ONCE, SUSPECT_PATIENCE_MS);

  constructor(
    private readonly reflector: Reflector,
    private readonly strategy: BearerStrategy,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { isPublic, isLimited, scope } = this.accessOf(context);
    const [request, response] = [requestOf(context), responseOf(context)];
    if (isLimited) this.limits.usePage(request.ip, response);
    if (isPublic) return true;
    const known = await this.authenticate(request);
    // The cached principal is shared by requests.
    const principal: Principal = (request.user = { ...known, requestId: request.id as string });
    this.limits.useUser(principal.userId, response);
    if (scope && principal.scopes.has(scope)) return true;
    throw new Problem('forbidden', `This needs a token with the scope ${scope ?? '(none declared)'}.`, [], {
      'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${scope ?? ''}"`,
    });
  }

  private accessOf(context: ExecutionContext): Access {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    const known = this.accesses.get(handler);
    if (known?.controller === controller) return known;
    const targets = [handler, controller];
    const access = {
      controller,
      isPublic: this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_KEY, targets) ?? false,
      isLimited: this.reflector.getAllAndOverride<boolean | undefined>(LIMITED_KEY, targets) ?? false,
      scope: this.reflector.getAllAndOverride<Scope | undefined>(SCOPE_KEY, targets),
    };
    this.accesses.set(handler, access);
    return access;
  }

  /** @throws Problem unauthorized; too-many-requests only without a valid token */
  private async authenticate(request: Request): Promise<Principal> {
    const token = readBearerToken(request.headers.authorization);
    if (token === '') {
      this.limits.noteAnonymous(request.ip);
      throw new Problem('unauthorized', 'Send a token in the header: Authorization: Bearer <token>.', [], {
        'WWW-Authenticate': 'Bearer realm="api"',
      });
    }
    const principal = token === null ? null : await this.principalOf(token, request);
    if (principal) return principal;
    this.limits.noteFailure(request.ip);
    throw token === null ? invalidToken('Bearer realm="api", error="invalid_request"') : invalidToken();
  }

  private principalOf(token: string, request: Request): Promise<Principal | null> {
    const validate = () => this.strategy.validate(token);
    if (!this.limits.isSuspect(() => request.ip)) return validate();
    // A token that was valid lately is no guess, also from an address that others guess from, such as that of a proxy.
    return this.strategy.isKnown(token) ? validate() : this.suspects.run(validate);
  }
}

/** The token of an `Authorization` header (RFC 6750, section 2.1): '' = it has none, null = it is malformed. */
function readBearerToken(header = ''): string | null {
  if (header === '') return '';
  const [scheme, token, ...rest] = header.split(' ');
  if (token === undefined || rest.length > 0) return null;
  return scheme!.toLowerCase() === 'bearer' ? token : '';
}

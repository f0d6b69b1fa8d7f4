import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { requestOf, responseOf } from '../../common/api/request';
import { invalidToken } from '../../common/identity/invalid-token';
import {
  LIMITED_KEY,
  type Principal,
  PUBLIC_KEY,
  SAME_ORIGIN_KEY,
  SCOPE_KEY,
  SESSION_KEY,
} from '../../common/identity/principal';
import { Problem } from '../../common/problem/problem';
import { grants, type Scope } from '../../config/scopes';
import { RateLimits } from '../rate-limit/rate-limits';
import { BearerStrategy } from './bearer.strategy';
import { assertSameOrigin, isSafe } from './session/same-origin';
import { readSessionCookie } from './session/session-cookie';
import { endedSession, SessionService } from './session/session.service';
import { AuthFailureLimiter } from './auth-failure-limiter';

/** The access that a route declares. A route without any declaration refuses everybody. */
interface Access {
  controller: unknown;
  isPublic: boolean;
  isLimited: boolean;
  isSameOrigin: boolean;
  needsSession: boolean;
  scope: Scope | undefined;
}

/**
 * Guards every route: a valid bearer token in the `Authorization` header (RFC 6750), or, without that header, the cookie of a session; with the
 * scope that the route declares.
 *
 * It calls `BearerStrategy.validate` itself instead of extending `AuthGuard('bearer')`: what passport makes for each request costs 24 of
 * 56 µs of processor time of `GET /api/v1/profile` (9,500 instead of 16,000 requests/s), and its registry is global, so that the last
 * of several applications in a process would authenticate for all of them.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  /** By handler; decorators do not change at run time. */
  private readonly accesses = new Map<unknown, Access>();

  constructor(
    private readonly reflector: Reflector,
    private readonly strategy: BearerStrategy,
    private readonly sessions: SessionService,
    private readonly failureLimiter: AuthFailureLimiter,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { isPublic, isLimited, isSameOrigin, needsSession, scope } = this.accessOf(context);
    const [request, response] = [requestOf(context), responseOf(context)];
    if (isLimited) this.limits.usePage(request.ip, response);
    if (isSameOrigin) this.assertSameOrigin(request);
    if (isPublic) return true;
    const known = await this.authenticate(request);
    // The cached principal is shared by requests.
    const principal: Principal = (request.user = { ...known, requestId: request.id as string });
    this.limits.useUser(principal.userId, response);
    if (needsSession) return assertSession(principal);
    if (scope && grants(principal.scopes, scope)) return true;
    const what = principal.means === 'session' ? 'session' : 'token';
    throw new Problem('forbidden', `This needs a ${what} with the scope ${scope ?? '(none declared)'}.`, [], {
      'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${scope ?? ''}"`,
    });
  }

  private accessOf(context: ExecutionContext): Access {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    const known = this.accesses.get(handler);
    if (known?.controller === controller) return known;
    const targets = [handler, controller];
    const isMarked = (key: string) => this.reflector.getAllAndOverride<boolean | undefined>(key, targets) ?? false;
    const access = {
      controller,
      isPublic: isMarked(PUBLIC_KEY),
      isLimited: isMarked(LIMITED_KEY),
      isSameOrigin: isMarked(SAME_ORIGIN_KEY),
      needsSession: isMarked(SESSION_KEY),
      scope: this.reflector.getAllAndOverride<Scope | undefined>(SCOPE_KEY, targets),
    };
    this.accesses.set(handler, access);
    return access;
  }

  /** @throws Problem unauthorized; too-many-requests only without a valid token or session */
  private async authenticate(request: Request): Promise<Principal> {
    const { authorization } = request.headers;
    const cookie = authorization === undefined ? readSessionCookie(request) : null;
    if (cookie !== null) return this.bySession(cookie, request);
    const token = readBearerToken(authorization);
    if (token === '') {
      this.limits.noteAnonymous(request.ip);
      throw new Problem('unauthorized', 'Send a token in the header: Authorization: Bearer <token>.', [], {
        'WWW-Authenticate': 'Bearer realm="api"',
      });
    }
    const principal =
      token === null
        ? null
        : await this.failureLimiter.lookUp(
            request,
            () => this.strategy.isKnown(token),
            () => this.strategy.validate(token),
          );
    if (principal) return principal;
    this.limits.noteFailure(request.ip);
    throw token === null ? invalidToken('Bearer realm="api", error="invalid_request"') : invalidToken();
  }

  /** @throws Problem forbidden for a change requested by another site; unauthorized, and the browser forgets the cookie */
  private async bySession(cookie: string, request: Request): Promise<Principal> {
    if (!isSafe(request)) this.assertSameOrigin(request);
    const principal = await this.failureLimiter.lookUp(
      request,
      () => this.sessions.isKnown(cookie),
      () => this.sessions.authenticate(cookie),
    );
    if (principal) return principal;
    this.limits.noteFailure(request.ip);
    throw endedSession(request);
  }

  /** The token was not looked up, so the request counts as one without a token. */
  private assertSameOrigin(request: Request): void {
    try {
      assertSameOrigin(request);
    } catch (error) {
      this.limits.noteAnonymous(request.ip);
      throw error;
    }
  }
}

/** @throws Problem not-found for a token */
function assertSession({ means }: Principal): true {
  if (means !== 'session') throw Problem.notFound('session: this request has a token');
  return true;
}

/** The token of an `Authorization` header (RFC 6750, section 2.1): '' = it has none, null = it is malformed. */
function readBearerToken(header = ''): string | null {
  if (header === '') return '';
  const [scheme, token, ...rest] = header.split(' ');
  if (token === undefined || rest.length > 0) return null;
  return scheme!.toLowerCase() === 'bearer' ? token : '';
}

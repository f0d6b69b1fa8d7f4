import { type ExecutionContext, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import passport from 'passport';
import { requestOf } from '../../api/endpoint/request';
import { declared, invalidToken, type Principal, PUBLIC_KEY } from '../../api/identity/principal';
import { Problem } from '../../api/problem/problem';
import { RateLimits } from '../rate-limit/rate-limits';
import { BearerStrategy, SessionStrategy } from './caller.strategy';

/** The status with which the bearer strategy fails when the header is malformed. */
const MALFORMED = 400;

/** Decides who is calling, except on public routes: the caller of the bearer token, or of the session. */
@Injectable()
export class CallerGuard extends AuthGuard() implements OnApplicationShutdown {
  private readonly names: string[];

  constructor(
    bearer: BearerStrategy,
    session: SessionStrategy,
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {
    const defaultStrategy = [bearer.name, session.name];
    super({ defaultStrategy });
    this.names = defaultStrategy;
  }

  onApplicationShutdown(): void {
    for (const name of this.names) passport.unuse(name);
  }

  override canActivate(context: ExecutionContext) {
    return declared(this.reflector, PUBLIC_KEY, context) ? true : super.canActivate(context);
  }

  /**
   * What passport found. The strategies throw at a token or a cookie that is not valid.
   * @throws Problem unauthorized; too-many-requests
   */
  override handleRequest<T = Principal>(
    error: unknown,
    principal: T | false,
    _challenges: unknown,
    context: ExecutionContext,
    statuses?: unknown[],
  ): T {
    if (error) throw error as Error;
    const { id, ip } = requestOf(context);
    // The cached principal is shared by requests.
    if (principal) return { ...principal, requestId: id };
    if (statuses?.includes(MALFORMED)) {
      this.limits.noteFailure(ip);
      throw invalidToken('Bearer realm="api", error="invalid_request"');
    }
    this.limits.noteAnonymous(ip);
    throw new Problem('unauthorized', 'Send a token in the header: Authorization: Bearer <token>.', [], {
      'WWW-Authenticate': 'Bearer realm="api"',
    });
  }
}

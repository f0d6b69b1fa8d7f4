import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { requestOf } from '../../../api/endpoint/request';
import { declared, PUBLIC_KEY, SAME_ORIGIN_KEY } from '../../../api/identity/principal';
import { RateLimits } from '../../rate-limit/rate-limits';
import { assertSameOrigin, isSafe } from './same-origin';
import { credentialCookie } from './session-cookie';

/** Lets only our own pages use a session to change something, or get one. It runs before anybody looks up the cookie that another page sends. */
@Injectable()
export class SameOriginGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  /** @throws Problem forbidden; too-many-requests: nobody knows who it is, so that it counts as a request without a token */
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    if (!declared(this.reflector, SAME_ORIGIN_KEY, context) && !this.changesByCookie(request, context)) return true;
    try {
      assertSameOrigin(request);
    } catch (error) {
      this.limits.noteAnonymous(request.ip);
      throw error;
    }
    return true;
  }

  private changesByCookie(request: Request, context: ExecutionContext): boolean {
    if (isSafe(request) || credentialCookie(request) === null) return false;
    return !declared(this.reflector, PUBLIC_KEY, context);
  }
}

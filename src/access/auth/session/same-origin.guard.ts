import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { requestOf } from '../../../api/endpoint/request';
import { declared, PUBLIC_KEY, SAME_ORIGIN_KEY } from '../../../api/identity/principal';
import { Problem } from '../../../api/problem/problem';
import { RateLimits } from '../../rate-limit/rate-limits';
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

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether requests with this method change nothing, and so may come from anywhere. */
const isSafe = ({ method }: Request) => SAFE_METHODS.has(method);

/**
 * Allows requests with a cookie, or for a cookie, from our own pages only. Browsers name the origin of a request in
 * `Sec-Fetch-Site`, except old ones and over plain HTTP; then `Origin` has to be ours.
 * @throws Problem forbidden
 */
function assertSameOrigin(request: Request): void {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined ? isOurs(request) : site === 'same-origin') return;
  throw new Problem(
    'forbidden',
    site === undefined
      ? `A session is used from pages of this service only: the request needs an Origin, and it must be ${request.links.origin}.`
      : 'A session is used from pages of this service only: this request comes from another one.',
  );
}

/** `PUBLIC_URL`, or where the request went to. */
function isOurs({ headers, links, protocol, host }: Request): boolean {
  const { origin } = headers;
  return origin !== undefined && (origin === new URL(links.origin).origin || origin === `${protocol}://${host}`);
}

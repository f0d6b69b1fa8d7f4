import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requestOf, responseOf } from '../../api/endpoint/request';
import { declared, LIMITED_KEY, type Principal } from '../../api/identity/principal';
import { RateLimits } from './rate-limits';

/** Counts the request of a known caller, or of a page that is limited by address. Who is refused before is counted where that happens. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  /** @throws Problem too-many-requests */
  canActivate(context: ExecutionContext): boolean {
    const { user, ip } = requestOf(context);
    if (user) this.limits.useUser((user as Principal).userId, responseOf(context));
    else if (declared(this.reflector, LIMITED_KEY, context)) this.limits.usePage(ip, responseOf(context));
    return true;
  }
}

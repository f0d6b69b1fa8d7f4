import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requestOf } from '../../api/endpoint/request';
import { declared, type Principal, PUBLIC_KEY, SCOPE_KEY, SESSION_KEY } from '../../api/identity/principal';
import { Problem } from '../../api/problem/problem';
import { grants, type Scope } from '../../config/scopes';

/** Checks that the caller has the scope that the route declares. A route that declares nothing lets nobody in. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (declared(this.reflector, PUBLIC_KEY, context)) return true;
    const principal = requestOf(context).user as Principal;
    if (declared(this.reflector, SESSION_KEY, context)) return assertSession(principal);
    const scope = declared<Scope>(this.reflector, SCOPE_KEY, context);
    if (scope && grants(principal.scopes, scope)) return true;
    const what = principal.means === 'session' ? 'session' : 'token';
    throw new Problem('forbidden', `This needs a ${what} with the scope ${scope ?? '(none declared)'}.`, [], {
      'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${scope ?? ''}"`,
    });
  }
}

/** @throws Problem not-found for a token */
function assertSession({ means }: Principal): true {
  if (means !== 'session') throw Problem.notFound('session: this request has a token');
  return true;
}

import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { type Scope, SCOPES } from '../../config/scopes';
import { Problem } from '../problem/problem';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { UserActor } from './actor';

/** The caller and the scopes. */
export interface Principal extends UserActor {
  userName: string;
  /** The id of the token or of the session; with OpenID Connect, whose tokens are short-lived, that of the user. */
  tokenId: string;
  scopes: ReadonlySet<Scope>;
  /** When the token expires; null = never. Nothing that the caller creates may be valid for longer. */
  expiresAt: UtcTimestamp | null;
}

/** As they are stored: in their order, with blanks between them. */
export const scopeText = (scopes: Iterable<Scope>) => {
  const given = new Set(scopes);
  return SCOPES.filter((scope) => given.has(scope)).join(' ');
};
export const readScopes = (stored: string) => stored.split(' ') as Scope[];
export const scopesIn = (sql: string) => ({ sql, read: readScopes });

export const SCOPE_KEY = 'scope';
export const PUBLIC_KEY = 'public';
export const LIMITED_KEY = 'limited-by-address';
export const SESSION_KEY = 'session';
export const SAME_ORIGIN_KEY = 'same-origin';

/** The scope that a route needs. Every route declares this, `NeedsSession` or `Public`; one without is refused. */
export const NeedsScope = (scope: Scope) => SetMetadata(SCOPE_KEY, scope);

/** A route about the caller's own session, whatever its scopes are. With a token it is not found. */
export const NeedsSession = () => SetMetadata(SESSION_KEY, true);

/** A route that needs no token: health, metrics, documentation. */
export const Public = () => SetMetadata(PUBLIC_KEY, true);

/** A public route with a rate limit for each address: see `RateLimits.usePage`. */
export const LimitedByAddress = () => SetMetadata(LIMITED_KEY, true);

/** A public route that takes requests of our own pages only: see `assertSameOrigin`. */
export const FromOwnPages = () => SetMetadata(SAME_ORIGIN_KEY, true);

/** What a route, or else its controller, declares by one of these decorators. */
export const declared = <T = boolean>(reflector: Reflector, key: string, context: ExecutionContext): T | undefined =>
  reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);

/** The caller, in a controller's parameters. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.getArgByIndex<{ user: Principal }>(0).user,
);

/** The problem of an unknown, expired or revoked token. */
export const invalidToken = (challenge = 'Bearer realm="api", error="invalid_token"') =>
  new Problem('unauthorized', 'The token is not valid: unknown, expired or revoked.', [], {
    'WWW-Authenticate': challenge,
  });

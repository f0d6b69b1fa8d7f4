import type { Request } from 'express';
import { Problem } from '../../../api/problem/problem';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether requests with this method change nothing, and so may come from anywhere. */
export const isSafe = ({ method }: Request) => SAFE_METHODS.has(method);

/**
 * Allows requests with a cookie, or for a cookie, from our own pages only. Browsers name the origin of a request in
 * `Sec-Fetch-Site`, except old ones and over plain HTTP; then `Origin` has to be ours.
 * @throws Problem forbidden
 */
export function assertSameOrigin(request: Request): void {
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

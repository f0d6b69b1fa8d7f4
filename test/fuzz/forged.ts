import type { Description } from '../setup/description';
import type { WireAnswer, WireRequest } from './wire';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
/** What the server refuses before anybody asks who it is. */
const BEFORE = /#(?:bad-request|uri-too-long|headers-too-large|request-timeout)"/;

/** As Node.js gives a header that comes several times. */
function valueOf({ headers }: WireRequest, wanted: string, separator = ', '): string | undefined {
  const values = headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value.trim());
  return values.length > 0 ? values.join(separator) : undefined;
}

/**
 * Whether a request wants to use a session, or to start one, from a page that is not ours: an operation of the API that changes something, by
 * cookie alone.
 */
export function isForged(description: Description, request: WireRequest): boolean {
  const operation = description.operation(request.method, request.target.split(/[?#]/)[0]!);
  if (!operation || SAFE.includes(request.method) || isOwn(request)) return false;
  if (operation.operationId === 'createSession') return true;
  const hasCookie = /(?:^|;)\s*tracker=/.test(valueOf(request, 'cookie', '; ') ?? '');
  return hasCookie && valueOf(request, 'authorization') === undefined && operation.security?.length !== 0;
}

function isOwn(request: WireRequest): boolean {
  const site = valueOf(request, 'sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return valueOf(request, 'origin') === `http://${valueOf(request, 'host')}`;
}

/** What is wrong with the answer to a forged request: it is 403, whatever was asked and whoever is signed in. */
export function forgedFault({ status, headers, body }: WireAnswer): string | null {
  if (headers['set-cookie'] !== undefined) return 'a forged request was given a cookie';
  if (status === 403 || BEFORE.test(body.toString())) return null;
  return `a forged request was answered with ${status}`;
}

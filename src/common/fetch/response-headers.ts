import type { OutgoingAnswer } from '../outgoing-http/http-port';
import { parseRetryAfter } from '../outgoing-http/retry-after';
import { SourceError } from './source-error';

type WithHeaders = Pick<OutgoingAnswer, 'headers'>;
type WithStatus = Pick<OutgoingAnswer, 'status' | 'headers'>;

/** With these the next fetch asks whether anything has changed (RFC 9110, section 13). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** Seconds to wait after a 429 that does not say how long. */
const RATE_LIMIT_PAUSE = 300;
/** Seconds, about 2001: a larger reset is a time since 1970, a smaller one a duration. */
const FIRST_UNIX_TIME = 1e9;
const LONGEST_PAUSE = 86_400;

/** The first value of a header. */
export function headerOf({ headers }: WithHeaders, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** The next page as a `Link` header names it (RFC 8288). */
export const linkedPage = (_page: unknown, response: WithHeaders): string | null =>
  /<([^<>]{1,2000})>\s*;[^,<>]*\brel="?next"?/.exec(headerOf(response, 'link') ?? '')?.[1] ?? null;

/**
 * The URL of the next page. Servers behind a proxy leave out a part of their own path, or name a host inside: so only the query of the
 * link counts, and the rest is that of the URL that was asked. A link without a query is taken as it is. null = it is no URL.
 */
export function pageUrl(link: string, url: string): string | null {
  try {
    const [here, next] = [new URL(url), new URL(link, url)];
    if (next.search !== '') {
      here.search = next.search;
      return here.href;
    }
    // A server behind a proxy that terminates TLS may not know that it is reached by https.
    if (here.protocol === 'https:' && next.host === here.host) next.protocol = 'https:';
    return next.href;
  } catch {
    return null;
  }
}

export function redirectTarget(response: WithHeaders, url: string): string | null {
  try {
    return new URL(headerOf(response, 'location') ?? '', url).href;
  } catch {
    return null;
  }
}

export function validatorsOf(response: WithHeaders): Validators | null {
  const [etag, lastModified] = ['etag', 'last-modified'].map((name) => {
    const value = headerOf(response, name);
    // One that does not fit its column is ignored: the next fetch is not conditional.
    return value !== null && value.length <= 255 && /^[\x20-\x7e]+$/.test(value) ? value : null;
  }) as [string | null, string | null];
  return etag || lastModified ? { etag, lastModified } : null;
}

/** Seconds before the next request to the host, after any response: a good one may be the last that its limit allows. */
export function pauseAfter(response: WithStatus): number | null {
  const { status } = response;
  if (status === 429) return requestedPause(response) ?? RATE_LIMIT_PAUSE;
  return status < 400 || status === 403 || status === 503 ? requestedPause(response) : null;
}

/** Seconds, by `Retry-After` or the reset of an exhausted rate limit. */
function requestedPause(response: WithHeaders): number | null {
  const retryAfter = parseRetryAfter(response.headers['retry-after']);
  if (retryAfter !== null) return retryAfter;
  const reset = resetOf(response);
  if (reset === null || !/^\d{1,15}(\.\d+)?$/.test(reset)) return null;
  // Since 1970 at GitHub and GitLab, from now on by draft-ietf-httpapi-ratelimit-headers.
  const seconds = Number(reset) < FIRST_UNIX_TIME ? Number(reset) : Number(reset) - Date.now() / 1_000;
  return Math.min(LONGEST_PAUSE, Math.max(1, Math.ceil(seconds)));
}

/** The reset of an exhausted rate limit, as its header has it; null when none is exhausted. */
function resetOf(response: WithHeaders): string | null {
  const left = headerOf(response, 'x-ratelimit-remaining') ?? headerOf(response, 'ratelimit-remaining');
  if (left?.trim() === '0')
    return (headerOf(response, 'x-ratelimit-reset') ?? headerOf(response, 'ratelimit-reset'))?.trim() ?? null;
  // `"hour";r=0;t=600`: one of several limits, in a later version of the draft.
  const limits = headerOf(response, 'ratelimit')?.split(',') ?? [];
  const exhausted = limits.find((limit) => /;\s*r=0\s*(;|$)/.test(limit));
  return /;\s*t=(\d+)/.exec(exhausted ?? '')?.[1] ?? null;
}

const STATUS_TEXTS: Record<number, string> = {
  401: 'The source requires valid credentials',
  403: 'Access to the source is denied',
  404: 'The source was not found',
  410: 'The source was removed',
};

/** How GitHub and others say that a limit is reached, when neither status nor headers do. */
const SAYS_LIMIT = /rate limit|abuse detection|too many requests/i;
/** Characters of an error's text that are looked at. */
const ERROR_TEXT = 4_096;

/** Why a response with another status than 200 is of no use. */
export function errorOf(response: OutgoingAnswer): SourceError {
  const { status } = response;
  const pause = requestedPause(response);
  const isLimit = () => SAYS_LIMIT.test(response.bytes?.toString('latin1', 0, ERROR_TEXT) ?? '');
  if (status === 429 || (status === 403 && (pause !== null || isLimit())))
    return new SourceError('The rate limit of the source is exceeded', pause ?? RATE_LIMIT_PAUSE, status);
  const text =
    STATUS_TEXTS[status] ??
    (status >= 500 ? 'The server of the source failed' : 'The server of the source rejected the request');
  return new SourceError(`${text} (${status})`, pause, status);
}

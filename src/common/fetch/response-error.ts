import type { OutgoingAnswer } from '../outgoing-http/http-port';
import { RATE_LIMIT_PAUSE, requestedPause } from './response-headers';
import { SourceError } from './source-error';

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

import type { OutgoingAnswer, OutgoingError } from '../../common/outgoing-http/outgoing-http';
import { parseRetryAfter } from '../../common/outgoing-http/retry-after';

/** Seconds that a channel rests after a 429 that does not say how long. */
const OVERLOAD_PAUSE = 60;
const TRANSIENT = new Set([408, 425, 429]);

/**
 * What one attempt came to.
 * - `ok`: the receiver confirmed; final.
 * - `retry`: try again at the next step of the schedule, and not before `after` seconds.
 * - `dead`: this message will never be accepted; final, counts as a failure of the channel.
 * - `disable`: the channel itself is gone; final, switch it off and tell its owner.
 */
export interface Outcome {
  kind: 'ok' | 'retry' | 'dead' | 'disable';
  /** One sentence for the owner of the channel; never holds a secret, nor the path of a URL. */
  reason?: string;
  /** HTTP status, SMTP reply code, or a word such as `timeout`. */
  code?: number | string;
  /** Seconds, 0 to 86,400. */
  after?: number;
  /** What the receiver said, at most 500 printable characters. */
  excerpt?: string;
  /** The receiver may have got the message although we do not know: a retry may arrive twice. */
  unknown?: boolean;
  /** Counts like wrong credentials: three different messages in a row that end so switch the channel off. */
  refusal?: boolean;
  /** `after` holds for everything that goes to this host from here, not for this channel alone. */
  wholeHost?: boolean;
  /** The provider moved the recipient: what the channel's settings are from now on. */
  settings?: object;
  /** Why nothing was reached is hidden from users (`OutgoingError.hidden`), so the time that it took is as well. */
  hidden?: boolean;
  /** The operator's own relay is at fault: the attempt does not count and the channel is not to blame. */
  transport?: boolean;
}

/**
 * 2xx ok, 3xx dead, 410 disable (Standard Webhooks 1.0.0, "Delivery success and failure"), 408, 425, 429 and 5xx retry
 * with their Retry-After, any other 4xx dead. A channel whose provider means something else by a status maps that first.
 */
export function outcomeOfHttp(answer: OutgoingAnswer, now: Date = new Date()): Outcome {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'ok', code: status };
  const said = { code: status, ...(answer.excerpt ? { excerpt: answer.excerpt } : {}) };
  if (status >= 300 && status < 400)
    return { kind: 'dead', reason: `Answered ${status}: a redirect is not followed, enter the final URL`, ...said };
  if (status === 410) return { kind: 'disable', reason: 'Answered 410: the endpoint is gone', ...said };
  if (status >= 500 || TRANSIENT.has(status)) return retryOfHttp(answer, said, now);
  return { kind: 'dead', reason: refusal(status), ...said };
}

/** What goes wrong on the way to the receiver may be better next time; so may a forbidden address, which looks like a name unknown. */
export function outcomeOfOutgoingError(error: OutgoingError): Outcome {
  if (error.hidden) return { kind: 'retry', reason: error.message, code: 'unreachable', hidden: true };
  const outcome = { reason: error.message, code: error.kind };
  const unknown = ['timeout', 'reset', 'protocol'].includes(error.kind);
  return { kind: 'retry', ...outcome, ...(unknown ? { unknown } : {}) };
}

function retryOfHttp(answer: OutgoingAnswer, said: Partial<Outcome>, now: Date): Outcome {
  const asked = parseRetryAfter(answer.headers['retry-after'], now);
  const after = asked ?? (answer.status === 429 ? OVERLOAD_PAUSE : null);
  const reason = answer.status === 429 ? 'Answered 429: too many requests' : `Answered ${answer.status}`;
  return { kind: 'retry', reason, ...said, ...(after === null ? {} : { after }) };
}

function refusal(status: number): string {
  if (status === 401 || status === 403) return `Answered ${status}: the receiver does not accept our credentials`;
  if (status === 404) return 'Answered 404: there is nothing at this URL';
  return `Answered ${status}: the receiver refuses this message`;
}

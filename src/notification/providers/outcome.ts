import type { OutgoingAnswer } from '../../common/outgoing-http/http-port';
import type { OutgoingError } from '../../common/outgoing-http/outgoing-error';
import { parseRetryAfter } from '../../common/outgoing-http/retry-after';

/** Seconds to pause a channel after a 429 without `Retry-After`. */
const OVERLOAD_PAUSE = 60;
const TRANSIENT = new Set([408, 425, 429]);

/**
 * The outcome of one attempt.
 * - `ok`: the receiver confirmed; final.
 * - `retry`: retry at the next step of the schedule, and not before `after` seconds.
 * - `dead`: this message will never be accepted; final, counts as a failure of the channel.
 * - `disable`: the channel itself is gone; final, the channel is switched off and its owner notified.
 */
export interface Outcome {
  kind: 'ok' | 'retry' | 'dead' | 'disable';
  /** One sentence for the owner of the channel; never holds a secret, nor the path of a URL. */
  reason?: string;
  /** HTTP status, SMTP reply code, or a word such as `timeout`. */
  code?: number | string;
  /** Seconds, 0 to 86,400. */
  after?: number;
  /** The receiver's answer, at most 500 printable characters. */
  excerpt?: string;
  /** The receiver may have accepted the message, so a retry may arrive twice. */
  unknown?: boolean;
  /** Counts like wrong credentials: three in a row, for different messages, switch the channel off. */
  refusal?: boolean;
  /** `after` applies to everything that this process sends to the host, not to this channel only. */
  wholeHost?: boolean;
  /** The provider moved the recipient: the new settings of the channel. */
  settings?: object;
  /** The cause is hidden from users (`OutgoingError.hidden`), and so must be the time it took. */
  hidden?: boolean;
  /** The operator's own relay is at fault: the attempt does not count, nor does it affect the channel. */
  transport?: boolean;
}

/** Of a mistake of ours, or of a plug-in: a version that has it fixed will send the message. */
export const INTERNAL_ERROR: Outcome = {
  kind: 'retry',
  reason: 'internal error, see the log of the service',
  code: 'internal',
};

/** Milliseconds as users see them: of what was hidden they would tell an existing internal name from one that does not exist. */
export const shownMs = ({ hidden }: Outcome, ms: number): number => (hidden ? 0 : ms);

/**
 * 2xx ok, 3xx dead, 410 disable (Standard Webhooks 1.0.0, "Delivery success and failure"), 408, 425, 429 and 5xx retry with their
 * Retry-After, any other 4xx dead. Channels handle statuses with another meaning themselves.
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

/** Network failures are retried. So is a forbidden address, which must look like an unknown name. */
export function outcomeOfOutgoingError(error: OutgoingError): Outcome {
  if (error.hidden) return { kind: 'retry', reason: error.message, code: 'unreachable', hidden: true };
  const outcome = { reason: error.message, code: error.kind };
  // The operator's own, as the mail relay is.
  if (error.kind === 'proxy') return { kind: 'retry', ...outcome, transport: true };
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

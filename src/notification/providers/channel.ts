import type { Prepared } from '../../common/settings/settings';
import type { Message } from '../rendering/message';
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

/** Which schedule of retries fits, see `retry-schedule.ts`. */
export type RetryProfile = 'http' | 'email';

/** The groups in which people look for a type. */
export const CHANNEL_CATEGORIES = ['mail', 'chat', 'push', 'on-call', 'other'] as const;
export type ChannelCategory = (typeof CHANNEL_CATEGORIES)[number];

export interface Delivery<S extends object = object> {
  /** UUID of the delivery or digest: the same on every attempt, so that the receiver can drop a repeated message. */
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Validated settings, with secrets in plain text. */
  settings: S;
  /** For 24 hours after a rotation: the settings with the previous secret. */
  previous?: S;
  message: Message;
  /** By the database's clock, for timestamps that receivers check; default: now by the clock of this process. */
  sentAt?: Date;
}

/**
 * One way to notify a user. A channel is a file `<type>.channel.ts` and its entry in `index.ts`, or comes from a plug-in. Scheduling, retries, recording, storage of
 * secrets and the address guard are not its concern.
 */
export abstract class Channel<S extends object = object> {
  /** Its name in the API, kebab-case; stored, so it never changes. */
  abstract readonly type: string;
  /** Its name for people. */
  abstract readonly title: string;
  abstract readonly category: ChannelCategory;
  /** One sentence for people who choose a type: what arrives, and where. */
  abstract readonly description: string;
  /** A class whose properties carry `@Setting`. */
  abstract readonly settingsClass: new () => S;
  abstract readonly retryProfile: RetryProfile;
  /** Seconds between two messages of one channel, where the provider requires it; 0 = none. */
  readonly interval: number = 0;
  /** The package that brought it; null = it is the service's own. */
  readonly plugin: string | null = null;
  /** The page that says how it is set up, of a plug-in; null = it is one of docs/channels. */
  readonly docs: string | null = null;

  /** Why no channel of this type can be created, in words for users: the operator has not configured what it needs. */
  unavailableBecause?(): string | null;

  /** The point with which browsers subscribe (`applicationServerKey`), base64url; only for types that are a browser's. */
  applicationServerPoint?(): string;

  /**
   * Runs after the validation of new settings: completes them, and checks what needs more than their declaration.
   * @param page the origin of the page or program that sends them
   * @throws SettingsError with the field
   */
  prepare?(settings: S, page?: string): Prepared<S>;

  /**
   * The address of a person who has to consent before anything is sent; null when there is none. A type without this method needs no
   * consent.
   */
  recipient?(settings: S): string | null;

  /** Generates a new secret; only for types whose secrets the service generates. */
  rotate?(settings: S): Prepared<S>;

  /** One attempt of at most 60 seconds. Returns an outcome for every external failure; throws only on a bug. */
  abstract send(delivery: Delivery<S>): Promise<Outcome>;
}

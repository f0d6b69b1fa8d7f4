import type { Prepared } from '../../common/settings/settings';
import type { Message } from '../rendering/message';
import type { Outcome } from './outcome';

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
 * One way to notify a user. A channel is one file `<type>.channel.ts` and one line in `index.ts`, or comes from a plug-in. Scheduling, retries, recording, storage of
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

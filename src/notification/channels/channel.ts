import type { Prepared } from '../../common/settings/settings';
import type { Message } from './message';
import type { Outcome } from './outcome';

/** Which schedule of retries fits, see `retry-schedule.ts`. */
export type RetryProfile = 'http' | 'email';

export interface Delivery<S extends object = object> {
  /** Uuid of the delivery (of a digest: of the digest): the same on every attempt, so the receiver can drop a repeated message by it. */
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Checked and opened settings, secrets in clear. */
  settings: S;
  /** For a day after its secret was changed: the settings with the one before. */
  previous?: S;
  message: Message;
  /** By the clock of the database, for what the receiver compares with its own; without it, now by the clock of this process. */
  sentAt?: Date;
}

/**
 * One way to reach a person. A channel is one file `<type>.channel.ts` and one line in `index.ts`; schedule, retries,
 * recording, storage of secrets and the address guard are outside it.
 */
export abstract class Channel<S extends object = object> {
  /** The word in the API, kebab-case; never changes, it is stored. */
  abstract readonly type: string;
  /** What a person calls it. */
  abstract readonly title: string;
  /** A class whose properties carry `@Setting`. */
  abstract readonly settingsClass: new () => S;
  abstract readonly retryProfile: RetryProfile;
  /** Seconds that this process leaves between two messages of one channel, where the provider wants it; 0 = none. */
  readonly interval: number = 0;

  /** Why no channel of this type can be made here, in words for its user: the operator has not configured what it needs. */
  unavailableBecause?(): string | null;

  /**
   * Runs when settings are saved, after their validation: completes them, and refuses what only the service can judge.
   * @throws SettingsError naming the field
   */
  prepare?(settings: S): Prepared<S>;

  /**
   * The address of a person who has to agree before anything is sent there; null when there is none. A type without this needs
   * nobody's consent.
   */
  recipient?(settings: S): string | null;

  /** Makes a new secret in place of the present one; only for types whose secrets the service makes. */
  rotate?(settings: S): Prepared<S>;

  /** One attempt, at most 60 s. Answers an outcome for all that goes wrong outside; throws only for a mistake of ours. */
  abstract send(delivery: Delivery<S>): Promise<Outcome>;
}

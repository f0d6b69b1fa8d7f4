import type { Transaction } from '../../database/database';
import type { Outcome, RetryProfile } from '../providers/channel';
import type { Kind, QueuedMessage } from './system-message.repository';

/** Why a claimed message was not sent; no attempt is counted. `delete`: it does not count for a limit either. */
export type Skipped = { skip: 'finish' | 'delete' } | { skip: 'postpone'; seconds: number };

/** A kind of message that the service sends on its own account: how it is built, and where it goes. */
export interface SystemMessageKind {
  readonly kind: Kind;
  /** Messages that one process sends at the same time. */
  readonly concurrency: number;
  /** Whether a message that was refused for good is retried all the same. */
  readonly retriesRefusals?: boolean;

  /** Queues what is to be sent. @returns false when nothing of this kind is to be sent now */
  prepare?(): Promise<boolean>;

  /** One attempt. @throws SecretError when the settings cannot be opened: the message waits for the right key */
  send(message: QueuedMessage): Promise<Outcome | Skipped>;

  retryProfileOf(message: QueuedMessage): RetryProfile;

  /** Logs a failed attempt. @param isFinal there is no other one */
  logFailure?(message: QueuedMessage, outcome: Outcome, isFinal: boolean): void;

  /** In the transaction that gives a message up after a failed attempt. */
  recordFailure?(sql: Transaction, message: QueuedMessage, outcome: Outcome): Promise<void>;

  /** Logs a mistake of ours. */
  logError(message: QueuedMessage, error: unknown): void;
}

import { Injectable, Logger } from '@nestjs/common';
import { Semaphore } from '../../common/concurrency/semaphore';
import type { Attempt } from './attempt';
import { DeliveryRecorder } from './delivery-recorder';

interface Waiting {
  attempt: Attempt;
  resolve(): void;
  reject(error: unknown): void;
}

/** Milliseconds after which the next transaction begins beside one that is stuck: somebody has locked one of its rows. */
const PATIENCE_MS = 2_000;

/** Records attempts that ended during the previous transaction in one batch: a busy destination costs few transactions, and a single attempt does not wait. */
@Injectable()
export class AttemptBatcher {
  private readonly logger = new Logger(AttemptBatcher.name);
  private readonly turns = new Semaphore(1, PATIENCE_MS);
  private waiting: Waiting[] = [];

  constructor(private readonly recorder: DeliveryRecorder) {}

  /** Number of attempts that wait for the next transaction. */
  get waitingNow(): number {
    return this.waiting.length;
  }

  /** Resolves when it is committed. */
  record(attempt: Attempt): Promise<void> {
    // A digest may have thousands of members, so it is recorded on its own.
    if (attempt.delivery.digest_id !== null) return this.recorder.recordAlone(attempt);
    return new Promise((resolve, reject) => {
      this.waiting.push({ attempt, resolve, reject });
      void this.turns.run(() => this.recordWaiting());
    });
  }

  private async recordWaiting(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    if (batch.length > 1 && (await this.recordTogether(batch))) for (const { resolve } of batch) resolve();
    else
      await Promise.all(
        batch.map(({ attempt, resolve, reject }) => this.recorder.recordAlone(attempt).then(resolve, reject)),
      );
  }

  /** @returns false when the batch fails: then its attempts are recorded individually */
  private async recordTogether(batch: Waiting[]): Promise<boolean> {
    try {
      await this.recorder.record(batch.map(({ attempt }) => attempt));
      return true;
    } catch (error) {
      this.logger.debug({ msg: 'deliveries are written down one by one', deliveries: batch.length, err: error });
      return false;
    }
  }
}

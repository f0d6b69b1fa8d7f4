import { Injectable, Logger } from '@nestjs/common';
import { Turns } from '../common/turns';
import { Database, type Sql } from '../database/database';
import { FavoriteFlags, type Told } from '../favorite/favorite-flags';
import { attemptValues } from './attempt-values';
import { ChannelHealth } from './channel-health';
import type { Outcome } from './channels/outcome';
import { type ClaimedDelivery, toldBy } from './delivery-queue';
import { markSent } from './notification-state';

/** A delivery that its provider accepted, and that was no digest. */
export interface Accepted {
  delivery: ClaimedDelivery;
  outcome: Outcome;
  /** How long the attempt took. */
  ms: number;
}

interface Waiting {
  accepted: Accepted;
  written(): void;
  /** Writes it down by itself. Does not throw. */
  alone(): Promise<void>;
}

/** Milliseconds after which a set keeps the others waiting no longer: somebody holds one of its rows. */
const PATIENCE_MS = 2_000;

/**
 * Writes down in one transaction what was accepted while the one before was written: a busy host costs few transactions, and whoever
 * comes alone waits for nobody. A delivery stays open (see `Slots`) until it is written down, so that no more than a few are in doubt
 * when the process dies.
 */
@Injectable()
export class AcceptedDeliveries {
  private readonly logger = new Logger(AcceptedDeliveries.name);
  private readonly turns = new Turns(1, PATIENCE_MS);
  private waiting: Waiting[] = [];

  constructor(
    private readonly database: Database,
    private readonly flags: FavoriteFlags,
    private readonly health: ChannelHealth,
  ) {}

  /** How many wait for the next set. */
  get waitingNow(): number {
    return this.waiting.length;
  }

  /**
   * Resolves when it is committed.
   * @param writeAlone writes it down by itself: when there is no other, or their set could not be written
   * @throws what `writeAlone` throws
   */
  record(accepted: Accepted, writeAlone: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ accepted, written: resolve, alone: () => writeAlone().then(resolve, reject) });
      void this.turns.run(() => this.writeWaiting());
    });
  }

  private async writeWaiting(): Promise<void> {
    const set = this.waiting;
    this.waiting = [];
    if (set.length > 1 && (await this.together(set.map(({ accepted }) => accepted))))
      for (const one of set) one.written();
    else await Promise.all(set.map((one) => one.alone()));
  }

  /** @returns false when one of them stands in the way: each is written down alone then, which shows which one it is */
  private async together(set: Accepted[]): Promise<boolean> {
    try {
      await this.database.transaction((sql) => this.write(sql, set));
      return true;
    } catch (error) {
      this.logger.debug({ msg: 'deliveries are written down one by one', deliveries: set.length, err: error });
      return false;
    }
  }

  /** As `DeliveryRecord` does for one of them. */
  private async write(sql: Sql, set: Accepted[]): Promise<void> {
    const deliveries = set.map(({ delivery }) => delivery);
    await this.finish(sql, deliveries);
    await this.log(sql, set);
    await this.health.recover(sql, [...new Set(deliveries.map(({ channel_id }) => channel_id))]);
    await markSent(sql, [...new Set(deliveries.map(({ notification_id }) => notification_id))]);
    await this.flags.advanceNotified(sql, newestOf(deliveries));
  }

  /** @throws when one of the claims is over */
  private async finish(sql: Sql, deliveries: ClaimedDelivery[]): Promise<void> {
    const ended = await sql.execute(
      `UPDATE delivery SET state = 'sent', next_at = NULL, collect_at = NULL, claim_id = NULL, last_error = NULL,
         updated_at = ${sql.dialect.now}
       WHERE ${deliveries.map(() => '(id = ? AND claim_id = ?)').join(' OR ')}`,
      deliveries.flatMap(({ id, claim_id }) => [id, claim_id]),
    );
    if (ended < deliveries.length) throw new Error('a claim was lost before the outcome was recorded');
  }

  /** @throws when one of them has an attempt of the same number, one that did not count */
  private async log(sql: Sql, set: Accepted[]): Promise<void> {
    const rows = set.map(({ delivery, outcome, ms }) => ({
      key: [delivery.id, delivery.attempts],
      values: attemptValues(sql.dialect, outcome, ms),
    }));
    const columns = Object.entries(rows[0]!.values);
    const row = `(?, ?, ${columns.map(([, [text]]) => text).join(', ')})`;
    await sql.execute(
      `INSERT INTO delivery_attempt (delivery_id, no, ${columns.map(([name]) => name).join(', ')})
       VALUES ${rows.map(() => row).join(', ')}`,
      rows.flatMap(({ key, values }) => [...key, ...Object.values(values).map(([, value]) => value)]),
    );
  }
}

/** The newest version that each favorite was told of. */
function newestOf(deliveries: ClaimedDelivery[]): Told[] {
  const newest = new Map<string, ClaimedDelivery>();
  for (const delivery of deliveries) {
    const other = newest.get(delivery.favorite_id);
    if (!other || other.version_key < delivery.version_key) newest.set(delivery.favorite_id, delivery);
  }
  return [...newest.values()].map(toldBy);
}

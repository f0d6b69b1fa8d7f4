import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database } from '../../database/database';

const UPKEEP = 'upkeep';
/** The row whose `next_at` is the moment up to which no old reminders are left. */
const REMINDERS = 'reminders';

@Injectable()
export class UpkeepRepository {
  constructor(private readonly database: Database) {}

  /**
   * Claims the upkeep if it is due, by moving its due time. A process that dies with it leaves the work to the next claim.
   * @returns whether this process has it
   */
  async claim(everySeconds: number): Promise<boolean> {
    const { now, nowPlus, onDuplicate } = this.database.dialect;
    const keep = onDuplicate(['name'], { name: 'upkeep.name' });
    await this.database.execute(`INSERT INTO upkeep (name, next_at) VALUES (?, ${now}) ${keep}`, [UPKEEP]);
    const moved = await this.database.execute(
      `UPDATE upkeep SET next_at = ${nowPlus} WHERE name = ? AND next_at <= ${now}`,
      [everySeconds, UPKEEP],
    );
    return moved > 0;
  }

  /** Up to which moment old reminders were removed; null = never. */
  async remindersRemovedUntil(): Promise<UtcTimestamp | null> {
    const [row] = await this.database.query<{ next_at: UtcTimestamp }>('SELECT next_at FROM upkeep WHERE name = ?', [
      REMINDERS,
    ]);
    return row?.next_at ?? null;
  }

  async setRemindersRemovedUntil(until: UtcTimestamp): Promise<void> {
    const replace = this.database.dialect.onDuplicate(['name'], { next_at: '?' });
    await this.database.execute(`INSERT INTO upkeep (name, next_at) VALUES (?, ?) ${replace}`, [
      REMINDERS,
      until,
      until,
    ]);
  }
}

import { Injectable } from '@nestjs/common';
import { momentText, type UtcTimestamp } from '../common/time/utc-timestamp';
import { Database, type Sql } from '../database/database';
import { insertRows, pagesOf, placeholders } from '../database/rows';

/** A day as a calendar shows it. */
export interface EventDay {
  favoriteId: string;
  subject: string;
  /** `YYYY-MM-DD` */
  day: string;
}

export interface EventRow {
  favorite_id: string;
  subject: string;
  ends_on: string;
  revision: number;
  changed_at: UtcTimestamp;
}

/** All statements on `feed_event`. */
@Injectable()
export class FeedEventRepository {
  constructor(private readonly database: Database) {}

  /** The days of these favorites that calendars have shown. */
  async find(favoriteIds: string[]): Promise<EventRow[]> {
    const found: EventRow[] = [];
    for (const page of pagesOf(favoriteIds)) {
      const rows = await this.database.query<EventRow>(
        `SELECT favorite_id, subject, ends_on, revision, ${momentText('changed_at')} AS changed_at
         FROM feed_event WHERE favorite_id IN (${placeholders(page.length)})`,
        page,
      );
      found.push(...rows);
    }
    return found;
  }

  /** Adds days that no calendar has shown, unless another replica has, or the favorite is gone. */
  async insert(sql: Sql, days: EventDay[], now: UtcTimestamp): Promise<void> {
    const keep = sql.dialect.onDuplicate(['favorite_id', 'subject'], { subject: 'feed_event.subject' });
    for (const page of pagesOf(days)) {
      const ids = [...new Set(page.map(({ favoriteId }) => favoriteId))].sort();
      const text = `SELECT id FROM favorite WHERE id IN (${placeholders(ids.length)}) ORDER BY id ${sql.dialect.forShare}`;
      const left = new Set((await sql.query<{ id: string }>(text, ids)).map(({ id }) => id));
      const rows = page
        .filter(({ favoriteId }) => left.has(favoriteId))
        .map(({ favoriteId, subject, day }) => [favoriteId, subject, day, 0, now]);
      const columns = ['favorite_id', 'subject', 'ends_on', 'revision', 'changed_at'];
      if (rows.length > 0) await insertRows(sql, 'feed_event', columns, rows, keep);
    }
  }

  /** Records a moved day; only one replica counts it. */
  async move(sql: Sql, { favoriteId, subject, day }: EventDay, now: UtcTimestamp): Promise<void> {
    await sql.execute(
      `UPDATE feed_event SET ends_on = ?, revision = revision + 1, changed_at = ?
       WHERE favorite_id = ? AND subject = ? AND ends_on <> ?`,
      [day, now, favoriteId, subject, day],
    );
  }
}

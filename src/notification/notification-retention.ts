import { Injectable } from '@nestjs/common';
import type { Moment } from '../common/moment';
import { Config } from '../config/config';
import { Database, type Sql } from '../database/database';
import { placeholders } from '../database/rows';
import { noteTold } from '../favorite/told-versions';

interface Old {
  id: string;
  favorite_id: string;
  created_at: Moment;
  reminder: number;
}

/** Notifications in one transaction; with their deliveries and attempts that may be some thousand rows. */
const PAGE = 200;
/** Seconds for which reminders are kept: they are tried for a week, and whoever looks for one that failed should still find it. */
const KEEP_REMINDERS = 14 * 86_400;
const FROM_THE_FIRST = '2000-01-01 00:00:00.000000';

/** Removes notifications that are over and older than `KEEP_NOTIFICATIONS`, and reminders after two weeks, with their deliveries and attempts. */
@Injectable()
export class NotificationRetention {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  /**
   * In pages from the oldest on, each in a transaction of its own, so it may be cut off anywhere.
   * @returns how many were removed
   */
  async run(signal?: AbortSignal): Promise<number> {
    if (this.config.keepNotifications === null) return 0;
    const until = await this.endOfRetention(this.config.keepNotifications);
    let removed = 0;
    for await (const page of this.pages(FROM_THE_FIRST, until, signal))
      removed += await this.database.transaction((sql) => this.remove(sql, page));
    return removed;
  }

  /**
   * The same for reminders.
   * @param from up to which they were removed before; null = never
   * @param seen is told after each page up to which there are none left
   */
  async runReminders(
    from: Moment | null,
    seen: (until: Moment) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<number> {
    const until = await this.endOfRetention(KEEP_REMINDERS);
    let removed = 0;
    for await (const page of this.pages(from ?? FROM_THE_FIRST, until, signal)) {
      const reminders = page.filter(({ reminder }) => reminder > 0);
      if (reminders.length > 0) removed += await this.database.transaction((sql) => this.remove(sql, reminders));
      await seen(page.at(-1)!.created_at);
    }
    return removed;
  }

  private async *pages(from: Moment, until: Moment, signal?: AbortSignal): AsyncGenerator<Old[]> {
    for (let last = { id: '', created_at: from }; !signal?.aborted;) {
      const page = await this.pageAfter(last, until);
      if (page.length === 0) return;
      yield page;
      last = page.at(-1)!;
    }
  }

  private async endOfRetention(seconds: number): Promise<Moment> {
    const [row] = await this.database.query<{ until: Moment }>(`SELECT ${this.database.dialect.nowPlus} AS until`, [
      -seconds,
    ]);
    return row!.until;
  }

  private pageAfter({ created_at: moment, id }: Pick<Old, 'created_at' | 'id'>, until: Moment): Promise<Old[]> {
    return this.database.query<Old>(
      `SELECT n.id, n.favorite_id, n.created_at, n.reminder
       FROM notification n ${this.database.dialect.byIndex('notification_created')}
       WHERE n.created_at < ? AND n.created_at >= ? AND (n.created_at > ? OR n.id > ?)
       ORDER BY n.created_at, n.id LIMIT ${PAGE}`,
      [until, moment, moment, id],
    );
  }

  /**
   * All but what is still under way, and but the one by which a favorite is known to have been told of the version on offer, or of its
   * newest one: `NotificationWriter` looks for that. Favorites are held first, as everybody does who writes notifications.
   */
  private async remove(sql: Sql, page: Old[]): Promise<number> {
    const favorites = [...new Set(page.map((old) => old.favorite_id))];
    await sql.query(
      `SELECT id FROM favorite WHERE id IN (${placeholders(favorites.length)}) ORDER BY id ${sql.dialect.forUpdate}`,
      favorites,
    );
    const rows = await sql.query<{ id: string }>(
      `SELECT n.id FROM notification n JOIN favorite f ON f.id = n.favorite_id
       WHERE n.id IN (${placeholders(page.length)}) AND n.state <> 'pending'
         AND (n.reminder > 0 OR n.version_id NOT IN (COALESCE(f.available_version_id, ''), COALESCE(f.notified_version_id, '')))`,
      page.map(({ id }) => id),
    );
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await noteTold(sql, ids);
    const these = placeholders(ids.length);
    return sql.execute(`DELETE FROM notification WHERE id IN (${these}) AND state <> 'pending'`, ids);
  }
}

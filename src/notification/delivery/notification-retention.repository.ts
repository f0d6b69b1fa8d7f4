import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { placeholders } from '../../database/rows';

export interface OldNotification {
  id: string;
  favorite_id: string;
  created_at: UtcTimestamp;
  reminder: number;
}

/** Finds and removes old notifications; their deliveries and attempts go with them. */
@Injectable()
export class NotificationRetentionRepository {
  constructor(private readonly database: Database) {}

  /** The time so many seconds ago. */
  async ago(seconds: number): Promise<UtcTimestamp> {
    const [row] = await this.database.query<{ at: UtcTimestamp }>(`SELECT ${this.database.dialect.nowPlus} AS at`, [
      -seconds,
    ]);
    return row!.at;
  }

  /** The next notifications before `until`, the oldest first, by the index `notification_created`. */
  pageAfter(
    { created_at: from, id }: Pick<OldNotification, 'created_at' | 'id'>,
    until: UtcTimestamp,
    size: number,
  ): Promise<OldNotification[]> {
    return this.database.query<OldNotification>(
      `SELECT n.id, n.favorite_id, n.created_at, n.reminder
       FROM notification n ${this.database.dialect.byIndex('notification_created')}
       WHERE n.created_at < ? AND n.created_at >= ? AND (n.created_at > ? OR n.id > ?)
       ORDER BY n.created_at, n.id LIMIT ${size}`,
      [until, from, from, id],
    );
  }

  /** Locks favorites in the order of their ids, as everybody does who writes notifications. */
  async lockFavorites(sql: Sql, ids: string[]): Promise<void> {
    await sql.query(
      `SELECT id FROM favorite WHERE id IN (${placeholders(ids.length)}) ORDER BY id ${sql.dialect.forUpdate}`,
      ids,
    );
  }

  /**
   * All of these but what is still under way, and the notification that shows that a favorite was notified of the version on offer, or of its
   * newest one: `NotificationQueueRepository` looks for it.
   */
  async removable(sql: Sql, ids: string[]): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT n.id FROM notification n JOIN favorite f ON f.id = n.favorite_id
       WHERE n.id IN (${placeholders(ids.length)}) AND n.state <> 'pending'
         AND (n.reminder > 0 OR n.version_id IS NULL OR n.version_id NOT IN (COALESCE(f.available_version_id, ''), COALESCE(f.notified_version_id, '')))`,
      ids,
    );
    return rows.map(({ id }) => id);
  }

  /** @returns how many were removed */
  remove(sql: Sql, ids: string[]): Promise<number> {
    return sql.execute(
      `DELETE FROM notification WHERE id IN (${placeholders(ids.length)}) AND state <> 'pending'`,
      ids,
    );
  }
}

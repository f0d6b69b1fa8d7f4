import { Injectable, type OnModuleInit } from '@nestjs/common';
import { idsOf } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { deleteByIds } from '../../database/pages';
import { placeholders } from '../../database/rows';
import { FavoriteWriter } from '../../favorite/store/favorite-writer';

export interface OldNotification {
  id: string;
  favorite_id: string;
  created_at: UtcTimestamp;
  reminder: number;
  /** As far as an unlocked row tells. */
  is_over: number;
}

/**
 * Notifications `n` of favorites `f` that are not under way, but for the one that shows that a favorite was notified of the version on offer, or of
 * its newest one: `NotificationQueueRepository` looks for it.
 */
const IS_OVER = `n.state <> 'pending' AND (n.reminder > 0 OR n.version_id IS NULL
  OR n.version_id NOT IN (COALESCE(f.available_version_id, ''), COALESCE(f.notified_version_id, '')))`;

/**
 * Finds and removes old notifications, with their deliveries and attempts. Deletes the notifications of a user in pages, and those of favorites before the favorites, so that no cascade goes over more than two
 * tables: over three, MySQL from 9.6 on leaves rows of the third behind.
 */
@Injectable()
export class NotificationRemovalRepository implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly favorites: FavoriteWriter,
  ) {}

  onModuleInit(): void {
    this.favorites.beforeDelete((sql, ids) => this.removeOfFavorites(sql, ids));
  }

  /** The ids of the first `limit` notifications of a user, by the index `notification_user`. */
  idsOfUser(userId: string, limit: number): Promise<string[]> {
    return this.ids(
      `SELECT id FROM notification ${this.database.dialect.byIndex('notification_user')} WHERE user_id = ?
       ORDER BY user_id, created_at, id LIMIT ${limit}`,
      [userId],
    );
  }

  /** Deletes up to `limit` deliveries of these notifications, by the index `delivery_once`. @returns how many */
  async deleteDeliveries(notificationIds: string[], limit: number): Promise<number> {
    const ids = await this.ids(
      `SELECT id FROM delivery ${this.database.dialect.byIndex('delivery_once')}
       WHERE notification_id IN (${placeholders(notificationIds.length)}) LIMIT ${limit}`,
      notificationIds,
    );
    return deleteByIds(this.database, 'delivery', ids);
  }

  /** @returns how many there were */
  deleteNotifications(ids: string[]): Promise<number> {
    return deleteByIds(this.database, 'notification', ids);
  }

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
    const { byIndex, thenJoin } = this.database.dialect;
    return this.database.query<OldNotification>(
      `SELECT n.id, n.favorite_id, n.created_at, n.reminder, (${IS_OVER}) AS is_over
       FROM notification n ${byIndex('notification_created')} ${thenJoin} favorite f ON f.id = n.favorite_id
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

  /** Those of these that are over, whose favorites are locked. */
  async removable(sql: Sql, ids: string[]): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT n.id FROM notification n JOIN favorite f ON f.id = n.favorite_id
       WHERE n.id IN (${placeholders(ids.length)}) AND ${IS_OVER}`,
      ids,
    );
    return rows.map(({ id }) => id);
  }

  /** @returns how many were removed */
  removeOld(sql: Sql, ids: string[]): Promise<number> {
    return sql.execute(
      `DELETE FROM notification WHERE id IN (${placeholders(ids.length)}) AND state <> 'pending'`,
      ids,
    );
  }

  private async removeOfFavorites(sql: Sql, favoriteIds: string[]): Promise<void> {
    await sql.execute(
      `DELETE FROM notification WHERE favorite_id IN (${placeholders(favoriteIds.length)})`,
      favoriteIds,
    );
  }

  private async ids(statement: string, parameters: string[]): Promise<string[]> {
    return idsOf(await this.database.query<{ id: string }>(statement, parameters));
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Sql } from '../../database/database';
import { placeholders } from '../../database/rows';
import { FavoriteWriter } from '../../favorite/store/favorite-writer';

/**
 * Deletes the notifications of a user in pages, and those of favorites before the favorites, so that no cascade goes over more than two
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
    const statement = this.database.dialect.deleteGiven('delivery', { id: 'text' });
    return ids.length === 0 ? 0 : this.database.execute(statement, [given(ids)]);
  }

  /** @returns how many there were */
  async deleteNotifications(ids: string[]): Promise<number> {
    const statement = this.database.dialect.deleteGiven('notification', { id: 'text' });
    return ids.length === 0 ? 0 : this.database.execute(statement, [given(ids)]);
  }

  private async removeOfFavorites(sql: Sql, favoriteIds: string[]): Promise<void> {
    await sql.execute(
      `DELETE FROM notification WHERE favorite_id IN (${placeholders(favoriteIds.length)})`,
      favoriteIds,
    );
  }

  private async ids(statement: string, parameters: string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(statement, parameters);
    return rows.map(({ id }) => id);
  }
}

const given = (ids: string[]) => JSON.stringify(ids.map((id) => [id]));

import { Injectable } from '@nestjs/common';
import type { Moment } from '../common/moment';
import type { Parameter, Sql } from '../database/database';
import { placeholders } from '../database/rows';
import type { FavoritePage } from '../favorite/favorite-flags';

/** Seconds after which a delivery is not tried any more: after a week nobody wants the news as news. */
const EXPIRES_AFTER = 7 * 86_400;

/** A version that favorites are to be told of. */
export interface NewVersion {
  id: string;
  addedAt: Moment;
}

/** Users and channels that take a notification of row `f` of favorite. */
const RECEIVES = `f.update_available = 1 AND f.notifications_enabled = 1 AND f.use_default_notification = 1
  AND EXISTS (SELECT 1 FROM user u WHERE u.id = f.user_id AND u.notifications_enabled = 1)
  AND EXISTS (SELECT 1 FROM channel c WHERE c.user_id = f.user_id AND c.enabled = 1 AND c.is_default = 1)`;

/**
 * Writes notifications and, for each, a delivery for every channel that it goes through: the rows that the delivery part
 * takes up. Always in the transaction that raised the flag or found the reminder due.
 */
@Injectable()
export class NotificationWriter {
  /**
   * One notification for each outstanding favorite of the page that tracked its version when `version` arrived and was not
   * told of it before. A favorite made, or moved, later knows it already.
   * @returns how many notifications were written
   */
  async announce(sql: Sql, page: FavoritePage, version: NewVersion): Promise<number> {
    const now = await this.now(sql);
    const written = await sql.execute(
      `INSERT INTO notification (id, user_id, favorite_id, software_id, version_id, tracked_version_id, reminder, state,
         created_at)
       SELECT ${sql.dialect.uuid}, f.user_id, f.id, f.software_id, ?, f.version_id, 0, 'pending', ?
       FROM favorite f
       WHERE f.software_id = ? AND f.id > ? AND f.id <= ? AND f.tracked_since <= ? AND ${RECEIVES}
         AND NOT EXISTS (SELECT 1 FROM notification n WHERE n.favorite_id = f.id AND n.version_id = ?)
       ${sql.dialect.keepExisting('notification')}`,
      [version.id, now, page.softwareId, page.after, page.upTo, version.addedAt, version.id],
    );
    if (written === 0) return 0;
    await this.queue(sql, now, 'f.software_id = ? AND f.id > ? AND f.id <= ? AND n.version_id = ?', [
      page.softwareId,
      page.after,
      page.upTo,
      version.id,
    ]);
    return written;
  }

  /**
   * Tells again of the latest version, those of the favorites whose update is still outstanding.
   * @returns how many notifications were written
   */
  async remind(sql: Sql, favoriteIds: string[]): Promise<number> {
    if (favoriteIds.length === 0) return 0;
    const now = await this.now(sql);
    const among = `f.id IN (${placeholders(favoriteIds.length)})`;
    const written = await sql.execute(
      `INSERT INTO notification (id, user_id, favorite_id, software_id, version_id, tracked_version_id, reminder, state,
         created_at)
       SELECT ${sql.dialect.uuid}, f.user_id, f.id, f.software_id, s.latest_version_id, f.version_id,
         1 + COALESCE((SELECT MAX(n.reminder) FROM notification n
                       WHERE n.favorite_id = f.id AND n.version_id = s.latest_version_id), 0), 'pending', ?
       FROM favorite f JOIN software s ON s.id = f.software_id
       WHERE ${among} AND s.latest_version_id IS NOT NULL AND ${RECEIVES}
       ${sql.dialect.keepExisting('notification')}`,
      [now, ...favoriteIds],
    );
    if (written > 0) await this.queue(sql, now, `${among} AND n.reminder > 0`, favoriteIds);
    return written;
  }

  private async queue(sql: Sql, createdAt: Moment, condition: string, parameters: Parameter[]): Promise<void> {
    const { dialect } = sql;
    await sql.execute(
      `INSERT INTO delivery (id, notification_id, channel_id, type, state, next_at, expires_at, created_at, updated_at)
       SELECT ${dialect.uuid}, n.id, c.id, c.type, 'queued', ?, ${dialect.nowPlus}, ?, ?
       FROM favorite f
         JOIN notification n ON n.favorite_id = f.id AND n.created_at = ?
         JOIN channel c ON c.user_id = f.user_id AND c.enabled = 1 AND c.is_default = 1
       WHERE ${condition}
       ${dialect.keepExisting('delivery')}`,
      [createdAt, EXPIRES_AFTER, createdAt, createdAt, createdAt, ...parameters],
    );
  }

  private async now(sql: Sql): Promise<Moment> {
    const [row] = await sql.query<{ now: Moment }>(`SELECT ${sql.dialect.now} AS now`);
    return row!.now;
  }
}

import { Injectable } from '@nestjs/common';
import type { Moment } from '../common/moment';
import type { Sql } from '../database/database';
import { databaseNow } from '../database/database-clock';
import type { Dialect } from '../database/dialect';
import { pagesOf, placeholders } from '../database/rows';
import { isMore, isSame } from '../favorite/compared-versions';
import { type FavoriteScope, outstandingPages, theseFavorites } from '../favorite/favorite-scope';
import type { HeldFavorites } from '../favorite/held-favorites';
import { EXPIRES_AFTER, Holding } from './digest/holding';
import { HAS_TIMING } from './digest/stored-timing';
import { refreshStatesOf } from './notification-state';
import { DeliveryPace } from './pace/delivery-pace';

/** The channels `c` that a notification of row `f` of favorite goes through. */
const GOES_THROUGH = `c.user_id = f.user_id AND c.enabled = 1 AND c.state <> 'unconfirmed' AND (
    (f.use_default_notification = 1 AND c.is_default = 1) OR
    (f.use_default_notification = 0 AND EXISTS (
      SELECT 1 FROM favorite_channel fc WHERE fc.favorite_id = f.id AND fc.channel_id = c.id)))`;

/** Whether a notification of row `f` of favorite reaches anybody. */
const receives = ({ byIndex }: Dialect) => `f.update_available = 1 AND f.notifications_enabled = 1
  AND EXISTS (SELECT 1 FROM user u WHERE u.id = f.user_id AND u.notifications_enabled = 1 AND u.disabled_at IS NULL)
  AND EXISTS (SELECT 1 FROM channel c ${byIndex('channel_user')} WHERE ${GOES_THROUGH})`;

/** What came to nothing before anybody got it, since the version was withdrawn or not wanted at that moment, told nobody. */
const told = (notification: string) => `${notification}.state <> 'cancelled'`;

/** Whether the version on offer to row `f` of favorite was told, and is the newest one that was. */
const WAS_TOLD_LAST = `AND EXISTS (
    SELECT 1 FROM notification n WHERE n.favorite_id = f.id AND n.version_id = f.available_version_id AND ${told('n')})
  AND NOT EXISTS (
    SELECT 1 FROM notification n
      JOIN version nv ON nv.id = n.version_id AND nv.software_id = f.software_id
      JOIN version av ON av.id = f.available_version_id
    WHERE n.favorite_id = f.id AND nv.version_key > av.version_key AND ${told('n')})`;

/**
 * Favorites `f` that are offered something newer than what their owner saw when writing them, and than what a channel accepted last: of
 * two labels for one version, the second is no news. Not `kv.software_id = f.software_id` in the join: then all versions of that
 * software may be read for each favorite.
 */
const newsFor = ({ thenJoin }: Dialect) => `favorite f
    ${thenJoin} version av ON av.id = f.available_version_id
    LEFT JOIN version kv ON kv.id = f.known_version_id
    LEFT JOIN version nv ON nv.id = f.notified_version_id`;
const IS_NEWS = `(kv.id IS NULL OR kv.software_id <> f.software_id OR ${isMore('av', 'kv')})
    AND (nv.id IS NULL OR nv.software_id <> f.software_id OR NOT ${isSame('nv', 'av')})`;

/**
 * Writes notifications and, for each, a delivery for every channel that it goes through: the rows that the delivery part
 * takes up. Always in the transaction that raised the flag or found the reminder due.
 */
@Injectable()
export class NotificationWriter {
  constructor(
    private readonly holding: Holding,
    private readonly pace: DeliveryPace,
  ) {}

  /**
   * One notification of the version on offer for each of these favorites that was not told of it before and whose owner does not
   * know it from writing the favorite.
   * @param now the database's own, after these favorites were held
   * @returns how many notifications were written
   */
  async announce(sql: Sql, { scope, favorites }: HeldFavorites, now: Moment): Promise<number> {
    const written = await sql.execute(
      `INSERT INTO notification (id, user_id, favorite_id, software_id, version_id, tracked_version_id, reminder, state,
         created_at)
       SELECT ${sql.dialect.uuid}, f.user_id, f.id, f.software_id, f.available_version_id, f.version_id, 0, 'pending', ?
       FROM ${newsFor(sql.dialect)}
       WHERE ${scope.condition('f')} AND ${receives(sql.dialect)} AND ${IS_NEWS}
         AND NOT EXISTS (
           SELECT 1 FROM notification n ${sql.dialect.byIndex('notification_once')}
           WHERE n.favorite_id = f.id AND n.version_id = f.available_version_id AND (n.reminder = 0 OR ${told('n')}))
       ${sql.dialect.keepExisting('notification')}`,
      [now, ...scope.parameters],
    );
    const revived = written < favorites.length ? await this.revive(sql, scope, now) : 0;
    if (revived + written > 0) await this.queue(sql, now, scope, 0);
    return revived + written;
  }

  /**
   * What was refused for good, or not accepted in all its time, and is still on offer to this user: it is as if it had come to nothing, and
   * is told anew by the next `announce`. So is what has no way to go: its only channel was deleted the moment it was written.
   */
  async forgetFailures(sql: Sql, userId: string): Promise<void> {
    for await (const page of outstandingPages(sql, userId)) await this.forgetFailuresOf(sql, theseFavorites(page));
  }

  private async forgetFailuresOf(sql: Sql, scope: FavoriteScope): Promise<void> {
    const { thenJoin, byIndex, now } = sql.dialect;
    const rows = await sql.query<{ id: string }>(
      `SELECT n.id FROM favorite f ${thenJoin} notification n ${byIndex('notification_once')}
         ON n.favorite_id = f.id AND n.version_id = f.available_version_id AND n.reminder = 0 AND (n.state IN ('failed', 'expired')
           OR (n.state = 'pending' AND NOT EXISTS (
             SELECT 1 FROM delivery d ${byIndex('delivery_once')} WHERE d.notification_id = n.id AND d.state = 'queued')))
       WHERE ${scope.condition('f')} AND f.update_available = 1`,
      scope.parameters,
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await sql.execute(
      `UPDATE delivery SET state = 'cancelled', updated_at = ${now}
       WHERE notification_id IN (${placeholders(ids.length)}) AND state IN ('failed', 'expired')`,
      ids,
    );
    await refreshStatesOf(sql, ids);
  }

  /**
   * Notifications that came to nothing, of versions that are on offer again: they are as new, and so are their deliveries. Those of
   * channels that were added since are queued with them.
   * @returns how many there are
   */
  private async revive(sql: Sql, scope: FavoriteScope, now: Moment): Promise<number> {
    const { byIndex, thenJoin, nowPlus } = sql.dialect;
    const first = `ON n.favorite_id = f.id AND n.version_id = f.available_version_id AND n.reminder = 0 AND n.state = 'cancelled'`;
    // Most of the time there is none, and all that decides further is not worth reading.
    const ended = await sql.query<{ favorite_id: string }>(
      `SELECT n.favorite_id FROM favorite f ${thenJoin} notification n ${byIndex('notification_once')} ${first}
       WHERE ${scope.condition('f')} AND f.update_available = 1`,
      scope.parameters,
    );
    if (ended.length === 0) return 0;
    const theirs = theseFavorites(ended.map(({ favorite_id }) => favorite_id));
    const wanted = await sql.query<{ id: string }>(
      `SELECT n.id FROM ${newsFor(sql.dialect)} ${thenJoin} notification n ${byIndex('notification_once')} ${first}
       WHERE ${theirs.condition('f')} AND ${receives(sql.dialect)} AND ${IS_NEWS}
         AND NOT EXISTS (
           SELECT 1 FROM notification m ${byIndex('notification_once')}
           WHERE m.favorite_id = f.id AND m.version_id = f.available_version_id AND ${told('m')})`,
      theirs.parameters,
    );
    for (const page of pagesOf(wanted)) {
      const ids = page.map(({ id }) => id);
      const among = placeholders(ids.length);
      await sql.execute(
        `UPDATE notification SET state = 'pending', created_at = ?,
           tracked_version_id = (SELECT f.version_id FROM favorite f WHERE f.id = notification.favorite_id)
         WHERE id IN (${among}) AND state = 'cancelled'`,
        [now, ...ids],
      );
      await sql.execute(
        `UPDATE delivery SET state = 'queued', next_at = NULL, collect_at = ?, expires_at = ${nowPlus}, created_at = ?, updated_at = ?,
           last_error = NULL, at_once = 0, held_until = NULL
         WHERE notification_id IN (${among}) AND state = 'cancelled' AND EXISTS (
           SELECT 1 FROM notification n JOIN favorite f ON f.id = n.favorite_id JOIN channel c ON ${GOES_THROUGH}
           WHERE n.id = delivery.notification_id AND c.id = delivery.channel_id)`,
        [now, EXPIRES_AFTER, now, now, ...ids],
      );
    }
    return wanted.length;
  }

  /**
   * Tells again of the version on offer, those of the favorites whose update is still outstanding. Not while a limit holds back what tells
   * of it already: that would only grow.
   * @returns how many notifications were written
   */
  remind(sql: Sql, favoriteIds: string[]): Promise<number> {
    const { byIndex, thenJoin, now } = sql.dialect;
    return this.tellAgain(
      sql,
      favoriteIds,
      `AND NOT EXISTS (SELECT 1 FROM notification p ${byIndex('notification_once')} ${thenJoin} delivery h ${byIndex('delivery_once')}
           ON h.notification_id = p.id AND h.state = 'queued' AND h.held_until > ${now}
         WHERE p.favorite_id = f.id AND p.version_id = f.available_version_id AND p.state = 'pending')`,
    );
  }

  /**
   * The same for favorites whose snooze ended, of a version that they were told of before, and of none newer.
   * @returns how many notifications were written
   */
  remindAfterSnooze(sql: Sql, favoriteIds: string[]): Promise<number> {
    return this.tellAgain(sql, favoriteIds, WAS_TOLD_LAST);
  }

  private async tellAgain(sql: Sql, favoriteIds: string[], condition = ''): Promise<number> {
    if (favoriteIds.length === 0) return 0;
    const scope = theseFavorites(favoriteIds);
    const now = await databaseNow(sql);
    const written = await sql.execute(
      `INSERT INTO notification (id, user_id, favorite_id, software_id, version_id, tracked_version_id, reminder, state,
         created_at)
       SELECT ${sql.dialect.uuid}, f.user_id, f.id, f.software_id, f.available_version_id, f.version_id,
         1 + COALESCE((SELECT MAX(n.reminder) FROM notification n ${sql.dialect.byIndex('notification_once')}
                       WHERE n.favorite_id = f.id AND n.version_id = f.available_version_id), 0), 'pending', ?
       FROM favorite f
       WHERE ${scope.condition('f')} AND f.available_version_id IS NOT NULL AND ${receives(sql.dialect)} ${condition}
       ${sql.dialect.keepExisting('notification')}`,
      [now, ...scope.parameters],
    );
    if (written > 0) await this.queue(sql, now, scope, 1);
    return written;
  }

  /**
   * Deliveries of the notifications that were written at this moment. Their channels are held, as their owners may change the timing this
   * very moment; those of channels that have one wait, and it is then decided until when.
   */
  private async queue(sql: Sql, createdAt: Moment, scope: FavoriteScope, leastReminder: number): Promise<void> {
    const { dialect } = sql;
    await sql.execute(
      `INSERT INTO delivery (id, notification_id, channel_id, type, lane, state, next_at, collect_at, expires_at, created_at, updated_at)
       SELECT ${dialect.uuid}, n.id, c.id, c.type, c.lane, 'queued', CASE WHEN ${HAS_TIMING} THEN NULL ELSE ? END,
         CASE WHEN ${HAS_TIMING} THEN ? ELSE NULL END, ${dialect.nowPlus}, ?, ?
       FROM favorite f
         ${dialect.thenJoin} notification n ${dialect.byIndex('notification_once')}
           ON n.favorite_id = f.id AND n.version_id = f.available_version_id AND n.created_at = ? AND n.reminder >= ${leastReminder}
         ${dialect.thenJoin} channel c ${dialect.byIndex('channel_user')} ON ${GOES_THROUGH}
       WHERE ${scope.condition('f')} ${dialect.forShare}
       ${dialect.keepExisting('delivery')}`,
      [createdAt, createdAt, EXPIRES_AFTER, createdAt, createdAt, createdAt, ...scope.parameters],
    );
    await this.holding.holdNew(sql, createdAt);
    await this.pace.spreadNew(sql, createdAt, scope);
  }
}

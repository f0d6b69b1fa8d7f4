import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { pagesOf, placeholders } from '../../database/rows';
import type { DueAlert } from '../../favorite/store/alert';
import { type FavoriteScope, favoritesById } from '../../favorite/store/favorite-scope';
import { isSame, supersedes } from '../../version/versions/version.repository';
import { EXPIRES_AFTER } from './digest/digest.repository';
import { HAS_TIMING } from './digest/timing';

/** The channels `c` that a notification of row `f` of favorite goes through. */
const GOES_THROUGH = `c.user_id = f.user_id AND c.enabled = 1 AND c.state <> 'unconfirmed' AND (
    (f.use_default_notification = 1 AND c.is_default = 1) OR
    (f.use_default_notification = 0 AND EXISTS (
      SELECT 1 FROM favorite_channel fc WHERE fc.favorite_id = f.id AND fc.channel_id = c.id)))`;

/** Whether a notification of row `f` of favorite reaches anybody. */
const hasWay = ({ byIndex }: Dialect) => `f.notifications_enabled = 1
  AND EXISTS (SELECT 1 FROM user u WHERE u.id = f.user_id AND u.notifications_enabled = 1 AND u.disabled_at IS NULL)
  AND EXISTS (SELECT 1 FROM channel c ${byIndex('channel_user')} WHERE ${GOES_THROUGH})`;

/** Whether a notification of the version on offer to row `f` of favorite reaches anybody. */
const isReached = (dialect: Dialect) => `f.update_available = 1 AND ${hasWay(dialect)}`;

/** A cancelled notification reached nobody: its version was withdrawn, or not wanted at that time. */
const notified = (notification: string) => `${notification}.state <> 'cancelled'`;

/** Whether the owner of row `f` of favorite was notified of the version on offer, and of none that is newer. */
const WAS_NOTIFIED_LAST = `AND EXISTS (
    SELECT 1 FROM notification n WHERE n.favorite_id = f.id AND n.version_id = f.available_version_id AND ${notified('n')})
  AND NOT EXISTS (
    SELECT 1 FROM notification n
      JOIN version nv ON nv.id = n.version_id AND nv.software_id = f.software_id
      JOIN version av ON av.id = f.available_version_id
    WHERE n.favorite_id = f.id AND nv.version_key > av.version_key AND ${notified('n')})`;

/**
 * Favorites `f` that are offered something newer than what their owner saw when writing them, and than what a channel accepted last: of
 * two labels for one version, the second is no news. Not `kv.software_id = f.software_id` in the join: the server may then read all versions of
 * that software for each favorite.
 */
const newsFor = ({ thenJoin }: Dialect) => `favorite f
    ${thenJoin} version av ON av.id = f.available_version_id
    LEFT JOIN version kv ON kv.id = f.known_version_id
    LEFT JOIN version nv ON nv.id = f.notified_version_id`;
const IS_NEWS = `(kv.id IS NULL OR kv.software_id <> f.software_id OR ${supersedes('av', 'kv')})
    AND (nv.id IS NULL OR nv.software_id <> f.software_id OR NOT ${isSame('nv', 'av')})`;

const COLUMNS = 'id, user_id, favorite_id, software_id, version_id, tracked_version_id, reminder, state, created_at';

/** Writes notifications, of versions and alerts, and their deliveries, in sets of favorites that the transaction has locked. */
@Injectable()
export class NotificationQueueRepository {
  /** A notification of the version on offer for each favorite that was not notified of it before. @returns how many were written */
  insertNews(sql: Sql, scope: FavoriteScope, now: UtcTimestamp): Promise<number> {
    return sql.execute(
      `INSERT INTO notification (${COLUMNS})
       SELECT ${sql.dialect.uuid}, f.user_id, f.id, f.software_id, f.available_version_id, f.version_id, 0, 'pending', ?
       FROM ${newsFor(sql.dialect)}
       WHERE ${scope.condition('f')} AND ${isReached(sql.dialect)} AND ${IS_NEWS}
         AND NOT EXISTS (
           SELECT 1 FROM notification n ${sql.dialect.byIndex('notification_once')}
           WHERE n.favorite_id = f.id AND n.version_id = f.available_version_id AND (n.reminder = 0 OR ${notified('n')}))
       ${sql.dialect.keepExisting('notification')}`,
      [now, ...scope.parameters],
    );
  }

  /**
   * One more reminder of the version on offer for each favorite. Not for one whose last notification is held back by the pace of its owner:
   * the backlog would only grow.
   */
  insertReminders(sql: Sql, scope: FavoriteScope, now: UtcTimestamp): Promise<number> {
    const { byIndex, thenJoin, now: current } = sql.dialect;
    const isHeldBack = `EXISTS (SELECT 1 FROM notification p ${byIndex('notification_once')} ${thenJoin} delivery h ${byIndex('delivery_once')}
         ON h.notification_id = p.id AND h.state = 'queued' AND h.held_until > ${current}
       WHERE p.favorite_id = f.id AND p.version_id = f.available_version_id AND p.state = 'pending')`;
    return this.insertAgain(sql, scope, now, `AND NOT ${isHeldBack}`);
  }

  /** The same after a snooze, for favorites that were notified of the version on offer, and of none that is newer. */
  insertRemindersAfterSnooze(sql: Sql, scope: FavoriteScope, now: UtcTimestamp): Promise<number> {
    return this.insertAgain(sql, scope, now, WAS_NOTIFIED_LAST);
  }

  /** Cancelled notifications of versions that are on offer again. Locks nothing. @returns their ids */
  async cancelledNews(sql: Sql, scope: FavoriteScope): Promise<string[]> {
    const { byIndex, thenJoin } = sql.dialect;
    const isCancelled = `${byIndex('notification_once')} ON n.favorite_id = f.id AND n.version_id = f.available_version_id
      AND n.reminder = 0 AND n.state = 'cancelled'`;
    // Most of the time there is none, and all that decides further is not worth reading.
    const ended = await sql.query<{ favorite_id: string }>(
      `SELECT n.favorite_id FROM favorite f ${thenJoin} notification n ${isCancelled}
       WHERE ${scope.condition('f')} AND f.update_available = 1`,
      scope.parameters,
    );
    if (ended.length === 0) return [];
    const theirs = favoritesById(ended.map(({ favorite_id }) => favorite_id));
    const wanted = await sql.query<{ id: string }>(
      `SELECT n.id FROM ${newsFor(sql.dialect)} ${thenJoin} notification n ${isCancelled}
       WHERE ${theirs.condition('f')} AND ${isReached(sql.dialect)} AND ${IS_NEWS}
         AND NOT EXISTS (
           SELECT 1 FROM notification m ${byIndex('notification_once')}
           WHERE m.favorite_id = f.id AND m.version_id = f.available_version_id AND ${notified('m')})`,
      theirs.parameters,
    );
    return wanted.map(({ id }) => id);
  }

  /** Makes cancelled notifications and their deliveries as new. `queueDeliveries` then adds those of channels that were added since. */
  async revive(sql: Sql, ids: string[], now: UtcTimestamp): Promise<void> {
    for (const page of pagesOf(ids)) {
      const among = placeholders(page.length);
      await sql.execute(
        `UPDATE notification SET state = 'pending', created_at = ?,
           tracked_version_id = (SELECT f.version_id FROM favorite f WHERE f.id = notification.favorite_id)
         WHERE id IN (${among}) AND state = 'cancelled'`,
        [now, ...page],
      );
      // Also those that are not queued again: the log of a channel is in the order of its deliveries.
      await sql.execute(`UPDATE delivery SET created_at = ? WHERE notification_id IN (${among})`, [now, ...page]);
      await sql.execute(
        `UPDATE delivery SET state = 'queued', next_at = NULL, collect_at = ?, expires_at = ${sql.dialect.nowPlus},
           updated_at = ?, last_error = NULL, at_once = 0, held_until = NULL, digest_id = NULL
         WHERE notification_id IN (${among}) AND state = 'cancelled' AND EXISTS (
           SELECT 1 FROM notification n JOIN favorite f ON f.id = n.favorite_id JOIN channel c ON ${GOES_THROUGH}
           WHERE n.id = delivery.notification_id AND c.id = delivery.channel_id)`,
        [now, EXPIRES_AFTER, now, ...page],
      );
    }
  }

  /**
   * Deliveries of the notifications that were written at `createdAt`. Locks their channels, whose owners may be changing the timing;
   * deliveries of channels that have a timing wait until it is decided for how long.
   */
  async queueDeliveries(
    sql: Sql,
    createdAt: UtcTimestamp,
    scope: FavoriteScope,
    which: 'all' | 'reminders' | 'alerts',
  ): Promise<void> {
    const { dialect } = sql;
    const ofThese =
      which === 'alerts'
        ? 'n.version_id IS NULL'
        : `n.version_id = f.available_version_id AND n.reminder >= ${which === 'all' ? 0 : 1}`;
    await sql.execute(
      `INSERT INTO delivery (id, notification_id, channel_id, type, destination, state, next_at, collect_at, expires_at, created_at, updated_at)
       SELECT ${dialect.uuid}, n.id, c.id, c.type, c.destination, 'queued', CASE WHEN ${HAS_TIMING} THEN NULL ELSE ? END,
         CASE WHEN ${HAS_TIMING} THEN ? ELSE NULL END, ${dialect.nowPlus}, ?, ?
       FROM favorite f
         ${dialect.thenJoin} notification n ${dialect.byIndex('notification_once')} ON n.favorite_id = f.id
           AND ${ofThese} AND n.created_at = ?
         ${dialect.thenJoin} channel c ${dialect.byIndex('channel_user')} ON ${GOES_THROUGH}
       WHERE ${scope.condition('f')} ${dialect.forShare}
       ${dialect.keepExisting('delivery')}`,
      [createdAt, createdAt, EXPIRES_AFTER, createdAt, createdAt, createdAt, ...scope.parameters],
    );
  }

  /** Notifications of versions on offer that failed, or that no channel is left for. */
  async failedNews(sql: Sql, scope: FavoriteScope): Promise<string[]> {
    const { thenJoin, byIndex } = sql.dialect;
    const rows = await sql.query<{ id: string }>(
      `SELECT n.id FROM favorite f ${thenJoin} notification n ${byIndex('notification_once')}
         ON n.favorite_id = f.id AND n.version_id = f.available_version_id AND n.reminder = 0 AND (n.state IN ('failed', 'expired')
           OR (n.state = 'pending' AND NOT EXISTS (
             SELECT 1 FROM delivery d ${byIndex('delivery_once')} WHERE d.notification_id = n.id AND d.state = 'queued')))
       WHERE ${scope.condition('f')} AND f.update_available = 1`,
      scope.parameters,
    );
    return rows.map(({ id }) => id);
  }

  async cancelFailedDeliveries(sql: Sql, notificationIds: string[]): Promise<void> {
    await sql.execute(
      `UPDATE delivery SET state = 'cancelled', updated_at = ${sql.dialect.now}
       WHERE notification_id IN (${placeholders(notificationIds.length)}) AND state IN ('failed', 'expired')`,
      notificationIds,
    );
  }

  /** Subjects of the alerts of favorites, sent or not, the latest first. Index: `notification_subject`. */
  async alertSubjects(sql: Sql, favoriteIds: string[]): Promise<Map<string, string[]>> {
    const rows = await sql.query<{ favorite_id: string; subject: string }>(
      `SELECT n.favorite_id, n.subject FROM notification n ${sql.dialect.byIndex('notification_subject')}
       WHERE n.favorite_id IN (${placeholders(favoriteIds.length)}) AND n.subject IS NOT NULL AND n.state <> 'cancelled'
       ORDER BY n.created_at DESC, n.id DESC`,
      favoriteIds,
    );
    const byFavorite = groupBy(rows, ({ favorite_id }) => favorite_id);
    return new Map([...byFavorite].map(([id, theirs]) => [id, theirs.map(({ subject }) => subject)]));
  }

  /** One notification about no version for each of these favorites, which are locked, if it reaches anybody. @returns how many were written */
  insertAlerts(sql: Sql, alerts: DueAlert[], now: UtcTimestamp): Promise<number> {
    const { dialect } = sql;
    return sql.execute(
      `INSERT INTO notification (${COLUMNS}, kind, subject)
       SELECT ${dialect.uuid}, f.user_id, f.id, f.software_id, NULL, f.version_id, 0, 'pending', ?, g.kind, g.subject
       FROM (${dialect.givenRows(ALERT_COLUMNS)}) g ${dialect.thenJoin} favorite f ON f.id = g.favorite_id
       WHERE ${hasWay(dialect)}
       ${dialect.keepExisting('notification')}`,
      [now, rowsOf(alerts)],
    );
  }

  /** Those of these alerts that were written before and cancelled, and reach somebody now. @returns their ids */
  async cancelledAlerts(sql: Sql, alerts: DueAlert[]): Promise<string[]> {
    const { dialect } = sql;
    const rows = await sql.query<{ id: string }>(
      `SELECT n.id FROM (${dialect.givenRows(ALERT_COLUMNS)}) g ${dialect.thenJoin} favorite f ON f.id = g.favorite_id
         ${dialect.thenJoin} notification n ${dialect.byIndex('notification_subject')}
           ON n.favorite_id = g.favorite_id AND n.subject = g.subject AND n.state = 'cancelled'
       WHERE ${hasWay(dialect)}`,
      [rowsOf(alerts)],
    );
    return rows.map(({ id }) => id);
  }

  /** Keeps the states of notifications in line with their deliveries, in the transaction that changes those. */
  async refresh(sql: Sql, ids: string[]): Promise<void> {
    await sql.execute(
      `UPDATE notification SET state = ${derivedState(sql.dialect)} WHERE id IN (${placeholders(ids.length)})`,
      ids,
    );
  }

  /** The same by their deliveries. @param which notifications: all, or only those that are pending */
  async refreshByDeliveries(sql: Sql, deliveryIds: string[], which: 'all' | 'pending' = 'all'): Promise<void> {
    // Not by id IN (SELECT …), nor with DISTINCT: MariaDB would read every notification there is.
    const parts = {
      source: `SELECT d.notification_id FROM delivery d WHERE d.id IN (${placeholders(deliveryIds.length)})`,
      on: 'e.notification_id = notification.id',
      set: `state = ${derivedState(sql.dialect)}`,
      where: which === 'all' ? '1 = 1' : `notification.state = 'pending'`,
    };
    await sql.execute(sql.dialect.updateJoined('notification', parts), deliveryIds);
  }

  private insertAgain(sql: Sql, scope: FavoriteScope, now: UtcTimestamp, condition: string): Promise<number> {
    return sql.execute(
      `INSERT INTO notification (${COLUMNS})
       SELECT ${sql.dialect.uuid}, f.user_id, f.id, f.software_id, f.available_version_id, f.version_id,
         1 + COALESCE((SELECT MAX(n.reminder) FROM notification n ${sql.dialect.byIndex('notification_once')}
                       WHERE n.favorite_id = f.id AND n.version_id = f.available_version_id), 0), 'pending', ?
       FROM favorite f
       WHERE ${scope.condition('f')} AND f.available_version_id IS NOT NULL AND ${isReached(sql.dialect)} ${condition}
       ${sql.dialect.keepExisting('notification')}`,
      [now, ...scope.parameters],
    );
  }
}

/** The state of a row of `notification` from its deliveries. Without the hints MySQL reads every delivery there is. */
function derivedState({ thenJoin, byIndex }: Dialect): string {
  const theirs = `delivery d ${byIndex('delivery_once')}`;
  const someThat = (is: string) =>
    `EXISTS (SELECT 1 FROM ${theirs} WHERE d.notification_id = notification.id AND ${is})`;
  const some = (state: string) => someThat(`d.state = '${state}'`);
  // An accepted delivery that is resent by hand stays accepted, whatever becomes of it; the version before wrote down the attempt alone.
  const accepted = `EXISTS (SELECT 1 FROM ${theirs} ${thenJoin} delivery_attempt a ${byIndex('PRIMARY')}
    ON a.delivery_id = d.id AND a.outcome = 'ok' WHERE d.notification_id = notification.id)`;
  return `CASE WHEN ${someThat(`(d.state = 'sent' OR d.sent_ms IS NOT NULL)`)} OR ${accepted} THEN 'sent' WHEN ${some('queued')} THEN 'pending'
    WHEN ${some('failed')} THEN 'failed' WHEN ${some('expired')} THEN 'expired' ELSE 'cancelled' END`;
}

const ALERT_COLUMNS = { favorite_id: 'text', kind: 'text', subject: 'text' } as const;
const rowsOf = (alerts: DueAlert[]) =>
  JSON.stringify(alerts.map(({ favoriteId, kind, subject }) => [favoriteId, kind, subject]));

import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../../common/time/utc-timestamp';
import { Database, type Sql } from '../../../database/database';
import { insertRows, pagesOf, placeholders } from '../../../database/rows';
import type { FavoriteScope } from '../../../favorite/store/favorite-scope';
import { EXPIRES_AFTER } from '../digest/digest.repository';

/** A delivery that is due at once, unless its owner has too many. */
export interface DueDelivery {
  id: string;
  user_id: string;
  destination: string;
}

/** How far the window of a limit is filled: of the hour (`destination` is empty), or of one destination. */
export interface WindowRow {
  user_id: string;
  destination: string;
  window_at: UtcTimestamp;
  used: number;
}

const REMOVED_AT_ONCE = 500;

/** The windows of limits, and the deliveries that wait for them. */
@Injectable()
export class DeliveryPaceRepository {
  constructor(private readonly database: Database) {}

  /** Owners of these favorites with more than `few` channels, or notifications in the last so many seconds. */
  async busyUsers(
    sql: Sql,
    scope: FavoriteScope,
    few: number,
    { now, seconds }: { now: UtcTimestamp; seconds: number },
  ): Promise<string[]> {
    const { byIndex, after } = sql.dialect;
    const hasMore = (rows: string) => `(${rows} LIMIT 1 OFFSET ${few}) IS NOT NULL`;
    const rows = await sql.query<{ user_id: string }>(
      `SELECT f.user_id FROM favorite f ${byIndex(scope.index)} WHERE ${scope.condition('f')} AND (
         ${hasMore(`SELECT n.id FROM notification n ${byIndex('notification_user')}
           WHERE n.user_id = f.user_id AND n.created_at > ${after('?', `-${seconds}`)}`)}
         OR ${hasMore(`SELECT c.id FROM channel c ${byIndex('channel_user')} WHERE c.user_id = f.user_id`)})`,
      [...scope.parameters, now],
    );
    return [...new Set(rows.map(({ user_id }) => user_id))];
  }

  /** Deliveries that were written at `now` for these favorites of these users and are due at once, in the order of their ids. */
  newDeliveries(sql: Sql, scope: FavoriteScope, users: string[], now: UtcTimestamp): Promise<DueDelivery[]> {
    const { thenJoin, byIndex } = sql.dialect;
    return sql.query<DueDelivery>(
      `SELECT d.id, f.user_id, d.destination FROM favorite f ${byIndex(scope.index)}
         ${thenJoin} notification n ${byIndex('notification_once')}
           ON n.favorite_id = f.id AND (n.version_id = f.available_version_id OR n.version_id IS NULL) AND n.created_at = ?
         ${thenJoin} delivery d ${byIndex('delivery_once')} ON d.notification_id = n.id AND d.created_at = ? AND d.next_at = ?
       WHERE ${scope.condition('f')} AND f.user_id IN (${placeholders(users.length)}) ORDER BY d.id`,
      [now, now, now, ...scope.parameters, ...users],
    );
  }

  /** Locks all windows of these users, in the order of the primary key; those that are missing are made, empty. */
  async lockWindows(sql: Sql, keys: [user: string, destination: string][], now: UtcTimestamp): Promise<WindowRow[]> {
    await insertRows(
      sql,
      'delivery_pace',
      ['user_id', 'destination', 'window_at', 'used'],
      keys.map((key) => [...key, now, 0]),
      sql.dialect.onDuplicate(['user_id', 'destination'], { used: 'delivery_pace.used' }),
    );
    const users = [...new Set(keys.map(([user]) => user))];
    return sql.query<WindowRow>(
      `SELECT user_id, destination, window_at, used FROM delivery_pace
       WHERE user_id IN (${placeholders(users.length)}) ORDER BY user_id, destination ${sql.dialect.forUpdate}`,
      users,
    );
  }

  async saveWindows(sql: Sql, windows: WindowRow[]): Promise<void> {
    const columns = { user_id: 'text', destination: 'text', begins_at: 'moment', filled: 'integer' } as const;
    const statement = sql.dialect.updateJoined('delivery_pace', {
      source: sql.dialect.givenRows(columns),
      on: 'e.user_id = delivery_pace.user_id AND e.destination = delivery_pace.destination',
      set: 'window_at = e.begins_at, used = e.filled',
      where: '1 = 1',
    });
    for (const page of pagesOf(windows)) {
      const rows = page.map(({ user_id, destination, window_at, used }) => [user_id, destination, window_at, used]);
      await sql.execute(statement, [JSON.stringify(rows)]);
    }
  }

  /** Holds deliveries back until these times. The week for which each is tried begins then. */
  async holdBack(sql: Sql, until: [id: string, at: UtcTimestamp][]): Promise<void> {
    const statement = sql.dialect.updateJoined('delivery', {
      source: sql.dialect.givenRows({ id: 'text', due_at: 'moment' }),
      on: 'e.id = delivery.id',
      set: `next_at = e.due_at, held_until = e.due_at, expires_at = ${sql.dialect.after('e.due_at', String(EXPIRES_AFTER))}`,
      where: '1 = 1',
    });
    for (const page of pagesOf(until)) await sql.execute(statement, [JSON.stringify(page)]);
  }

  /** Removes some windows that began so many seconds ago, by the index `delivery_pace_window`. @returns whether there may be more */
  async removeOld(seconds: number): Promise<boolean> {
    const { nowPlus } = this.database.dialect;
    const rows = await this.database.query<{ user_id: string; destination: string }>(
      `SELECT user_id, destination FROM delivery_pace WHERE window_at < ${nowPlus} ORDER BY window_at LIMIT ${REMOVED_AT_ONCE}`,
      [-seconds],
    );
    for (const { user_id, destination } of rows)
      await this.database.execute(
        `DELETE FROM delivery_pace WHERE user_id = ? AND destination = ? AND window_at < ${nowPlus}`,
        [user_id, destination, -seconds],
      );
    return rows.length === REMOVED_AT_ONCE;
  }
}

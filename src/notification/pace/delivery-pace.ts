import { Injectable, Logger } from '@nestjs/common';
import type { Moment } from '../../common/moment';
import { Config } from '../../config/config';
import type { Rate } from '../../config/rate';
import { Database, type Sql } from '../../database/database';
import { insertRows, pagesOf, placeholders } from '../../database/rows';
import type { FavoriteScope } from '../../favorite/favorite-scope';
import { EXPIRES_AFTER } from '../digest/holding';
import { momentAt, msOf } from '../digest/stored-timing';
import { type PaceWindow, takePlace } from './pace-window';

const HOUR = 3_600;
/** Windows that are over for so many seconds are removed. */
const KEPT = 86_400;
const REMOVED_AT_ONCE = 500;

/** A delivery that is due at once, unless its owner has too many. */
export interface DueDelivery {
  id: string;
  user_id: string;
  lane: string;
}

interface Row {
  user_id: string;
  lane: string;
  window_at: Moment;
  used: number;
}

/**
 * How many deliveries of one user go out in an hour, and to one host in a second: the others become due later, in the order in which
 * they were written. What is filled is in rows, so that all replicas agree, and it is counted where deliveries are written: the claim
 * sees nothing of it. A digest counts as nothing, as a channel has one at a time.
 */
@Injectable()
export class DeliveryPace {
  private readonly logger = new Logger(DeliveryPace.name);
  private readonly perHour: Rate | null;
  private readonly perHost: Rate | null;

  constructor(
    private readonly database: Database,
    config: Config,
  ) {
    this.perHour = config.deliveriesPerHour === null ? null : { points: config.deliveriesPerHour, seconds: HOUR };
    this.perHost = config.deliveriesPerHost || null;
  }

  /** Those that were written at `now` for these favorites, in the same transaction, and are due at once. */
  async spreadNew(sql: Sql, now: Moment, scope: FavoriteScope): Promise<void> {
    const users = await this.busyUsers(sql, now, scope);
    if (users.length === 0) return;
    const { thenJoin, byIndex } = sql.dialect;
    const deliveries = await sql.query<DueDelivery>(
      `SELECT d.id, f.user_id, d.lane FROM favorite f ${byIndex(scope.index)}
         ${thenJoin} notification n ${byIndex('notification_once')}
           ON n.favorite_id = f.id AND n.version_id = f.available_version_id AND n.created_at = ?
         ${thenJoin} delivery d ${byIndex('delivery_once')} ON d.notification_id = n.id AND d.created_at = ? AND d.next_at = ?
       WHERE ${scope.condition('f')} AND f.user_id IN (${placeholders(users.length)}) ORDER BY d.id`,
      [now, now, now, ...scope.parameters, ...users],
    );
    await this.spread(sql, now, deliveries);
  }

  /** Gives each of them a place, in this order. Those whose place is later than now wait for it. */
  async spread(sql: Sql, now: Moment, deliveries: DueDelivery[]): Promise<void> {
    if (deliveries.length === 0 || (!this.perHour && !this.perHost)) return;
    const windows = await this.lockWindows(sql, now, deliveries);
    const held: [string, Moment][] = [];
    for (const delivery of deliveries) {
      const at = this.placeOf(delivery, windows, msOf(now));
      if (at > msOf(now)) held.push([delivery.id, momentAt(at)]);
    }
    await this.writeWindows(sql, windows);
    for (const page of pagesOf(held)) await this.hold(sql, page);
    if (held.length > 0) this.logger.log({ msg: 'deliveries held', deliveries: held.length });
  }

  /** Forgets windows that are over. */
  async removeOld(signal?: AbortSignal): Promise<void> {
    for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE && !signal?.aborted;) {
      const { nowPlus } = this.database.dialect;
      const rows = await this.database.query<{ user_id: string; lane: string }>(
        `SELECT user_id, lane FROM delivery_pace WHERE window_at < ${nowPlus} ORDER BY window_at LIMIT ${REMOVED_AT_ONCE}`,
        [-KEPT],
      );
      removed = rows.length;
      for (const { user_id, lane } of rows)
        await this.database.execute(
          `DELETE FROM delivery_pace WHERE user_id = ? AND lane = ? AND window_at < ${nowPlus}`,
          [user_id, lane, -KEPT],
        );
    }
  }

  /**
   * Owners of these favorites who may have more than a limit allows. Nearly nobody has more than a few channels and notifications of the
   * last hour, and so few make less than any limit: for them nothing is counted or locked.
   */
  private async busyUsers(sql: Sql, now: Moment, scope: FavoriteScope): Promise<string[]> {
    const limits = [this.perHour, this.perHost].flatMap((limit) => limit?.points ?? []);
    if (limits.length === 0) return [];
    const few = Math.floor(Math.sqrt(Math.min(...limits)));
    const { byIndex, after } = sql.dialect;
    const more = (rows: string) => `(${rows} LIMIT 1 OFFSET ${few}) IS NOT NULL`;
    const rows = await sql.query<{ user_id: string }>(
      `SELECT f.user_id FROM favorite f ${byIndex(scope.index)} WHERE ${scope.condition('f')} AND (
         ${more(`SELECT n.id FROM notification n ${byIndex('notification_user')}
           WHERE n.user_id = f.user_id AND n.created_at > ${after('?', `-${HOUR}`)}`)}
         OR ${more(`SELECT c.id FROM channel c ${byIndex('channel_user')} WHERE c.user_id = f.user_id`)})`,
      [...scope.parameters, now],
    );
    return [...new Set(rows.map(({ user_id }) => user_id))];
  }

  /** The windows of their owners, by user and lane. */
  private async lockWindows(sql: Sql, now: Moment, deliveries: DueDelivery[]): Promise<Map<string, Row & PaceWindow>> {
    const keys = new Map<string, [string, string]>();
    for (const { user_id, lane } of deliveries)
      for (const one of [...(this.perHour ? [''] : []), ...(this.perHost && lane ? [lane] : [])])
        keys.set(`${user_id} ${one}`, [user_id, one]);
    const inOrder = [...keys.keys()].sort().map((key) => keys.get(key)!);
    await insertRows(
      sql,
      'delivery_pace',
      ['user_id', 'lane', 'window_at', 'used'],
      inOrder.map((key) => [...key, now, 0]),
      sql.dialect.onDuplicate(['user_id', 'lane'], { used: 'delivery_pace.used' }),
    );
    const users = [...new Set(inOrder.map(([user]) => user))];
    const rows = await sql.query<Row>(
      `SELECT user_id, lane, window_at, used FROM delivery_pace WHERE user_id IN (${placeholders(users.length)})
       ORDER BY user_id, lane ${sql.dialect.forUpdate}`,
      users,
    );
    return new Map(rows.map((row) => [`${row.user_id} ${row.lane}`, { ...row, start: msOf(row.window_at) }]));
  }

  private placeOf({ user_id, lane }: DueDelivery, windows: Map<string, PaceWindow>, now: number): number {
    const hour = windows.get(`${user_id} `);
    const at = this.perHour && hour ? takePlace(hour, this.perHour, now) : now;
    const host = lane === '' ? undefined : windows.get(`${user_id} ${lane}`);
    return this.perHost && host ? takePlace(host, this.perHost, at) : at;
  }

  private async writeWindows(sql: Sql, windows: Map<string, Row & PaceWindow>): Promise<void> {
    const rows = [...windows.values()].map(({ user_id, lane, start, used }) => [user_id, lane, momentAt(start), used]);
    const given = sql.dialect.givenRows({ user_id: 'text', lane: 'text', begins_at: 'moment', filled: 'integer' });
    const statement = sql.dialect.updateJoined('delivery_pace', {
      source: given,
      on: 'e.user_id = delivery_pace.user_id AND e.lane = delivery_pace.lane',
      set: 'window_at = e.begins_at, used = e.filled',
      where: '1 = 1',
    });
    for (const page of pagesOf(rows)) await sql.execute(statement, [JSON.stringify(page)]);
  }

  /** The week for which one is tried begins when it is due. */
  private async hold(sql: Sql, held: [string, Moment][]): Promise<void> {
    const statement = sql.dialect.updateJoined('delivery', {
      source: sql.dialect.givenRows({ id: 'text', due_at: 'moment' }),
      on: 'e.id = delivery.id',
      set: `next_at = e.due_at, held_until = e.due_at, expires_at = ${sql.dialect.after('e.due_at', String(EXPIRES_AFTER))}`,
      where: '1 = 1',
    });
    await sql.execute(statement, [JSON.stringify(held)]);
  }
}

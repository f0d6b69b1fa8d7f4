import { Injectable, Logger } from '@nestjs/common';
import type { UtcTimestamp } from '../../../common/time/utc-timestamp';
import { Config } from '../../../config/config';
import type { Rate } from '../../../config/rate';
import type { Sql } from '../../../database/database';
import type { FavoriteScope } from '../../../favorite/store/favorite-scope';
import { msOf, timestampAt } from '../digest/timing';
import { DeliveryPaceRepository, type DueDelivery, type WindowRow } from './delivery-pace.repository';

const HOUR = 3_600;
/** Seconds after which a window is removed. */
const KEPT = 86_400;

/** A window under way; its key is the user and the destination. */
type Window = PaceWindow & Pick<WindowRow, 'user_id' | 'destination'>;

const keyOf = (user: string, destination: string) => `${user} ${destination}`;

/**
 * Limits how many deliveries of one user go out in an hour, and to one destination in a second: the others become due later, in the order in
 * which they were written. The windows are rows, so that all replicas agree, and are counted where deliveries are written, not when they are
 * claimed. A digest does not count, because a channel has one at a time.
 */
@Injectable()
export class DeliveryPace {
  private readonly logger = new Logger(DeliveryPace.name);
  private readonly perHour: Rate | null;
  private readonly perDestination: Rate | null;

  constructor(
    private readonly windows: DeliveryPaceRepository,
    config: Config,
  ) {
    this.perHour = config.deliveriesPerHour === Infinity ? null : { points: config.deliveriesPerHour, seconds: HOUR };
    this.perDestination = config.deliveriesPerHost || null;
  }

  /** Spreads the deliveries that were written at `now` for these favorites, in the same transaction, and are due at once. */
  async spreadNew(sql: Sql, now: UtcTimestamp, scope: FavoriteScope): Promise<void> {
    const users = await this.busyUsers(sql, now, scope);
    if (users.length > 0) await this.spread(sql, now, await this.windows.newDeliveries(sql, scope, users, now));
  }

  /** Gives each delivery a place, in this order. Those whose place is later than `now` are held back. */
  async spread(sql: Sql, now: UtcTimestamp, deliveries: DueDelivery[]): Promise<void> {
    if (deliveries.length === 0 || (!this.perHour && !this.perDestination)) return;
    const windows = await this.lockWindows(sql, now, deliveries);
    const heldBack: [string, UtcTimestamp][] = [];
    for (const delivery of deliveries) {
      const at = this.placeOf(delivery, windows, msOf(now));
      if (at > msOf(now)) heldBack.push([delivery.id, timestampAt(at)]);
    }
    const rows = [...windows.values()].map((window) => ({ ...window, window_at: timestampAt(window.start) }));
    await this.windows.saveWindows(sql, rows);
    await this.windows.holdBack(sql, heldBack);
    if (heldBack.length > 0) this.logger.log({ msg: 'deliveries held', deliveries: heldBack.length });
  }

  /** Removes windows that are over. */
  async removeOld(signal?: AbortSignal): Promise<void> {
    for (let more = true; more && !signal?.aborted;) more = await this.windows.removeOld(KEPT);
  }

  /**
   * Owners of these favorites who may exceed a limit. Nearly nobody has more than a few channels and notifications of the
   * last hour, which together cannot: for them nothing is counted or locked.
   */
  private async busyUsers(sql: Sql, now: UtcTimestamp, scope: FavoriteScope): Promise<string[]> {
    const limits = [this.perHour, this.perDestination].flatMap((limit) => limit?.points ?? []);
    if (limits.length === 0) return [];
    const few = Math.floor(Math.sqrt(Math.min(...limits)));
    return this.windows.busyUsers(sql, scope, few, { now, seconds: HOUR });
  }

  private async lockWindows(sql: Sql, now: UtcTimestamp, deliveries: DueDelivery[]): Promise<Map<string, Window>> {
    const keys = new Map<string, [string, string]>();
    for (const { user_id, destination } of deliveries) {
      if (this.perHour) keys.set(keyOf(user_id, ''), [user_id, '']);
      if (this.perDestination && destination) keys.set(keyOf(user_id, destination), [user_id, destination]);
    }
    const inOrder = [...keys.keys()].sort().map((key) => keys.get(key)!);
    const rows = await this.windows.lockWindows(sql, inOrder, now);
    return new Map(rows.map((row) => [keyOf(row.user_id, row.destination), { ...row, start: msOf(row.window_at) }]));
  }

  private placeOf({ user_id, destination }: DueDelivery, windows: Map<string, Window>, now: number): number {
    const hour = windows.get(keyOf(user_id, ''));
    const at = this.perHour && hour ? takePlace(hour, this.perHour, now) : now;
    const window = destination === '' ? undefined : windows.get(keyOf(user_id, destination));
    return this.perDestination && window ? takePlace(window, this.perDestination, at) : at;
  }
}

/** A window of a limit: when it begins, in milliseconds since 1970, and how many places are taken. */
export interface PaceWindow {
  start: number;
  used: number;
}

/** A window further ahead than any backlog was written by a wrong clock. */
const LONGEST_BACKLOG = 60 * 86_400_000;

/**
 * Takes the first free place from `from` on. A window begins with the first place that is taken in it.
 * @returns when the delivery may go out, in milliseconds since 1970
 */
export function takePlace(window: PaceWindow, { points, seconds }: Rate, from: number): number {
  const length = seconds * 1_000;
  const isOver = from >= window.start + length;
  if (isOver || window.start > from + LONGEST_BACKLOG) Object.assign(window, { start: from, used: 0 });
  if (window.used >= points) Object.assign(window, { start: window.start + length, used: 0 });
  window.used++;
  return Math.max(from, window.start);
}

import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../common/time/utc-timestamp';
import type { Sql } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { SeriesService } from '../favorite/policy/series.service';
import { EvaluationRepository } from '../favorite/store/evaluation.repository';
import { EvaluationService } from '../favorite/store/evaluation.service';
import { dependOnTime, type LockedFavorites } from '../favorite/store/favorite-scope';
import { NotificationWriter } from '../notification/delivery/notification.writer';

/** Favorites in one transaction, at most. */
export const PAGE = 250;
const PAGE_AT_LEAST = 50;
/** Milliseconds that a transaction should take, so that waiting for its locks is not noticed. */
const PAGE_MS = 40;

/** Favorites that were checked, flags that changed, notifications that were written. */
export interface Evaluated {
  favorites: number;
  flagged: number;
  notified: number;
}

export function add(sum: Evaluated, part: Evaluated): void {
  sum.favorites += part.favorites;
  sum.flagged += part.flagged;
  sum.notified += part.notified;
}

/** How many favorites a page has, by how long the last one took. Begins small. */
export class PageSize {
  size = PAGE_AT_LEAST;

  note(tookMs: number): void {
    this.size = Math.min(PAGE, Math.max(PAGE_AT_LEAST, Math.floor((this.size * PAGE_MS) / tookMs)));
  }
}

/** Milliseconds of one kind of work, after which the others have their turn. */
export const SLICE_MS = 250;

/**
 * Takes page after page until there are no more, or the slice is over.
 * @param take takes at most `size` in a transaction, and returns how many there were
 * @returns whether there may be more
 */
export async function inSlice(take: (size: number) => Promise<number>): Promise<boolean> {
  const pages = new PageSize();
  const begin = performance.now();
  for (let start = begin; start - begin < SLICE_MS;) {
    const { size } = pages;
    if ((await take(size)) < size) return false;
    const end = performance.now();
    pages.note(end - start);
    start = end;
  }
  return true;
}

/** Evaluates a page of favorites in the transaction that locked them: flags, notifications and reminders. */
@Injectable()
export class PageEvaluator {
  constructor(
    private readonly evaluation: EvaluationService,
    private readonly favorites: EvaluationRepository,
    private readonly notifications: NotificationWriter,
    private readonly series: SeriesService,
    private readonly clock: DatabaseClock,
  ) {}

  /** After a change of versions, or of the product's ordering, on which series depend. @param since see `evaluate` */
  async check(sql: Sql, locked: LockedFavorites, since: UtcTimestamp): Promise<Evaluated> {
    await this.series.refresh(sql, locked);
    // Only policies and snoozes depend on the clock that tests may replace.
    const now = dependOnTime(locked) ? await this.clock.now(sql) : since;
    return { favorites: locked.favorites.length, ...(await this.evaluate(sql, locked, { now, since })) };
  }

  /**
   * @param now decides about snoozes and ages
   * @param since the database's time after the favorites were locked
   */
  async evaluate(
    sql: Sql,
    locked: LockedFavorites,
    { now, since }: { now: UtcTimestamp; since: UtcTimestamp },
  ): Promise<{ flagged: number; notified: number }> {
    const woken = await this.favorites.claimEndedSnoozes(sql, locked, now);
    const flagged = await this.evaluation.flagOutdated(sql, locked, now);
    // Before `announce`: a version that was never notified is no reminder, even after a snooze.
    const reminded = await this.notifications.remindAfterSnooze(sql, woken);
    const notified = reminded + (await this.notifications.announce(sql, locked, since));
    if (flagged > 0 || notified > 0) await this.favorites.restartReminders(sql, locked, since);
    return { flagged, notified };
  }
}

import { Injectable, Logger } from '@nestjs/common';
import type { Moment } from '../common/moment';
import { Database, type Sql } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { FavoriteFlags } from '../favorite/favorite-flags';
import { PolicyService } from '../favorite/policy.service';
import { type FavoriteScope, theseFavorites } from '../favorite/favorite-scope';
import { takeWoken } from '../favorite/snooze-end';
import { NotificationWriter } from '../notification/notification.writer';
import { type ClaimedMark, UpdateMarks } from './update-marks';

/** One pass of the check: software looked at, their favorites, flags changed, notifications written (reminders too). */
export interface CheckSummary {
  software: number;
  favorites: number;
  flagged: number;
  notified: number;
}

const MARKS_AT_ONCE = 100;
/** Favorites in one transaction, at most. */
const PAGE = 500;
const PAGE_AT_LEAST = 50;
/** Milliseconds that a transaction may take: who waits for its rows does not notice. On a busy database the next one is smaller. */
const PAGE_MS = 60;

/**
 * Finds favorites for which there is a newer version: takes up the marks of software whose versions changed, sets
 * `update_available` of its favorites in sets and writes their notifications in the same transaction. Favorites of
 * software that did not change are not read. Any number of replicas may run it at the same time, and any of them may die:
 * a mark that was not seen to is taken up again, and what was written already is not written twice.
 */
@Injectable()
export class UpdateCheckerService {
  private readonly logger = new Logger(UpdateCheckerService.name);

  constructor(
    private readonly database: Database,
    private readonly marks: UpdateMarks,
    private readonly flags: FavoriteFlags,
    private readonly notifications: NotificationWriter,
    private readonly clock: DatabaseClock,
    private readonly policies: PolicyService,
  ) {}

  async check(): Promise<CheckSummary> {
    const summary: CheckSummary = { software: 0, favorites: 0, flagged: 0, notified: 0 };
    for (;;) {
      const marks = await this.marks.claim(MARKS_AT_ONCE);
      await this.checkAll(marks, summary);
      if (marks.length < MARKS_AT_ONCE) break;
    }
    await this.checkDuePolicies(summary);
    summary.notified += await this.remind();
    if (summary.notified > 0) this.logger.log({ msg: 'updates found', ...summary });
    return summary;
  }

  /** Software with few favorites together: nearly all has few. */
  private async checkAll(marks: ClaimedMark[], summary: CheckSummary): Promise<void> {
    // In the order in which their favorites are read.
    let left = marks.toSorted((a, b) => (a.softwareId < b.softwareId ? -1 : 1));
    for (let size = PAGE; left.length > 0;) {
      const favorites = await this.flags.firstOf(this.database, idsOf(left), size + 1);
      const end = favorites.length > size ? favorites.at(-1)!.software_id : null;
      const few = left.filter(({ softwareId }) => end === null || softwareId < end);
      const ids = favorites.filter(({ software_id }) => software_id !== end).map(({ id }) => id);
      const start = performance.now();
      const alone = few.length === 0 ? left.slice(0, 1) : (await this.checkTogether(few, ids, summary)) ? [] : few;
      size = sizeAfter(size, performance.now() - start);
      for (const mark of alone) await this.checkSoftware(mark, summary);
      left = left.slice(Math.max(1, few.length));
    }
  }

  /**
   * @param favorites all that the software has
   * @returns false when the claim of any is over
   */
  private async checkTogether(marks: ClaimedMark[], favorites: string[], summary: CheckSummary): Promise<boolean> {
    if (favorites.length > 0) {
      for (const id of await this.policies.inSeries(this.database, favorites)) await this.refreshSeries(id);
      if (!(await this.checkPage(marks, theseFavorites(favorites), summary))) return false;
    }
    await this.marks.remove(marks);
    summary.software += marks.length;
    return true;
  }

  /** The change may be one of the ordering, and a series is a range of its keys. */
  private refreshSeries(softwareId: string): Promise<void> {
    return this.database.transaction((sql) => this.policies.refreshSeries(sql, softwareId));
  }

  private async checkSoftware(mark: ClaimedMark, summary: CheckSummary): Promise<void> {
    summary.software++;
    await this.refreshSeries(mark.softwareId);
    let after = '';
    for (let size = PAGE; ;) {
      const page = await this.flags.nextPage(this.database, mark.softwareId, after, size);
      if (!page) break;
      const start = performance.now();
      if (!(await this.checkPage([mark], page, summary))) return;
      size = sizeAfter(size, performance.now() - start);
      after = page.upTo;
    }
    await this.marks.remove([mark]);
  }

  /** @returns false when a claim is over and somebody else has taken it up */
  private async checkPage(marks: ClaimedMark[], page: FavoriteScope, summary: CheckSummary): Promise<boolean> {
    const done = await this.database.transaction(async (sql) => {
      // Favorites before the marks: who writes a favorite, or versions, takes them in the same order.
      const favorites = await this.flags.hold(sql, page);
      if (!(await this.marks.renew(sql, marks))) return null;
      return { favorites, ...(await this.evaluate(sql, page, await this.clock.now(sql))) };
    });
    if (!done) return false;
    add(summary, done);
    return true;
  }

  /** Favorites whose snooze ended, or for which a version is old enough now. */
  private async checkDuePolicies(summary: CheckSummary): Promise<void> {
    for (;;) {
      const done = await this.database.transaction(async (sql) => {
        const now = await this.clock.now(sql);
        const ids = await this.flags.takeDuePolicies(sql, now, PAGE);
        if (ids.length === 0) return { favorites: 0, flagged: 0, notified: 0 };
        return { favorites: ids.length, ...(await this.evaluate(sql, theseFavorites(ids), now)) };
      });
      add(summary, done);
      if (done.favorites < PAGE) return;
    }
  }

  /** Flags, notifications and reminders of favorites that this transaction holds. */
  private async evaluate(sql: Sql, scope: FavoriteScope, now: Moment) {
    const [{ since }] = (await sql.query<{ since: Moment }>(`SELECT ${sql.dialect.now} AS since`)) as [
      { since: Moment },
    ];
    const woken = await takeWoken(sql, scope, now);
    const flagged = await this.flags.evaluate(sql, scope, now);
    // Before news are told: what nobody was told of is news, snoozed or not.
    const reminded = await this.notifications.remindAfterSnooze(sql, woken);
    const notified = reminded + (await this.notifications.announce(sql, scope));
    if (flagged > 0 || notified > 0) await this.flags.restartReminders(sql, scope, since);
    return { flagged, notified };
  }

  /** Outstanding updates that are to be told again. */
  private async remind(): Promise<number> {
    let written = 0;
    for (;;) {
      const { taken, notified } = await this.database.transaction(async (sql) => {
        const due = await this.flags.takeDueReminders(sql, PAGE);
        return { taken: due.length, notified: await this.notifications.remind(sql, due) };
      });
      written += notified;
      if (taken < PAGE) return written;
    }
  }
}

const idsOf = (marks: ClaimedMark[]) => marks.map(({ softwareId }) => softwareId);

/** Favorites of the next page, by how long those of the last one took. */
export function sizeAfter(size: number, tookMs: number): number {
  return Math.min(PAGE, Math.max(PAGE_AT_LEAST, Math.floor((size * PAGE_MS) / tookMs)));
}

function add(summary: CheckSummary, part: Omit<CheckSummary, 'software'>): void {
  summary.favorites += part.favorites;
  summary.flagged += part.flagged;
  summary.notified += part.notified;
}

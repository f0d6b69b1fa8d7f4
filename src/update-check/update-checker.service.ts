import { Injectable, Logger } from '@nestjs/common';
import type { Moment } from '../common/moment';
import { Database, type Sql } from '../database/database';
import { DatabaseClock, databaseNow } from '../database/database-clock';
import { isContention, isUnavailable } from '../database/errors';
import { FavoriteFlags } from '../favorite/favorite-flags';
import { theseFavorites } from '../favorite/favorite-scope';
import {
  endsOfParts,
  firstFavorites,
  type HeldFavorites,
  holdFavorites,
  holdNextFavorites,
  isJudgedByTime,
} from '../favorite/held-favorites';
import { PolicyService } from '../favorite/policy.service';
import { takeWoken } from '../favorite/snooze-end';
import { NotificationWriter } from '../notification/notification.writer';
import { PAGE, PageSize } from './page-size';
import { type ClaimedMark, UpdateMarks } from './update-marks';

/** One pass of the check: software looked at, their favorites, flags changed, notifications written (reminders too). */
export interface CheckSummary {
  software: number;
  favorites: number;
  flagged: number;
  notified: number;
}

/** One pass of the check, as it goes on. */
interface Pass {
  summary: CheckSummary;
  pages: PageSize;
  failures: { error: unknown }[];
}

const MARKS_AT_ONCE = 100;
/** Parts of a popular product that are checked side by side: while a page of one is written down, those of the others are made. */
const PARTS = { most: 3, least: 4 * PAGE };

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

  /** @throws what kept a product from being checked, once all others are */
  async check(): Promise<CheckSummary> {
    const summary: CheckSummary = { software: 0, favorites: 0, flagged: 0, notified: 0 };
    const pass: Pass = { summary, pages: new PageSize(), failures: [] };
    for (;;) {
      const marks = await this.marks.claim(MARKS_AT_ONCE);
      await this.checkAll(marks, pass);
      if (marks.length < MARKS_AT_ONCE) break;
    }
    await this.checkDuePolicies(summary);
    summary.notified += await this.remind();
    if (summary.notified > 0) this.logger.log({ msg: 'updates found', ...summary });
    if (pass.failures.length > 0) throw pass.failures[0]!.error;
    return summary;
  }

  /** Software with few favorites together: nearly all has few. */
  private async checkAll(marks: ClaimedMark[], pass: Pass): Promise<void> {
    // In the order in which their favorites are read.
    let left = marks.toSorted((a, b) => (a.softwareId < b.softwareId ? -1 : 1));
    while (left.length > 0) {
      const { size } = pass.pages;
      const favorites = await firstFavorites(this.database, idsOf(left), size + 1);
      const end = favorites.length > size ? favorites.at(-1)!.software_id : null;
      const few = left.filter(({ softwareId }) => end === null || softwareId < end);
      const theirs = favorites.filter(({ software_id }) => software_id !== end).map(({ id }) => id);
      const done = few.length > 0 && (await this.tryTogether(few, theirs, pass));
      const next = Math.max(1, few.length);
      if (!done) for (const mark of left.slice(0, next)) await this.checkAlone(mark, pass);
      left = left.slice(next);
    }
  }

  /** @returns false when something stands in the way: each is checked alone then, which shows which one it is */
  private async tryTogether(marks: ClaimedMark[], favorites: string[], pass: Pass): Promise<boolean> {
    try {
      return await this.checkTogether(marks, favorites, pass);
    } catch (error) {
      if (isUnavailable(error) && !isContention(error)) throw error;
      this.logger.debug({ msg: 'products are checked one by one', products: marks.length, err: error });
      return false;
    }
  }

  /**
   * @param favorites all that the software has
   * @returns false when the claim of any is over
   */
  private async checkTogether(marks: ClaimedMark[], favorites: string[], pass: Pass): Promise<boolean> {
    if (favorites.length > 0) {
      for (const id of await this.policies.inSeries(this.database, favorites)) await this.refreshSeries(id);
      const page = await this.checkPage(marks, (sql) => holdFavorites(sql, theseFavorites(favorites)), pass);
      if (page === 'taken') return false;
    }
    await this.marks.remove(marks);
    pass.summary.software += marks.length;
    return true;
  }

  /** One that cannot be checked must not keep others from it: it is tried again when its claim ends. */
  private async checkAlone(mark: ClaimedMark, pass: Pass): Promise<void> {
    try {
      await this.checkSoftware(mark, pass);
    } catch (error) {
      if (isUnavailable(error) && !isContention(error)) throw error;
      this.logger.error({ msg: 'software could not be checked', software: mark.softwareId, err: error });
      pass.failures.push({ error });
    }
  }

  private async checkSoftware(mark: ClaimedMark, pass: Pass): Promise<void> {
    pass.summary.software++;
    await this.refreshSeries(mark.softwareId);
    const begins = ['', ...(await endsOfParts(this.database, mark.softwareId, PARTS))];
    const stop = { requested: false };
    // Pages side by side would wait for each other, so the parts begin far apart.
    const parts = await Promise.allSettled(
      begins.map((after, place) => this.checkPart(mark, { after, upTo: begins[place + 1] }, pass, stop)),
    );
    for (const part of parts) if (part.status === 'rejected') throw part.reason;
    if (!stop.requested) await this.marks.remove([mark]);
  }

  /** @param stop of all parts: the claim is over, or one of them failed */
  private async checkPart(
    mark: ClaimedMark,
    { after, upTo }: { after: string; upTo?: string },
    pass: Pass,
    stop: { requested: boolean },
  ): Promise<void> {
    try {
      for (let last = after; !stop.requested;) {
        const next = (sql: Sql) => holdNextFavorites(sql, mark.softwareId, { after: last, upTo }, pass.pages.size);
        const page = await this.checkPage([mark], next, pass);
        if (!page) return;
        if (page === 'taken') stop.requested = true;
        else last = page.favorites.at(-1)!.id;
      }
    } catch (error) {
      stop.requested = true;
      throw error;
    }
  }

  /** The change may be one of the ordering, and a series is a range of its keys. */
  private refreshSeries(softwareId: string): Promise<void> {
    return this.database.transaction((sql) => this.policies.refreshSeries(sql, softwareId));
  }

  /**
   * @param hold holds the favorites of the page
   * @returns these favorites; null when there are none left; `taken` when a claim is over and somebody else has taken it up
   */
  private async checkPage(
    marks: ClaimedMark[],
    hold: (sql: Sql) => Promise<HeldFavorites | null>,
    pass: Pass,
  ): Promise<HeldFavorites | null | 'taken'> {
    await this.marks.renew(marks);
    const start = performance.now();
    const done = await this.database.transaction(async (sql) => {
      // Favorites before the marks: who writes a favorite, or versions, takes them in the same order.
      const page = await hold(sql);
      if (!page) return null;
      const since = await this.marks.hold(sql, marks);
      if (since === null) return 'taken';
      // Only policies and snoozes are judged by time.
      const now = isJudgedByTime(page) ? await this.clock.now(sql) : since;
      return { page, ...(await this.evaluate(sql, page, { now, since })) };
    });
    if (!done || done === 'taken') return done;
    pass.pages.note(performance.now() - start);
    add(pass.summary, { favorites: done.page.favorites.length, flagged: done.flagged, notified: done.notified });
    return done.page;
  }

  /** Favorites whose snooze ended, or for which a version is old enough now. */
  private async checkDuePolicies(summary: CheckSummary): Promise<void> {
    for (;;) {
      const done = await this.database.transaction(async (sql) => {
        const now = await this.clock.now(sql);
        const ids = await this.flags.takeDuePolicies(sql, now, PAGE);
        if (ids.length === 0) return { favorites: 0, flagged: 0, notified: 0 };
        const held = await holdFavorites(sql, theseFavorites(ids));
        return { favorites: ids.length, ...(await this.evaluate(sql, held, { now, since: await databaseNow(sql) })) };
      });
      add(summary, done);
      if (done.favorites < PAGE) return;
    }
  }

  /**
   * Flags, notifications and reminders of favorites that this transaction holds.
   * @param now by which they are judged
   * @param since the database's own, after they were held
   */
  private async evaluate(sql: Sql, held: HeldFavorites, { now, since }: { now: Moment; since: Moment }) {
    const woken = await takeWoken(sql, held, now);
    const flagged = await this.flags.evaluate(sql, held, now);
    // Before news are told: what nobody was told of is news, snoozed or not.
    const reminded = await this.notifications.remindAfterSnooze(sql, woken);
    const notified = reminded + (await this.notifications.announce(sql, held, since));
    if (flagged > 0 || notified > 0) await this.flags.restartReminders(sql, held, since);
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

function add(summary: CheckSummary, part: Omit<CheckSummary, 'software'>): void {
  summary.favorites += part.favorites;
  summary.flagged += part.flagged;
  summary.notified += part.notified;
}

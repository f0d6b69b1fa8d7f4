import { Injectable, Logger } from '@nestjs/common';
import { Database, type Sql } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { isContention, isUnavailable } from '../database/errors';
import { SeriesService } from '../favorite/policy/series.service';
import { EvaluationRepository } from '../favorite/store/evaluation.repository';
import { dependOnTime, favoritesById, type LockedFavorites } from '../favorite/store/favorite-scope';
import { type ClaimedMark, UpdateMarkRepository } from '../version/versions/update-mark.repository';
import { DueAlertsService } from './due-alerts.service';
import { DueFavoritesService } from './due-favorites.service';
import { add, type Evaluated, PAGE, PageEvaluator, PageSize } from './page-evaluator';

/** The result of one pass, including reminders and alerts. */
export interface CheckSummary extends Evaluated {
  software: number;
}

/** A pass in progress. */
interface Pass {
  summary: CheckSummary;
  pages: PageSize;
  failures: { error: unknown }[];
}

const MARKS_AT_ONCE = 100;
/** Parts of a popular product that are checked concurrently: while the database writes a page of one, pages of the others are made. */
const PARTS = { most: 3, least: 4 * PAGE };

/**
 * Finds favorites with a newer version: claims the marks of products whose versions changed, sets `update_available` of their favorites
 * in pages and writes their notifications in the same transaction. Replicas run it concurrently, and any of them may die: its marks are
 * claimed again, and nothing is notified twice.
 */
@Injectable()
export class UpdateCheckerService {
  private readonly logger = new Logger(UpdateCheckerService.name);

  constructor(
    private readonly database: Database,
    private readonly marks: UpdateMarkRepository,
    private readonly favorites: EvaluationRepository,
    private readonly series: SeriesService,
    private readonly evaluator: PageEvaluator,
    private readonly due: DueFavoritesService,
    private readonly alerts: DueAlertsService,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws the first error that kept a product from being checked, once all others are done */
  async check(): Promise<CheckSummary> {
    const summary: CheckSummary = { software: 0, favorites: 0, flagged: 0, notified: 0 };
    const pass: Pass = { summary, pages: new PageSize(), failures: [] };
    for (;;) {
      const marks = await this.marks.claim(MARKS_AT_ONCE);
      await this.checkAll(marks, pass);
      if (marks.length < MARKS_AT_ONCE) break;
    }
    add(summary, await this.due.evaluateDuePolicies());
    summary.notified += await this.due.remind();
    summary.notified += await this.alerts.alert();
    if (summary.notified > 0) this.logger.log({ msg: 'updates found', ...summary });
    if (pass.failures.length > 0) throw pass.failures[0]!.error;
    return summary;
  }

  /** Checks products with few favorites, nearly all of them, together in one page. */
  private async checkAll(marks: ClaimedMark[], pass: Pass): Promise<void> {
    // In the order of `favorites.first`.
    let left = marks.toSorted((a, b) => (a.softwareId < b.softwareId ? -1 : 1));
    while (left.length > 0) {
      const { size } = pass.pages;
      const favorites = await this.favorites.first(idsOf(left), size + 1);
      const end = favorites.length > size ? favorites.at(-1)!.software_id : null;
      const few = left.filter(({ softwareId }) => end === null || softwareId < end);
      const theirs = favorites.filter(({ software_id }) => software_id !== end).map(({ id }) => id);
      const done = few.length > 0 && (await this.tryTogether(few, theirs, pass));
      const next = Math.max(1, few.length);
      if (!done) for (const mark of left.slice(0, next)) await this.checkAlone(mark, pass);
      left = left.slice(next);
    }
  }

  /** @returns false when it failed: if a batch fails, its items are checked individually */
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
   * @param favorites all favorites of the product
   * @returns false when a claim was lost
   */
  private async checkTogether(marks: ClaimedMark[], favorites: string[], pass: Pass): Promise<boolean> {
    if (favorites.length > 0) {
      await this.series.refreshOfFavorites(favorites);
      const lock = (sql: Sql) => this.favorites.lock(sql, favoritesById(favorites));
      const page = await this.checkPage(marks, lock, pass);
      if (page === 'lost') return false;
    }
    await this.marks.remove(marks);
    pass.summary.software += marks.length;
    return true;
  }

  /** A product that fails does not stop the others: it is tried again when its claim ends. */
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
    // The mark may be of a change of the ordering, on which series depend.
    await this.database.transaction((sql) => this.series.refresh(sql, mark.softwareId));
    const begins = ['', ...(await this.favorites.partEnds(mark.softwareId, PARTS))];
    const stop = { requested: false };
    // Neighbouring pages would wait for each other's locks, so the parts begin far apart.
    const parts = await Promise.allSettled(
      begins.map((after, place) => this.checkPart(mark, { after, upTo: begins[place + 1] }, pass, stop)),
    );
    for (const part of parts) if (part.status === 'rejected') throw part.reason;
    if (!stop.requested) await this.marks.remove([mark]);
  }

  /** @param stop shared by all parts: set when the claim was lost or one of them failed */
  private async checkPart(
    mark: ClaimedMark,
    { after, upTo }: { after: string; upTo?: string },
    pass: Pass,
    stop: { requested: boolean },
  ): Promise<void> {
    try {
      for (let last = after; !stop.requested;) {
        const next = (sql: Sql) =>
          this.favorites.lockNext(sql, mark.softwareId, { after: last, upTo }, pass.pages.size);
        const page = await this.checkPage([mark], next, pass);
        if (!page) return;
        if (page === 'lost') stop.requested = true;
        else last = page.favorites.at(-1)!.id;
      }
    } catch (error) {
      stop.requested = true;
      throw error;
    }
  }

  /**
   * @param lock locks the favorites of the page
   * @returns these favorites; null when none are left; `lost` when another process has claimed one of the marks
   */
  private async checkPage(
    marks: ClaimedMark[],
    lock: (sql: Sql) => Promise<LockedFavorites | null>,
    pass: Pass,
  ): Promise<LockedFavorites | null | 'lost'> {
    await this.marks.renew(marks);
    const start = performance.now();
    const done = await this.database.transaction(async (sql) => {
      // Favorites before marks: whoever writes favorites or versions locks them in the same order.
      const page = await lock(sql);
      if (!page) return null;
      const since = await this.marks.lock(sql, marks);
      if (since === null) return 'lost';
      // Only policies and snoozes depend on the clock that tests may replace.
      const now = dependOnTime(page) ? await this.clock.now(sql) : since;
      return { page, ...(await this.evaluator.evaluate(sql, page, { now, since })) };
    });
    if (!done || done === 'lost') return done;
    pass.pages.note(performance.now() - start);
    add(pass.summary, { favorites: done.page.favorites.length, flagged: done.flagged, notified: done.notified });
    return done.page;
  }
}

const idsOf = (marks: ClaimedMark[]) => marks.map(({ softwareId }) => softwareId);

import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../database/database';
import { isContention, isUnavailable } from '../database/errors';
import { EvaluationRepository } from '../favorite/store/evaluation.repository';
import { favoritesById } from '../favorite/store/favorite-scope';
import { type ClaimedMark, UpdateMarkRepository } from '../version/versions/update-mark.repository';
import { DueAlertsService } from './due-alerts.service';
import { DueFavoritesService } from './due-favorites.service';
import { add, PageEvaluator } from './page-evaluator';
import { PartChecker } from './part-checker.service';
import { type CheckSummary, Pass } from './pass';

const MARKS_AT_ONCE = 100;

/**
 * Finds favorites with a newer version: claims the marks of products whose versions changed, sets `update_available` of their favorites
 * in pages and writes their notifications in the same transaction. Replicas run it concurrently, and any of them may die: its marks are
 * claimed again, and nothing is notified twice. Large products are checked between the others, see `PartChecker`.
 */
@Injectable()
export class UpdateCheckerService {
  private readonly logger = new Logger(UpdateCheckerService.name);

  constructor(
    private readonly database: Database,
    private readonly marks: UpdateMarkRepository,
    private readonly favorites: EvaluationRepository,
    private readonly evaluator: PageEvaluator,
    private readonly parts: PartChecker,
    private readonly due: DueFavoritesService,
    private readonly alerts: DueAlertsService,
  ) {}

  /** A condition: whether versions of a product have changed that nobody checks, or a product is checked in parts, which others may share. */
  condition(): string {
    return this.marks.anyDue();
  }

  /**
   * @param stopping ends the pass early: what is left is for others
   * @throws the first error that kept a product from being checked, once all others are done
   */
  async check(stopping?: AbortSignal): Promise<CheckSummary> {
    const pass = new Pass();
    while ((await this.checkSome(pass)) && !stopping?.aborted);
    await this.parts.release(pass);
    const { summary } = pass;
    if (summary.notified > 0) this.logger.log({ msg: 'updates found', ...summary });
    if (pass.failures.length > 0) throw pass.failures[0]!.error;
    return summary;
  }

  /** Some of each kind of work, so that none waits until all of another is done. @returns whether there may be more */
  private async checkSome(pass: Pass): Promise<boolean> {
    const marks = await this.marks.claim(MARKS_AT_ONCE);
    await this.checkAll(marks, pass);
    const left = [
      marks.length === MARKS_AT_ONCE,
      await this.parts.check(pass),
      await this.due.evaluateDuePolicies(pass.summary),
      await this.due.remind(pass.summary),
      await this.alerts.alert(pass.summary),
    ];
    return left.includes(true);
  }

  /** Checks products with few favorites, nearly all of them, together in one page. Then the others are divided. */
  private async checkAll(marks: ClaimedMark[], pass: Pass): Promise<void> {
    const large: ClaimedMark[] = [];
    // In the order of `favorites.first`.
    let left = marks.filter(({ isDivided }) => !isDivided).toSorted((a, b) => (a.softwareId < b.softwareId ? -1 : 1));
    while (left.length > 0) {
      const { size } = pass.pages;
      const favorites = await this.favorites.first(idsOf(left), size + 1);
      const end = favorites.length > size ? favorites.at(-1)!.software_id : null;
      const few = left.filter(({ softwareId }) => end === null || softwareId < end);
      const theirs = favorites.filter(({ software_id }) => software_id !== end).map(({ id }) => id);
      const next = left.slice(0, Math.max(1, few.length));
      if (few.length === 0 || !(await this.tryTogether(few, theirs, pass))) large.push(...next);
      left = left.slice(next.length);
    }
    for (const mark of large) await this.parts.divide(mark, pass);
    const divided = [...large, ...marks.filter(({ isDivided }) => isDivided)];
    pass.divided = [...new Set([...pass.divided, ...idsOf(divided)])];
  }

  /** @returns false when it failed: then each of them is checked by itself, as if it had many */
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
   * @param favorites all favorites of the products
   * @returns false when a claim was lost
   */
  private async checkTogether(marks: ClaimedMark[], favorites: string[], pass: Pass): Promise<boolean> {
    if (favorites.length > 0) {
      const start = performance.now();
      const evaluated = await this.database.transaction(async (sql) => {
        // Favorites before marks: whoever writes favorites or versions locks them in the same order.
        const page = await this.favorites.lock(sql, favoritesById(favorites));
        const since = await this.marks.lock(sql, marks);
        return since === null ? null : this.evaluator.check(sql, page, since);
      });
      if (!evaluated) return false;
      pass.pages.note(performance.now() - start);
      add(pass.summary, evaluated);
    }
    await this.marks.remove(marks);
    pass.summary.software += marks.length;
    return true;
  }
}

const idsOf = (marks: ClaimedMark[]) => marks.map(({ softwareId }) => softwareId);

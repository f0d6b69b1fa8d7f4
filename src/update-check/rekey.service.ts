import { Injectable, Logger } from '@nestjs/common';
import { PatternBudget, PatternBudgetSpent } from 'version-order';
import { Problem } from '../api/problem/problem';
import { Database, type Transaction } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { SeriesService } from '../favorite/policy/series.service';
import { EvaluationRepository } from '../favorite/store/evaluation.repository';
import { EvaluationService } from '../favorite/store/evaluation.service';
import { orderingIn, type OrderingRow } from '../software/software.repository';
import type { OrderingResponse, WriteOrderingDto } from '../version/versions/dto/ordering.dto';
import { OrderingRepository } from '../version/versions/ordering.repository';
import { OrderingService } from '../version/versions/ordering.service';
import { orderingProblem } from '../version/versions/ordering-settings';
import { type Actor, COMMAND_LINE } from '../api/identity/actor';
import { audit } from '../access/audit/audit.repository';

export interface RekeySummary {
  software: number;
  /** Versions whose key or release rank changed. */
  versions: number;
  /** Favorites whose flag changed at once. */
  flagged: number;
}

/** Milliseconds for the patterns of one product. Generous: patterns that were accepted once should not stop an operator. */
const PATTERNS_MS = 10_000;
/** Favorites of a product that are evaluated with it. */
const AT_ONCE = 200;

/**
 * Rebuilds sort keys after a product's ordering or the algorithm changed: the keys, the latest version and the flags of its first favorites, in one
 * transaction for each product. The update check evaluates them all, page by page. Interrupted, it can be run again: `stale` continues with the rest.
 */
@Injectable()
export class RekeyService {
  private readonly logger = new Logger(RekeyService.name);

  constructor(
    private readonly database: Database,
    private readonly products: OrderingRepository,
    private readonly orderings: OrderingService,
    private readonly favorites: EvaluationRepository,
    private readonly series: SeriesService,
    private readonly evaluation: EvaluationService,
    private readonly clock: DatabaseClock,
  ) {}

  /** How many products there are, or how many have keys of another revision. */
  count(only: 'all' | 'stale'): Promise<number> {
    return this.products.count(only);
  }

  /**
   * Every product (`all`), or those whose keys are of another revision (`stale`). A product whose patterns take too long is skipped and stays
   * stale.
   */
  async run(only: 'all' | 'stale', progress: (done: number) => void = () => undefined): Promise<RekeySummary> {
    const summary: RekeySummary = { software: 0, versions: 0, flagged: 0 };
    let after = '';
    for (;;) {
      const next = await this.products.nextAfter(after, only);
      if (next === null) return summary;
      after = next;
      try {
        const { versions, flagged } = await this.write(next);
        summary.versions += versions;
        summary.flagged += flagged;
        progress(++summary.software);
      } catch (error) {
        if (!(error instanceof PatternBudgetSpent)) throw error;
        this.logger.warn({
          msg: 'a product keeps its old order: a pattern takes too long',
          software: next,
          field: error.field,
        });
      }
    }
  }

  /**
   * One product, optionally with changed settings.
   * @throws Problem 404 for an unknown product, 422 for a bad setting, or a pattern that takes too long
   */
  async rekey(
    softwareId: string,
    changes: Partial<OrderingRow> = {},
    caller: Actor = COMMAND_LINE,
  ): Promise<RekeySummary> {
    try {
      return await this.write(softwareId, changes, caller);
    } catch (error) {
      if (!(error instanceof PatternBudgetSpent)) throw error;
      throw Problem.field(error.field, 'takes too long on the versions of this product: use a simpler pattern');
    }
  }

  /** @throws Problem not-found */
  async orderingOf(softwareId: string): Promise<OrderingResponse> {
    const row = await this.products.find(softwareId);
    if (!row) throw Problem.notFound('product');
    return orderingIn(row);
  }

  /** Undefined fields stay as they are. @throws Problem not-found, invalid-body */
  async changeOrdering(caller: Actor, softwareId: string, input: WriteOrderingDto): Promise<OrderingResponse> {
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    await this.rekey(softwareId, Object.fromEntries(given), caller);
    return this.orderingOf(softwareId);
  }

  /** @throws PatternBudgetSpent */
  private async write(
    softwareId: string,
    changes: Partial<OrderingRow> = {},
    caller: Actor = COMMAND_LINE,
  ): Promise<RekeySummary> {
    return this.database.transaction(async (sql) => {
      const stored = await this.orderings.lock(sql, softwareId);
      const ordering = { ...stored, ...changes };
      const problem = orderingProblem(ordering, stored);
      if (problem) throw Problem.field(problem.field, problem.message);
      const fields = Object.keys(changes);
      if (fields.length > 0) await audit(sql, caller, 'software.ordering-changed', softwareId, { fields });
      const versions = await this.orderings.change(sql, softwareId, ordering, new PatternBudget(PATTERNS_MS));
      return { software: 1, versions, flagged: await this.evaluateSome(sql, softwareId) };
    });
  }

  /** So that who changes an ordering sees what it does. */
  private async evaluateSome(sql: Transaction, softwareId: string): Promise<number> {
    const locked = await this.favorites.lockNext(sql, softwareId, { after: '' }, AT_ONCE);
    if (!locked) return 0;
    await this.series.refresh(sql, locked);
    return this.evaluation.flagOutdated(sql, locked, await this.clock.now(sql));
  }
}

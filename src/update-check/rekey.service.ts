import { Injectable, Logger } from '@nestjs/common';
import { Problem } from '../common/problem/problem';
import { Database, type Sql } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { FavoriteFlags } from '../favorite/favorite-flags';
import { holdNextFavorites } from '../favorite/held-favorites';
import { PolicyService } from '../favorite/policy.service';
import { OrderingWriter } from '../version/ordering.writer';
import { orderingProblem, type OrderingRow } from '../version/ordering-settings';
import { PatternBudget, PatternBudgetSpent } from '../version/ordering/pattern-budget';
import { ORDERING_REVISION } from '../version/ordering/scheme';
import { COMMAND_LINE } from '../user/actor';
import { audit } from '../user/audit/audit-log';

export interface RekeySummary {
  software: number;
  /** Versions whose key or standing changed. */
  versions: number;
  /** Favorites whose flag changed. */
  flagged: number;
}

const FAVORITES_AT_ONCE = 500;
/** Milliseconds for the patterns of one product: the operator wants it done, whatever was accepted once. */
const PATTERNS_MS = 10_000;

/**
 * Makes sort keys anew after a change of a product's ordering or of the algorithm: keys, latest version and the flags of its
 * favorites in one transaction for each product. What was done stays done when it is cut off; run again, `stale` goes on with the rest.
 */
@Injectable()
export class RekeyService {
  private readonly logger = new Logger(RekeyService.name);

  constructor(
    private readonly database: Database,
    private readonly orderings: OrderingWriter,
    private readonly flags: FavoriteFlags,
    private readonly policies: PolicyService,
    private readonly clock: DatabaseClock,
  ) {}

  /** How many products there are, or how many have keys of another revision. */
  async count(only: 'all' | 'stale'): Promise<number> {
    const where = only === 'stale' ? `WHERE ordering_revision <> ${ORDERING_REVISION}` : '';
    return this.database.count({ text: `SELECT COUNT(*) AS total FROM software ${where}`, parameters: [] });
  }

  /**
   * Every product (`all`), or those whose keys are of another revision (`stale`). One whose patterns take too long stays as it is, and stays
   * stale.
   */
  async run(only: 'all' | 'stale', progress: (done: number) => void = () => undefined): Promise<RekeySummary> {
    const summary: RekeySummary = { software: 0, versions: 0, flagged: 0 };
    let after = '';
    for (;;) {
      const [next] = await this.database.query<{ id: string }>(
        `SELECT id FROM software WHERE id > ? ${only === 'stale' ? `AND ordering_revision <> ${ORDERING_REVISION}` : ''}
         ORDER BY id LIMIT 1`,
        [after],
      );
      if (!next) return summary;
      after = next.id;
      try {
        add(summary, await this.write(next.id));
        progress(summary.software);
      } catch (error) {
        if (!(error instanceof PatternBudgetSpent)) throw error;
        this.logger.warn({
          msg: 'a product keeps its old order: a pattern takes too long',
          software: next.id,
          field: error.field,
        });
      }
    }
  }

  /**
   * One product, optionally with other settings, which the command line gives; settings that are not named stay.
   * @throws Problem 404 for an unknown product, 422 for a bad setting, or a pattern that takes too long
   */
  async rekey(softwareId: string, changes: Partial<OrderingRow> = {}): Promise<RekeySummary> {
    try {
      return await this.write(softwareId, changes);
    } catch (error) {
      if (!(error instanceof PatternBudgetSpent)) throw error;
      throw Problem.field(error.field, 'takes too long on the versions of this product: use a simpler pattern');
    }
  }

  /** @throws PatternBudgetSpent */
  private async write(softwareId: string, changes: Partial<OrderingRow> = {}): Promise<RekeySummary> {
    return this.database.transaction(async (sql) => {
      const stored = await this.orderings.hold(sql, softwareId);
      const ordering = { ...stored, ...changes };
      const problem = orderingProblem(ordering, stored);
      if (problem) throw Problem.field(problem.field, problem.message);
      const fields = Object.keys(changes);
      if (fields.length > 0) await audit(sql, COMMAND_LINE, 'software.ordering-changed', softwareId, { fields });
      const versions = await this.orderings.write(sql, softwareId, ordering, new PatternBudget(PATTERNS_MS));
      return { software: 1, versions, flagged: await this.evaluateFavorites(sql, softwareId) };
    });
  }

  private async evaluateFavorites(sql: Sql, softwareId: string): Promise<number> {
    await this.policies.refreshSeries(sql, softwareId);
    const now = await this.clock.now(sql);
    let flagged = 0;
    for (let after = ''; ;) {
      const held = await holdNextFavorites(sql, softwareId, { after }, FAVORITES_AT_ONCE);
      if (!held) return flagged;
      flagged += await this.flags.evaluate(sql, held, now);
      after = held.favorites.at(-1)!.id;
    }
  }
}

function add(summary: RekeySummary, part: RekeySummary): void {
  summary.software += part.software;
  summary.versions += part.versions;
  summary.flagged += part.flagged;
}

import { Injectable } from '@nestjs/common';
import { assess } from 'advisory-match';
import { Database, type Sql } from '../../database/database';
import { pagesOf } from '../../database/rows';
import { OrderingRepository } from '../../version/versions/ordering.repository';
import { orderingOf } from '../../version/versions/ordering-settings';
import { AdvisoryImportRepository } from './advisory-import.repository';
import { AdvisoryRepository, type StoredRecord } from './advisory.repository';

/** An import that would change the verdict of more products than both is suspicious. */
const PART_AT_MOST = 0.02;
const PRODUCTS_AT_MOST = 10;

/** Products of which the records are read at once: one may have thousands. */
const PAGE = 1;

/** Looks at what an import would change before anybody sees it. */
@Injectable()
export class ImportCanary {
  constructor(
    private readonly database: Database,
    private readonly imports: AdvisoryImportRepository,
    private readonly advisories: AdvisoryRepository,
    private readonly orderings: OrderingRepository,
  ) {}

  /**
   * Counts the products whose newest version would become affected, or no longer be. Those of which the provider had no record before do not
   * count: a first import is none of a change of mind.
   * @param next the batch that is written and not seen yet
   * @returns why it should wait; null = it may count
   */
  async objection(provider: string, next: number, hold: (sql: Sql) => Promise<void>): Promise<string | null> {
    if (next === 1) return null;
    const touched = await this.imports.touched(this.database, provider, next);
    let flips = 0;
    for (const page of pagesOf(touched, PAGE)) {
      await this.database.transaction(hold);
      flips += await this.flips(
        provider,
        page.map(({ softwareId }) => softwareId),
      );
    }
    const products = await this.imports.withKeys(this.database);
    if (flips <= PRODUCTS_AT_MOST || flips <= PART_AT_MOST * products) return null;
    const percent = Math.round((flips / products) * 1_000) / 10;
    return `It would change the verdict of the newest version of ${flips} products (${percent} % of ${products}).`;
  }

  private async flips(provider: string, softwareIds: string[]): Promise<number> {
    const now = await this.advisories.recordsOf(this.database, softwareIds);
    const known = softwareIds.filter((id) => now.get(id)?.some((record) => record.provider === provider));
    const then = await this.advisories.recordsOf(this.database, known, { withNextOf: provider });
    const latest = await this.imports.latest(this.database, known);
    const orderings = new Map((await this.orderings.findProducts(this.database, known)).map((row) => [row.id, row]));
    return known.filter((id) => {
      const [label, row] = [latest.get(id), orderings.get(id)];
      if (label === undefined || row === undefined) return false;
      const isAffected = (records: StoredRecord[]) =>
        assess(label, orderingOf(row), records).some(({ state }) => state === 'affected');
      return isAffected(now.get(id) ?? []) !== isAffected(then.get(id) ?? []);
    }).length;
  }
}

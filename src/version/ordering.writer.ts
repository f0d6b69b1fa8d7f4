import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem/problem';
import type { Sql } from '../database/database';
import { SoftwareWriter } from '../software/software.writer';
import type { PatternBudget } from './ordering/pattern-budget';
import type { SchemeName } from './ordering/scheme';
import { isUntouched, ORDERING_COLUMN_NAMES, type OrderingRow } from './ordering-settings';
import { VersionWriter } from './version.writer';

/** Changes how the versions of one product are ordered, in the caller's transaction. */
@Injectable()
export class OrderingWriter {
  constructor(
    private readonly software: SoftwareWriter,
    private readonly versions: VersionWriter,
  ) {}

  /** What it is. Holds the product until the transaction ends. @throws Problem not-found */
  async hold(sql: Sql, softwareId: string): Promise<OrderingRow> {
    const [row] = await sql.query<OrderingRow>(
      `SELECT ${ORDERING_COLUMN_NAMES.join(', ')} FROM software WHERE id = ? ${sql.dialect.forUpdate}`,
      [softwareId],
    );
    if (!row) throw Problem.notFound('software');
    return row;
  }

  /**
   * Makes keys and the latest version anew, and leaves a mark for the update check, which brings the favorites up to date.
   * @param ordering checked
   * @returns the number of versions whose key or standing changed
   * @throws PatternBudgetSpent
   */
  async write(sql: Sql, softwareId: string, ordering: OrderingRow, budget?: PatternBudget): Promise<number> {
    await this.software.holdForRekey(sql, [softwareId], ordering);
    const [changed] = await this.versions.write(sql, [{ softwareId, isNew: false, versions: [] }], budget);
    return changed!;
  }

  /** Orders a product by this scheme, unless somebody has said how it is to be ordered. @returns whether it was changed */
  async suggest(sql: Sql, softwareId: string, scheme: SchemeName): Promise<boolean> {
    const ordering = await this.hold(sql, softwareId);
    if (!isUntouched(ordering)) return false;
    await this.write(sql, softwareId, { ...ordering, scheme });
    return true;
  }
}

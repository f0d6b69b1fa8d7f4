import { Injectable } from '@nestjs/common';
import type { PatternBudget, SchemeName } from 'version-order';
import { Problem } from '../../api/problem/problem';
import type { Sql, Transaction } from '../../database/database';
import { type OrderingRow, SoftwareRepository, UNCHANGED } from '../../software/software.repository';
import { isDefaultOrdering } from './ordering-settings';
import { OrderingRepository } from './ordering.repository';
import { UpdateMarkRepository } from './update-mark.repository';
import { VersionRecorder } from './version-recorder';

/** Changes how the versions of a product are ordered, in the caller's transaction. */
@Injectable()
export class OrderingService {
  constructor(
    private readonly orderings: OrderingRepository,
    private readonly software: SoftwareRepository,
    private readonly versions: VersionRecorder,
    private readonly marks: UpdateMarkRepository,
  ) {}

  /** Locks the product until the transaction ends. @throws Problem not-found */
  async lock(sql: Sql, softwareId: string): Promise<OrderingRow> {
    const row = await this.orderings.lock(sql, softwareId);
    if (!row) throw Problem.notFound('product');
    return row;
  }

  /**
   * Makes keys and the latest version again and leaves a mark for the update check, which updates the favorites. The caller has locked
   * the product.
   * @param ordering checked
   * @returns the number of versions whose key or release rank changed
   * @throws PatternBudgetSpent
   */
  async change(sql: Transaction, softwareId: string, ordering: OrderingRow, budget?: PatternBudget): Promise<number> {
    await this.software.setOrdering(sql, softwareId, ordering);
    const product = { softwareId, isNew: false, versions: [], changedAt: UNCHANGED };
    const [changed] = await this.versions.record(sql, [product], budget);
    // A series of a favorite may be another range of keys, even if no key has changed.
    if (changed === 0) await this.marks.add(sql, [softwareId]);
    return changed!;
  }

  /** Changes the scheme of a product unless its ordering was set before. Locks the product. @returns whether it was changed */
  async suggestScheme(sql: Transaction, softwareId: string, scheme: SchemeName): Promise<boolean> {
    const ordering = await this.lock(sql, softwareId);
    if (!isDefaultOrdering(ordering)) return false;
    await this.change(sql, softwareId, { ...ordering, scheme });
    return true;
  }
}

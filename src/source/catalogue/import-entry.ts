import { newId } from '../../common/ids';
import type { Sql } from '../../database/database';
import type { Actor } from '../../user/actor';
import { auditProgress } from '../../user/audit/audit-log';
import type { ImportSummary } from './catalogue-importer';

/** Products that are named. */
const NAMED = 20;

/** The one entry that an import has in the audit log: what its transactions changed so far, and the first products of it. */
export class ImportEntry {
  private readonly id = newId();
  private software: string[] = [];

  constructor(private readonly actor: Actor) {}

  /**
   * In the transaction; one that changes nothing is not noted.
   * @param before what the transactions before it did
   * @param changed ids of the products that it changes
   */
  async note(sql: Sql, before: ImportSummary, part: ImportSummary, changed: string[]): Promise<void> {
    if (part.publishers + part.software + part.versions === 0) return;
    await auditProgress(sql, this.id, this.actor, 'catalogue.imported', {
      publishers: before.publishers + part.publishers,
      software: before.software + part.software,
      versions: before.versions + part.versions,
      software_ids: this.with(changed),
    });
  }

  /** Once the transaction is done. */
  keep(changed: string[]): void {
    this.software = this.with(changed);
  }

  private with(changed: string[]): string[] {
    return [...new Set([...this.software, ...changed])].slice(0, NAMED);
  }
}

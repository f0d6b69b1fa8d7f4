import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { placeholders } from '../../database/rows';

/** Rows that one statement removes: it neither holds them for long nor fills the log of the database at once. */
const BATCH = 500;

/** For how long the audit log remembers. */
@Injectable()
export class AuditRetention {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * Removes what is older than `AUDIT_RETENTION`, oldest first. Any number of replicas may do so at a time.
   * @returns how many entries this one removed
   */
  async removeOld(stopping?: AbortSignal): Promise<number> {
    for (let removed = 0; ;) {
      const old = await this.database.query<{ id: string }>(
        `SELECT id FROM audit_entry WHERE created_at < ${this.database.dialect.nowPlus}
         ORDER BY created_at, id LIMIT ${BATCH}`,
        [-this.config.auditRetention],
      );
      if (old.length === 0 || stopping?.aborted) return removed;
      const ids = old.map(({ id }) => id);
      removed += await this.database.execute(`DELETE FROM audit_entry WHERE id IN (${placeholders(ids.length)})`, ids);
    }
  }
}

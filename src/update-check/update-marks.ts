import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import { Database, type Sql } from '../database/database';
import type { GivenType } from '../database/dialect';

/** Seconds after which a mark whose check died is taken up again. */
const LEASE_SECONDS = 120;

/** Software whose versions changed, claimed by this process. */
export interface ClaimedMark {
  softwareId: string;
  revision: number;
  claimId: string;
}

/** Takes up the marks that `VersionWriter` leaves. */
@Injectable()
export class UpdateMarks {
  constructor(private readonly database: Database) {}

  /** At most `limit` marks; other replicas get others. */
  async claim(limit: number): Promise<ClaimedMark[]> {
    const claimId = newId();
    const { now, forUpdateSkipLocked } = this.database.dialect;
    return this.database.transaction(async (sql) => {
      const rows = await sql.query<{ software_id: string; revision: number }>(
        `SELECT software_id, revision FROM update_mark WHERE next_at <= ${now} ORDER BY next_at LIMIT ${limit}
         ${forUpdateSkipLocked}`,
      );
      const marks = rows.map(({ software_id, revision }) => ({ softwareId: software_id, revision, claimId }));
      if (marks.length > 0) await lease(sql, marks, '1 = 1');
      return marks;
    });
  }

  /** The check is through: the marks go, but for those that a newer change renewed meanwhile. */
  async remove(marks: ClaimedMark[]): Promise<void> {
    const rows = marks.map(({ softwareId, revision, claimId }) => [softwareId, revision, claimId]);
    await this.database.execute(this.database.dialect.deleteGiven('update_mark', CLAIMED), [JSON.stringify(rows)]);
  }

  /**
   * Inside a page's transaction: starts the leases anew, so that software with any number of favorites gets done, and holds the marks
   * until the transaction ends, so that a version that changes meanwhile is checked after this page and never before.
   * @returns false when a claim is over: a check that stood still that long writes nothing more
   */
  async renew(sql: Sql, marks: ClaimedMark[]): Promise<boolean> {
    return (await lease(sql, marks, 'update_mark.claim_id = e.claim')) === marks.length;
  }
}

const CLAIMED: Record<string, GivenType> = { software_id: 'text', revision: 'integer', claim_id: 'text' };

/** @returns of how many marks */
function lease(sql: Sql, marks: ClaimedMark[], where: string): Promise<number> {
  const { dialect } = sql;
  const source = dialect.givenRows({ id: 'text', claim: 'text' });
  const set = `claim_id = e.claim, next_at = ${dialect.after(dialect.now, String(LEASE_SECONDS))}`;
  const on = 'update_mark.software_id = e.id';
  return sql.execute(dialect.updateJoined('update_mark', { source, on, set, where }), [
    JSON.stringify(marks.map(({ softwareId, claimId }) => [softwareId, claimId])),
  ]);
}

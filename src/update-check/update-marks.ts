import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import { Database, type Sql } from '../database/database';
import { placeholders } from '../database/rows';

/** Seconds after which a mark whose check died is taken up again. */
const LEASE_SECONDS = 120;

/** Software whose versions changed, claimed by this process. */
export interface ClaimedMark {
  softwareId: string;
  revision: number;
  claimId: string;
}

/** What a claim took up. */
export interface Claim {
  marks: ClaimedMark[];
  /** Marks that were done at once. */
  unwanted: number;
}

interface MarkRow {
  software_id: string;
  revision: number;
}

/** Takes up the marks that `VersionWriter` leaves. */
@Injectable()
export class UpdateMarks {
  constructor(private readonly database: Database) {}

  /**
   * At most `limit` marks; other replicas get others. Those of software that nobody has as a favorite are done with that, whoever
   * makes a favorite meanwhile sees the versions that the mark stood for.
   */
  async claim(limit: number): Promise<Claim> {
    const claimId = newId();
    const { now, nowPlus, forUpdateSkipLocked, deleteGiven } = this.database.dialect;
    return this.database.transaction(async (sql) => {
      const rows = await sql.query<MarkRow>(
        `SELECT software_id, revision FROM update_mark WHERE next_at <= ${now} ORDER BY next_at LIMIT ${limit}
         ${forUpdateSkipLocked}`,
      );
      const ids = rows.map(({ software_id }) => software_id);
      const wanted = await this.wanted(sql, ids);
      const unwanted = ids.filter((id) => !wanted.includes(id));
      if (unwanted.length > 0)
        await sql.execute(deleteGiven('update_mark', 'software_id'), [JSON.stringify(unwanted.map((id) => [id]))]);
      if (wanted.length > 0)
        await sql.execute(
          `UPDATE update_mark SET claim_id = ?, next_at = ${nowPlus} WHERE software_id IN (${placeholders(wanted.length)})`,
          [claimId, LEASE_SECONDS, ...wanted],
        );
      const marks = rows
        .filter(({ software_id }) => wanted.includes(software_id))
        .map(({ software_id, revision }) => ({ softwareId: software_id, revision, claimId }));
      return { marks, unwanted: unwanted.length };
    });
  }

  /** The check is through: the mark goes, unless a newer change renewed it meanwhile. */
  async remove(mark: ClaimedMark): Promise<void> {
    await this.database.execute('DELETE FROM update_mark WHERE software_id = ? AND claim_id = ? AND revision = ?', [
      mark.softwareId,
      mark.claimId,
      mark.revision,
    ]);
  }

  /**
   * Inside a page's transaction: starts the lease anew, so that software with any number of favorites gets done, and holds the mark
   * until the transaction ends, so that a version that changes meanwhile is checked after this page and never before.
   * @returns false when the claim is over: a check that stood still that long writes nothing more
   */
  async renew(sql: Sql, mark: ClaimedMark): Promise<boolean> {
    const renewed = await sql.execute(
      `UPDATE update_mark SET next_at = ${sql.dialect.nowPlus} WHERE software_id = ? AND claim_id = ?`,
      [LEASE_SECONDS, mark.softwareId, mark.claimId],
    );
    return renewed > 0;
  }

  /** Those that anybody has as a favorite. */
  private async wanted(sql: Sql, softwareIds: string[]): Promise<string[]> {
    if (softwareIds.length === 0) return [];
    // Not in WHERE: MariaDB would make a join of it, and read all favorites of each.
    const rows = await sql.query<{ id: string; wanted: number }>(
      `SELECT s.id, EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = s.id) AS wanted
       FROM software s WHERE s.id IN (${placeholders(softwareIds.length)})`,
      softwareIds,
    );
    return rows.filter(({ wanted }) => Boolean(wanted)).map(({ id }) => id);
  }
}

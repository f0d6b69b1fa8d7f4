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
  /** Whether anybody has it as a favorite. */
  wanted: boolean;
}

interface MarkRow {
  software_id: string;
  revision: number;
  wanted: number;
}

/** Takes up the marks that `VersionWriter` leaves. */
@Injectable()
export class UpdateMarks {
  constructor(private readonly database: Database) {}

  /** At most `limit` marks; other replicas get others. */
  async claim(limit: number): Promise<ClaimedMark[]> {
    const claimId = newId();
    const { now, nowPlus, forUpdateSkipLocked } = this.database.dialect;
    const ids = await this.database.transaction(async (sql) => {
      const rows = await sql.query<{ software_id: string }>(
        `SELECT software_id FROM update_mark WHERE next_at <= ${now} ORDER BY next_at LIMIT ${limit}
         ${forUpdateSkipLocked}`,
      );
      const found = rows.map((row) => row.software_id);
      if (found.length > 0)
        await sql.execute(
          `UPDATE update_mark SET claim_id = ?, next_at = ${nowPlus} WHERE software_id IN (${placeholders(found.length)})`,
          [claimId, LEASE_SECONDS, ...found],
        );
      return found;
    });
    return ids.length === 0 ? [] : this.load(ids, claimId);
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

  private async load(ids: string[], claimId: string): Promise<ClaimedMark[]> {
    const rows = await this.database.query<MarkRow>(
      `SELECT m.software_id, m.revision,
         EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = m.software_id) AS wanted
       FROM update_mark m
       WHERE m.claim_id = ? AND m.software_id IN (${placeholders(ids.length)})`,
      [claimId, ...ids],
    );
    return rows.map((row) => ({
      softwareId: row.software_id,
      revision: row.revision,
      claimId,
      wanted: Boolean(row.wanted),
    }));
  }
}

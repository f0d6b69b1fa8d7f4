import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import type { UtcTimestamp } from '../common/time/utc-timestamp';
import { Database, type Sql } from '../database/database';
import { databaseNow } from '../database/database-clock';
import { insertRows } from '../database/rows';
import { type ClaimedMark, UpdateMarkRepository } from '../version/versions/update-mark.repository';

/** A part of a product's favorites, claimed by this process: those after `lastId`. */
export interface ClaimedPart {
  softwareId: string;
  place: number;
  lastId: string;
  endId: string | null;
  claimId: string;
}

/** Seconds after which a part whose check died is claimed again. Each page renews it. */
const LEASE_SECONDS = 120;

const COLUMNS = ['software_id', 'place', 'last_id', 'end_id', 'next_at'];
const IS_CLAIMED = 'software_id = ? AND place = ? AND claim_id = ?';
const keyOf = ({ softwareId, place, claimId }: ClaimedPart) => [softwareId, place, claimId];

/** Parts of products with many favorites. All statements find them by the primary key. */
@Injectable()
export class UpdatePartRepository {
  constructor(
    private readonly database: Database,
    private readonly marks: UpdateMarkRepository,
  ) {}

  /** Divides a claimed product anew, unless the claim was lost. @param ends the last favorite of each part but the last */
  divide(mark: ClaimedMark, ends: string[]): Promise<void> {
    return this.database.transaction(async (sql) => {
      if (!(await this.marks.divided(sql, mark))) return;
      const now = await databaseNow(sql);
      const rows = ['', ...ends].map((lastId, place) => [mark.softwareId, place, lastId, ends[place] ?? null, now]);
      await sql.execute('DELETE FROM update_part WHERE software_id = ?', [mark.softwareId]);
      await insertRows(sql, 'update_part', COLUMNS, rows);
    });
  }

  /** Claims the first part of a product that nobody has. Skips what other replicas have locked. */
  claim(softwareId: string): Promise<ClaimedPart | null> {
    const { now, forUpdateSkipLocked } = this.database.dialect;
    return this.database.transaction(async (sql) => {
      const [row] = await sql.query<{ place: number; last_id: string; end_id: string | null }>(
        `SELECT place, last_id, end_id FROM update_part WHERE software_id = ? AND next_at <= ${now}
         ORDER BY software_id, place LIMIT 1 ${forUpdateSkipLocked}`,
        [softwareId],
      );
      if (!row) return null;
      const { place, last_id: lastId, end_id: endId } = row;
      const claimId = newId();
      await sql.execute(
        `UPDATE update_part SET claim_id = ?, next_at = ${this.leaseEnd()} WHERE software_id = ? AND place = ?`,
        [claimId, softwareId, place],
      );
      return { softwareId, place, lastId, endId, claimId };
    });
  }

  /**
   * In the transaction that checks the favorites up to `lastId`, once they are locked: locks the product in share mode, so that versions that
   * change meanwhile are checked after it, never before; notes how far the part is, and renews its claim.
   * @returns the database's time, once they are locked; null when the claim was lost, and the check must not write any more
   */
  async moveOn(sql: Sql, part: ClaimedPart, lastId: string): Promise<UtcTimestamp | null> {
    const since = await this.marks.lockMarked(sql, part.softwareId);
    if (since === null) return null;
    const set = `last_id = ?, next_at = ${this.leaseEnd()}`;
    const moved = await sql.execute(`UPDATE update_part SET ${set} WHERE ${IS_CLAIMED}`, [lastId, ...keyOf(part)]);
    return moved === 1 ? since : null;
  }

  /** Removes a part that is checked, and the product's mark with the last one. @returns whether that was the last */
  finish(part: ClaimedPart): Promise<boolean> {
    const { softwareId } = part;
    return this.database.transaction(async (sql) => {
      // Of two that end together, the second sees that it is the last.
      await this.marks.takeTurn(sql, softwareId);
      const removed = await sql.execute(`DELETE FROM update_part WHERE ${IS_CLAIMED}`, keyOf(part));
      if (removed === 0) return false;
      const left = await sql.query('SELECT place FROM update_part WHERE software_id = ? LIMIT 1', [softwareId]);
      return left.length === 0 && this.marks.removeDivided(sql, softwareId);
    });
  }

  /** Gives parts back that are not done. */
  async release(parts: ClaimedPart[]): Promise<void> {
    const set = `claim_id = NULL, next_at = ${this.database.dialect.now}`;
    for (const part of parts)
      await this.database.execute(`UPDATE update_part SET ${set} WHERE ${IS_CLAIMED}`, keyOf(part));
  }

  private leaseEnd(): string {
    const { dialect } = this.database;
    return dialect.after(dialect.now, String(LEASE_SECONDS));
  }
}

import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import type { Moment } from '../common/moment';
import { Database, type Sql } from '../database/database';
import type { GivenType } from '../database/dialect';

/** Seconds after which a mark whose check died is taken up again. */
const LEASE_SECONDS = 120;
/** Milliseconds after which a check that goes on starts its lease anew. */
const RENEW_AFTER = 30_000;

/** Software whose versions changed, claimed by this process. */
export interface ClaimedMark {
  softwareId: string;
  revision: number;
  claimId: string;
  /** When its lease began, by `performance.now()`. */
  leasedAt: number;
}

/** Takes up the marks that `VersionWriter` leaves. */
@Injectable()
export class UpdateMarks {
  constructor(private readonly database: Database) {}

  /** At most `limit` marks; other replicas get others. */
  async claim(limit: number): Promise<ClaimedMark[]> {
    const claimId = newId();
    const { now, forUpdateSkipLocked } = this.database.dialect;
    const leasedAt = performance.now();
    return this.database.transaction(async (sql) => {
      const rows = await sql.query<{ software_id: string; revision: number }>(
        `SELECT software_id, revision FROM update_mark WHERE next_at <= ${now} ORDER BY next_at LIMIT ${limit}
         ${forUpdateSkipLocked}`,
      );
      const marks = rows.map(({ software_id, revision }) => ({ softwareId: software_id, revision, claimId, leasedAt }));
      if (marks.length > 0) await lease(sql, marks, '1 = 1');
      return marks;
    });
  }

  /** The check is through: the marks go, but for those that a newer change renewed meanwhile. */
  async remove(marks: ClaimedMark[]): Promise<void> {
    const rows = marks.map(({ softwareId, revision, claimId }) => [softwareId, revision, claimId]);
    await this.database.execute(this.database.dialect.deleteGiven('update_mark', CLAIMED), [JSON.stringify(rows)]);
  }

  /** Between pages: software with any number of favorites gets done. Whose claim is over is told by `hold`. */
  async renew(marks: ClaimedMark[]): Promise<void> {
    const old = marks.filter(({ leasedAt }) => performance.now() - leasedAt > RENEW_AFTER);
    if (old.length === 0) return;
    for (const mark of old) mark.leasedAt = performance.now();
    await lease(this.database, old, 'update_mark.claim_id = e.claim');
  }

  /**
   * Inside a page's transaction: holds the marks until it ends, so that a version that changes meanwhile is checked after this page and
   * never before. Other pages of the same check hold them too.
   * @param marks in the order of their software's ids, in which they are held
   * @returns since when; null when a claim is over: a check that stood still that long writes nothing more
   */
  async hold(sql: Sql, marks: ClaimedMark[]): Promise<Moment | null> {
    const { thenJoin, byIndex, forShare, givenRows, now } = sql.dialect;
    // Software before its mark, as who writes versions does: a joined UPDATE holds what it only reads, and would wait for it later.
    const rows = await sql.query<{ since: Moment }>(
      `SELECT ${now} AS since FROM (${givenRows({ id: 'text', claim: 'text' })}) e
         ${thenJoin} software s ${byIndex('PRIMARY')} ON s.id = e.id
         ${thenJoin} update_mark m ${byIndex('PRIMARY')} ON m.software_id = s.id AND m.claim_id = e.claim ${forShare}`,
      [given(marks)],
    );
    return rows.length === marks.length ? rows[0]!.since : null;
  }
}

const CLAIMED: Record<string, GivenType> = { software_id: 'text', revision: 'integer', claim_id: 'text' };

async function lease(sql: Sql, marks: ClaimedMark[], where: string): Promise<void> {
  const { dialect } = sql;
  const source = dialect.givenRows({ id: 'text', claim: 'text' });
  const set = `claim_id = e.claim, next_at = ${dialect.after(dialect.now, String(LEASE_SECONDS))}`;
  const on = 'update_mark.software_id = e.id';
  await sql.execute(dialect.updateJoined('update_mark', { source, on, set, where }), [given(marks)]);
}

const given = (marks: ClaimedMark[]) => JSON.stringify(marks.map(({ softwareId, claimId }) => [softwareId, claimId]));

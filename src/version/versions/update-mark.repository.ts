import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import type { GivenType } from '../../database/dialect';
import { pagesOf } from '../../database/rows';

/** Software whose versions changed, claimed by this process. */
export interface ClaimedMark {
  softwareId: string;
  revision: number;
  claimId: string;
  /** Whether the claim is of its parts, which are claimed one by one. */
  isDivided: boolean;
}

/** Seconds after which a mark whose check died is claimed again. */
const LEASE_SECONDS = 120;
/** Seconds after which the mark of a divided product is due again, so that other replicas find its parts. */
const DIVIDED_SECONDS = 1;

const CLAIMED: Record<string, GivenType> = { software_id: 'text', revision: 'integer', claim_id: 'text' };

/** Marks that say "the versions of this product changed": left with the versions, claimed and removed by the update check. */
@Injectable()
export class UpdateMarkRepository {
  constructor(private readonly database: Database) {}

  /** Adds marks that are due now; one that exists gets another revision and loses its claim. */
  async add(sql: Sql, softwareIds: string[]): Promise<void> {
    const { dialect } = sql;
    const again = { revision: 'update_mark.revision + 1', next_at: dialect.now, claim_id: 'NULL' };
    for (const page of pagesOf(softwareIds))
      await sql.execute(
        `INSERT INTO update_mark (software_id, revision, next_at) VALUES ${page.map(() => `(?, 1, ${dialect.now})`).join(', ')}
         ${dialect.onDuplicate(['software_id'], again)}`,
        page,
      );
  }

  /** A condition: whether one is due. Index: `update_mark_due`. */
  anyDue(): string {
    return `EXISTS (SELECT 1 FROM update_mark WHERE next_at <= ${this.database.dialect.now})`;
  }

  /**
   * Claims at most `limit` due marks, oldest first, by the index `update_mark_due`. Skips marks that other replicas have locked.
   * @returns the claimed marks, leased until `LEASE_SECONDS` from now; those of divided products until `DIVIDED_SECONDS` from now
   */
  async claim(limit: number): Promise<ClaimedMark[]> {
    const claimId = newId();
    const { now, forUpdateSkipLocked } = this.database.dialect;
    return this.database.transaction(async (sql) => {
      const rows = await sql.query<{ software_id: string; revision: number; parts_of: number | null }>(
        `SELECT software_id, revision, parts_of FROM update_mark WHERE next_at <= ${now} ORDER BY next_at LIMIT ${limit}
         ${forUpdateSkipLocked}`,
      );
      const marks = rows.map(({ software_id: softwareId, revision, parts_of }) => ({
        ...{ softwareId, revision, claimId, isDivided: parts_of === revision },
      }));
      const [divided, whole] = [
        marks.filter(({ isDivided }) => isDivided),
        marks.filter(({ isDivided }) => !isDivided),
      ];
      await lease(sql, whole, LEASE_SECONDS);
      await lease(sql, divided, DIVIDED_SECONDS);
      return marks;
    });
  }

  /**
   * Locks marks and their products in share mode, by primary key: versions that change meanwhile are checked after this transaction, never
   * before. Other pages of the same check share the locks.
   * @param marks in the order of their products' ids, in which they are locked
   * @returns the database's time, once they are locked; null when a claim was lost, and the check must not write any more
   */
  async lock(sql: Sql, marks: ClaimedMark[]): Promise<UtcTimestamp | null> {
    const { thenJoin, byIndex, forShare, givenRows, now } = sql.dialect;
    // Software before its mark, as writers of versions do: a joined UPDATE locks what it only reads, and would wait for it later.
    const rows = await sql.query<{ since: UtcTimestamp }>(
      `SELECT ${now} AS since FROM (${givenRows({ id: 'text', claim: 'text' })}) e
         ${thenJoin} software s ${byIndex('PRIMARY')} ON s.id = e.id
         ${thenJoin} update_mark m ${byIndex('PRIMARY')} ON m.software_id = s.id AND m.claim_id = e.claim ${forShare}`,
      [given(marks)],
    );
    return rows.length === marks.length ? rows[0]!.since : null;
  }

  /** In a transaction that divides a claimed product: its mark is due for everybody. @returns false when the claim was lost */
  async divided(sql: Sql, { softwareId, claimId }: ClaimedMark): Promise<boolean> {
    const set = `parts_of = revision, next_at = ${sql.dialect.now}, claim_id = NULL`;
    const where = 'software_id = ? AND claim_id = ?';
    return (await sql.execute(`UPDATE update_mark SET ${set} WHERE ${where}`, [softwareId, claimId])) === 1;
  }

  /** As `lock`, of a divided product, whoever claimed it. */
  async lockMarked(sql: Sql, softwareId: string): Promise<UtcTimestamp | null> {
    const { thenJoin, forShare, now } = sql.dialect;
    const [row] = await sql.query<{ since: UtcTimestamp }>(
      `SELECT ${now} AS since FROM software s ${thenJoin} update_mark m ON m.software_id = s.id WHERE s.id = ? ${forShare}`,
      [softwareId],
    );
    return row?.since ?? null;
  }

  /** Has transactions on a divided product take turns. Writes its mark: a lock alone holds on one node of a cluster. */
  async takeTurn(sql: Sql, softwareId: string): Promise<void> {
    const set = `next_at = ${sql.dialect.now}`;
    await sql.execute(`UPDATE update_mark SET ${set} WHERE software_id = ? AND revision = parts_of`, [softwareId]);
  }

  /** @returns false when a newer change has renewed it: then it is due, and divided again */
  async removeDivided(sql: Sql, softwareId: string): Promise<boolean> {
    const where = 'software_id = ? AND revision = parts_of';
    return (await sql.execute(`DELETE FROM update_mark WHERE ${where}`, [softwareId])) === 1;
  }

  /** Removes marks that are done, except those that a newer change has renewed. */
  async remove(marks: ClaimedMark[]): Promise<void> {
    const rows = marks.map(({ softwareId, revision, claimId }) => [softwareId, revision, claimId]);
    await this.database.execute(this.database.dialect.deleteGiven('update_mark', CLAIMED), [JSON.stringify(rows)]);
  }
}

async function lease(sql: Sql, marks: ClaimedMark[], seconds: number): Promise<void> {
  if (marks.length === 0) return;
  const { dialect } = sql;
  const source = dialect.givenRows({ id: 'text', claim: 'text' });
  const set = `claim_id = e.claim, next_at = ${dialect.after(dialect.now, String(seconds))}`;
  const on = 'update_mark.software_id = e.id';
  await sql.execute(dialect.updateJoined('update_mark', { source, on, set, where: '1 = 1' }), [given(marks)]);
}

const given = (marks: ClaimedMark[]) => JSON.stringify(marks.map(({ softwareId, claimId }) => [softwareId, claimId]));

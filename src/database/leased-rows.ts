import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../common/ids';
import type { Database, Sql } from './database';
import { placeholders } from './rows';

/**
 * Seconds for which a claim holds: three times the longest attempt to send something, so that nobody has to renew it. When its
 * process dies, the row is due again by itself.
 */
export const LEASE_SECONDS = 180;

const RECORD_RETRY_MS = 1_000;

/** A row that this process holds, of a table with `next_at` (when it is due, or until when its claim holds), `claim_id` and `attempts`. */
export interface LeasedRow {
  id: string;
  claim_id: string;
  /** This attempt included. */
  attempts: number;
}

export interface Lease {
  claim: string;
  ids: string[];
}

/** At most `limit` due rows, held by nobody else until the lease ends: the database's clock alone decides. null: nothing is due. */
export async function leaseDueRows(database: Database, table: string, limit: number): Promise<Lease | null> {
  const claim = newId();
  const { now, nowPlus, forUpdateSkipLocked } = database.dialect;
  return database.transaction(async (sql) => {
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE next_at <= ${now} ORDER BY next_at, id LIMIT ${limit} ${forUpdateSkipLocked}`,
    );
    if (rows.length === 0) return null;
    const ids = rows.map(({ id }) => id);
    await sql.execute(
      `UPDATE ${table} SET claim_id = ?, attempts = attempts + 1, next_at = ${nowPlus}
       WHERE id IN (${placeholders(ids.length)})`,
      [claim, LEASE_SECONDS, ...ids],
    );
    return { claim, ids };
  });
}

/**
 * Ends the lease of a row. Fenced by the claim: who lost it changes nothing.
 * @param nextIn seconds until it is due again; null = never
 * @param counts whether this was an attempt
 * @returns whether the claim still held
 */
export async function releaseRow(
  sql: Sql,
  table: string,
  row: LeasedRow,
  nextIn: number | null,
  counts: boolean,
): Promise<boolean> {
  const changed = await sql.execute(
    `UPDATE ${table} SET claim_id = NULL, attempts = attempts - ?, next_at = ${nextIn === null ? 'NULL' : sql.dialect.nowPlus}
     WHERE id = ? AND claim_id = ?`,
    [counts ? 0 : 1, ...(nextIn === null ? [] : [nextIn]), row.id, row.claim_id],
  );
  return changed > 0;
}

/**
 * Writes down, in one transaction, what came of something that was sent. A provider that accepted and a record that is missing is where
 * doubles come from: so it is tried for half the lease, whatever goes wrong with the database meanwhile. `work` is fenced by its claim.
 */
export async function recordPersistently(database: Database, work: (sql: Sql) => Promise<void>): Promise<void> {
  const until = performance.now() + (LEASE_SECONDS / 2) * 1_000;
  for (;;) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(RECORD_RETRY_MS);
    }
  }
}

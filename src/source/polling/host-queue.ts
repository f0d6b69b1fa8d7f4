import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import type { Moment } from '../../common/moment';
import { Database, type Sql } from '../../database/database';
import { placeholders } from '../../database/rows';

/** Seconds for which a claim holds. When its process dies, another takes the host up after them. */
export const LEASE_SECONDS = 300;

/** A host that this process holds: nobody else asks its sources. */
export interface HeldHost {
  host: string;
  claim: string;
}

/** A source that is due. */
export interface DueSource {
  software_id: string;
  type: string;
  settings: string;
  revision: number;
  interval_seconds: number | null;
  etag: string | null;
  last_modified: string | null;
  answer_hash: string | null;
  next_at: Moment;
  /** The second look after a release webhook that this poll is; null = it is none. */
  again_at: Moment | null;
  failures: number;
  /** Seconds since the product's last release; null = none is known. */
  age: number | null;
}

/** Due hosts and the due sources of each. The database's clock alone decides. */
@Injectable()
export class HostQueue {
  constructor(private readonly database: Database) {}

  /** At most `limit` hosts that are due, rest no more and are held by nobody. */
  async claim(limit: number): Promise<HeldHost[]> {
    const { now, nowPlus, forUpdateSkipLocked } = this.database.dialect;
    const free = `next_at <= ${now} AND (held_until IS NULL OR held_until <= ${now}) AND (rest_until IS NULL OR rest_until <= ${now})`;
    const select = `SELECT host FROM source_host WHERE ${free} ORDER BY next_at, host LIMIT ${limit}`;
    // Most of the time nothing is: a look without a transaction.
    if ((await this.database.query(select)).length === 0) return [];
    const claim = newId();
    return this.database.transaction(async (sql) => {
      const rows = await sql.query<{ host: string }>(`${select} ${forUpdateSkipLocked}`);
      if (rows.length === 0) return [];
      await sql.execute(
        `UPDATE source_host SET claim_id = ?, held_until = ${nowPlus} WHERE host IN (${placeholders(rows.length)})`,
        [claim, LEASE_SECONDS, ...rows.map(({ host }) => host)],
      );
      return rows.map(({ host }) => ({ host, claim }));
    });
  }

  /** @returns false when the claim is over */
  async renew({ host, claim }: HeldHost): Promise<boolean> {
    const renewed = await this.database.execute(
      `UPDATE source_host SET held_until = ${this.database.dialect.nowPlus} WHERE host = ? AND claim_id = ?`,
      [LEASE_SECONDS, host, claim],
    );
    return renewed > 0;
  }

  /**
   * The sources of a host that are due, the longest due first.
   * @param after the last of those that were read before; null = from the first
   */
  async due({ host }: HeldHost, after: DueSource | null, limit: number): Promise<DueSource[]> {
    const { now, secondsBetween } = this.database.dialect;
    const further = after === null ? '' : 'AND next_at >= ? AND (next_at > ? OR software_id > ?)';
    return this.database.queryPrepared<DueSource>(
      `SELECT software_id, type, settings, revision, interval_seconds, etag, last_modified, answer_hash, failures, next_at,
         CASE WHEN again_at <= ${now} THEN again_at END AS again_at, ${secondsBetween('released_at', now)} AS age
       FROM software_source WHERE host = ? AND next_at <= ${now} ${further} ORDER BY next_at, software_id LIMIT ${limit}`,
      [host, ...(after === null ? [] : [after.next_at, after.next_at, after.software_id])],
    );
  }

  /**
   * Lets go of a host: it is due when the first of its sources is.
   * @param rest seconds for which it wants to be left alone; null = it did not say
   */
  async release({ host, claim }: HeldHost, rest: number | null): Promise<void> {
    await this.database.transaction(async (sql) => {
      // Held before its sources are read: who makes one due meanwhile writes the host afterwards.
      const held = await sql.query(
        `SELECT host FROM source_host WHERE host = ? AND claim_id = ? ${sql.dialect.forUpdate}`,
        [host, claim],
      );
      if (held.length === 0) return;
      const nextAt = await firstDue(sql, host);
      if (nextAt === null) return void (await sql.execute('DELETE FROM source_host WHERE host = ?', [host]));
      await sql.execute(
        `UPDATE source_host SET claim_id = NULL, held_until = NULL, next_at = ?${rest === null ? '' : `, rest_until = ${sql.dialect.nowPlus}`}
         WHERE host = ?`,
        [nextAt, ...(rest === null ? [] : [rest]), host],
      );
    });
  }
}

async function firstDue(sql: Sql, host: string): Promise<Moment | null> {
  const rows = await sql.query<{ next_at: Moment }>(
    'SELECT next_at FROM software_source WHERE host = ? ORDER BY next_at LIMIT 1',
    [host],
  );
  return rows[0]?.next_at ?? null;
}

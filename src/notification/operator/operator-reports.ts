import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import type { Moment } from '../../common/moment';
import { Database, type Sql } from '../../database/database';
import { type LeasedRow, leaseDueRows, recordPersistently, releaseRow } from '../../database/leased-rows';
import { placeholders } from '../../database/rows';
import { FailingSources } from '../../source/polling/failing-sources';

const TABLE = 'operator_report';
const LIFE_SECONDS = 7 * 86_400;
/** Seconds from one report to the next: what fails meanwhile comes together. */
const PAUSE_SECONDS = 6 * 3_600;

/** A report that this process holds. */
export interface ClaimedReport extends LeasedRow {
  expired: number;
  /** Seconds since it was queued. */
  age: number;
  created_at: Moment;
}

/** The queue of messages to the operator: due time and lease are one column, as for deliveries. */
@Injectable()
export class OperatorReports {
  constructor(
    private readonly database: Database,
    private readonly failing: FailingSources,
  ) {}

  /** Queues a report of sources that have failed for a day, when there are any. One transaction marks them and writes it. */
  async write(): Promise<void> {
    // Most of the time nothing is: a look without a transaction.
    if (!(await this.failing.anyUnreported())) return;
    await this.database.transaction(async (sql) => {
      const { now, nowPlus } = sql.dialect;
      // Held first: whoever else is about to write one waits here, and then finds this one.
      const hosts = await this.failing.hold(sql);
      if (hosts.length === 0 || (await this.wasOneLately(sql))) return;
      const id = newId();
      await this.failing.report(sql, hosts, id);
      await sql.execute(
        `INSERT INTO ${TABLE} (id, next_at, expires_at, created_at) VALUES (?, ${now}, ${nowPlus}, ${now})`,
        [id, LIFE_SECONDS],
      );
      await sql.execute(`DELETE FROM ${TABLE} WHERE next_at IS NULL AND created_at <= ${nowPlus}`, [-LIFE_SECONDS]);
    });
  }

  /** At most `limit` due reports, held by nobody else until the lease ends. */
  async claim(limit: number): Promise<ClaimedReport[]> {
    const lease = await leaseDueRows(this.database, TABLE, limit);
    if (!lease) return [];
    const { now, secondsBetween } = this.database.dialect;
    return this.database.query<ClaimedReport>(
      `SELECT id, claim_id, attempts, (expires_at <= ${now}) AS expired, ${secondsBetween('created_at', now)} AS age, created_at
       FROM ${TABLE} WHERE id IN (${placeholders(lease.ids.length)}) AND claim_id = ?`,
      [...lease.ids, lease.claim],
    );
  }

  /** It is due again in so many seconds. */
  async postpone(report: ClaimedReport, seconds: number, counts: boolean): Promise<void> {
    await this.release(report, seconds, counts);
  }

  /** It was sent, or is given up. */
  async end(report: ClaimedReport): Promise<void> {
    await this.release(report, null, true);
  }

  /** There is nothing to tell any more: it is as if it had never been. */
  async drop({ id, claim_id }: ClaimedReport): Promise<void> {
    await this.database.execute(`DELETE FROM ${TABLE} WHERE id = ? AND claim_id = ?`, [id, claim_id]);
  }

  private release(report: ClaimedReport, nextIn: number | null, counts: boolean): Promise<void> {
    return recordPersistently(
      this.database,
      async (sql) => void (await releaseRow(sql, TABLE, report, nextIn, counts)),
    );
  }

  private async wasOneLately(sql: Sql): Promise<boolean> {
    const rows = await sql.query(`SELECT id FROM ${TABLE} WHERE created_at > ${sql.dialect.nowPlus} LIMIT 1`, [
      -PAUSE_SECONDS,
    ]);
    return rows.length > 0;
  }
}

import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { placeholders } from '../../database/rows';

/** Seconds for which a source fails before the operator is notified. */
const REPORTED_AFTER = 86_400;
/** Seconds for which it fails before it joins the report of another source at its host. */
const JOINS_REPORT_AFTER = 3_600;
/** Rows whose hosts go into one report; the others go into the next one. */
const MAX_ROWS = 200;

export interface FailingSource {
  software_id: string;
  name: string;
  type: string;
  failing_since: UtcTimestamp;
  last_error: string | null;
}

/** SQL of `software_source`: sources that have failed for a day, and those that the operator was notified of. The next success clears both. */
@Injectable()
export class FailingSourceRepository {
  constructor(private readonly database: Database) {}

  /** Whether the operator has to be notified of one. Index: `software_source_unreported`. */
  async hasUnreported(): Promise<boolean> {
    return (await this.unreportedHosts(this.database, 1)).length > 0;
  }

  /** Hosts with sources to notify of. Locks the rows of these sources. Index: `software_source_unreported`. */
  lockUnreported(sql: Sql): Promise<string[]> {
    return this.unreportedHosts(sql, MAX_ROWS, sql.dialect.forUpdate);
  }

  /** Adds the failing sources of these hosts to a report, so that a host that is down makes one report and not several. */
  async addToReport(sql: Sql, reportId: string, hosts: string[]): Promise<void> {
    const { now, nowPlus } = sql.dialect;
    await sql.execute(
      `UPDATE software_source SET reported_at = ${now}, report_id = ?
       WHERE reported_at IS NULL AND failing_since <= ${nowPlus} AND host IN (${placeholders(hosts.length)})`,
      [reportId, -JOINS_REPORT_AFTER, ...hosts],
    );
  }

  /** Sources of a report that still fail, the longest first: at most `limit`, and how many there are. Index: `software_source_report`. */
  async ofReport(reportId: string, limit: number): Promise<{ sources: FailingSource[]; total: number }> {
    const sources = await this.database.query<FailingSource>(
      `SELECT s.software_id, p.name, s.type, s.failing_since, s.last_error
       FROM software_source s JOIN software p ON p.id = s.software_id
       WHERE s.report_id = ? ORDER BY s.failing_since, s.software_id LIMIT ${limit}`,
      [reportId],
    );
    const text = 'SELECT COUNT(*) AS total FROM software_source WHERE report_id = ?';
    return { sources, total: await this.database.count({ text, parameters: [reportId] }) };
  }

  private async unreportedHosts(sql: Sql, limit: number, ending = ''): Promise<string[]> {
    const rows = await sql.query<{ host: string }>(
      `SELECT host FROM software_source WHERE reported_at IS NULL AND failing_since <= ${sql.dialect.nowPlus}
       ORDER BY failing_since LIMIT ${limit} ${ending}`,
      [-REPORTED_AFTER],
    );
    return [...new Set(rows.map(({ host }) => host))];
  }
}

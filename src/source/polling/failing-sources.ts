import { Injectable } from '@nestjs/common';
import type { Moment } from '../../common/moment';
import { Database, type Sql } from '../../database/database';
import { placeholders } from '../../database/rows';

/** Seconds for which a source fails before somebody is told. */
const REPORTED_AFTER = 86_400;
/** Seconds for which it fails to be named together with another of its host that has failed so long. */
const NAMED_TOGETHER_AFTER = 3_600;
/** Rows whose hosts go into one report; what is left comes with the next. */
const ROWS_AT_MOST = 200;

/** A source that fails, and of which a report tells. */
export interface FailingSource {
  software_id: string;
  name: string;
  type: string;
  failing_since: Moment;
  last_error: string | null;
}

/** Which sources have failed for a day, and which of them the operator was told of. A success ends that. */
@Injectable()
export class FailingSources {
  constructor(private readonly database: Database) {}

  /** Whether the operator was not told of one yet. */
  async anyUnreported(): Promise<boolean> {
    return (await this.unreportedHosts(this.database, 1)).length > 0;
  }

  /** The hosts of those that the operator was not told of. Their rows are held until the transaction ends: nobody else reports them. */
  hold(sql: Sql): Promise<string[]> {
    return this.unreportedHosts(sql, ROWS_AT_MOST, sql.dialect.forUpdate);
  }

  /**
   * Makes what fails at these hosts part of a report, also what has not failed for a day yet: when a host is down, its sources learn
   * of it one after another, and the operator should learn of it once.
   */
  async report(sql: Sql, hosts: string[], reportId: string): Promise<void> {
    const { now, nowPlus } = sql.dialect;
    await sql.execute(
      `UPDATE software_source SET reported_at = ${now}, report_id = ?
       WHERE reported_at IS NULL AND failing_since <= ${nowPlus} AND host IN (${placeholders(hosts.length)})`,
      [reportId, -NAMED_TOGETHER_AFTER, ...hosts],
    );
  }

  /** Those of a report that still fail, the longest first: at most `limit` of them, and how many they are. */
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

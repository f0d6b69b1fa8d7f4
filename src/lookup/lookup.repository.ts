import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '../database/database';

/** Sources of one host that are compared: feeds and documents have a host of their own nearly always. */
const MAX_SOURCES = 500;

/** Reads what is there already. */
@Injectable()
export class LookupRepository {
  constructor(private readonly database: Database) {}

  /** Sources at a host, as `SourceHost` names it. Index: `software_source_due`. */
  sourcesAt(host: string): Promise<{ software_id: string; type: string; settings: string }[]> {
    return this.database.query(
      `SELECT software_id, type, settings FROM software_source WHERE host = ? ORDER BY next_at, software_id LIMIT ${MAX_SOURCES}`,
      [host],
    );
  }

  /** Products that a user has added within a day, in a transaction that has locked the user. Index: `audit_entry_user`. */
  async addedWithinADay(sql: Sql, userId: string): Promise<{ added: number; seconds: number }> {
    const { now, nowPlus, secondsBetween } = sql.dialect;
    const [row] = await sql.query<{ added: number | string; seconds: number | string | null }>(
      `SELECT COUNT(*) AS added, ${secondsBetween('MIN(created_at)', now)} AS seconds FROM audit_entry
       WHERE user_id = ? AND created_at > ${nowPlus} AND action = 'software.added'`,
      [userId, -86_400],
    );
    return { added: Number(row!.added), seconds: Number(row!.seconds ?? 0) };
  }
}

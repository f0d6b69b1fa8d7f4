import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';

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
}

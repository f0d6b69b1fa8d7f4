import { Injectable } from '@nestjs/common';
import { groupBy } from '../common/list/nested';
import { momentText, type UtcTimestamp } from '../common/time/utc-timestamp';
import { Database } from '../database/database';
import { pagesOf, placeholders } from '../database/rows';
import type { NamedProduct } from './product-name.repository';

export interface EolProductRow extends NamedProduct {
  name: string;
  publisher: string;
  cycles: number;
  updated_at: UtcTimestamp;
}

const COLUMNS = `s.id, s.identity, s.name, s.name_key, p.name AS publisher, ${momentText('s.updated_at')} AS updated_at`;

/** What the format of endoflife.date needs of products. */
@Injectable()
export class EolRepository {
  constructor(private readonly database: Database) {}

  /**
   * Products that have release cycles, and those that the user tracks, by name. Indexes: lifecycle_cycle, favorite_user_software, PRIMARY.
   */
  async listed(userId: string, limit: number): Promise<EolProductRow[]> {
    const rows = await this.database.query<EolProductRow>(
      `SELECT ${COLUMNS}, SUM(listed.cycles) AS cycles
       FROM (SELECT software_id, COUNT(*) AS cycles FROM lifecycle GROUP BY software_id
           UNION ALL
           SELECT * FROM (SELECT f.software_id, 0 AS cycles FROM favorite f WHERE f.user_id = ?
             ORDER BY f.software_id LIMIT ${limit}) tracked) listed
         JOIN software s ON s.id = listed.software_id JOIN publisher p ON p.id = s.publisher_id
       GROUP BY s.id, s.identity, s.name, s.name_key, p.name, s.updated_at
       ORDER BY s.name_key, s.id LIMIT ${limit}`,
      [userId],
    );
    return rows.map((row) => ({ ...row, cycles: Number(row.cycles) }));
  }

  async product(id: string): Promise<EolProductRow | null> {
    const [row] = await this.database.query<EolProductRow>(
      `SELECT ${COLUMNS}, 0 AS cycles FROM software s JOIN publisher p ON p.id = s.publisher_id WHERE s.id = ?`,
      [id],
    );
    return row ?? null;
  }

  /** The day on which the newest version of each cycle was released, as far as known, by cycle. Index: version_label. */
  async latestDays(softwareIds: string[]): Promise<Map<string, string>> {
    const days = new Map<string, string>();
    for (const page of pagesOf(softwareIds)) {
      const rows = await this.database.query<{ id: string; released_at: UtcTimestamp }>(
        `SELECT l.id, ${momentText('v.released_at')} AS released_at
         FROM lifecycle l ${this.database.dialect.thenJoin} version v ON v.software_id = l.software_id AND v.version = l.latest
         WHERE l.software_id IN (${placeholders(page.length)}) AND v.released_at IS NOT NULL`,
        page,
      );
      for (const { id, released_at } of rows) days.set(id, released_at.slice(0, 10));
    }
    return days;
  }

  /** The user's tags of the products that they track, by product. */
  async tags(userId: string): Promise<Map<string, string[]>> {
    const rows = await this.database.query<{ software_id: string; name: string }>(
      `SELECT f.software_id, t.name FROM tag t JOIN favorite_tag ft ON ft.tag_id = t.id JOIN favorite f ON f.id = ft.favorite_id
       WHERE t.user_id = ? ORDER BY t.name_key LIMIT 20000`,
      [userId],
    );
    const byProduct = groupBy(rows, (row) => row.software_id);
    return new Map([...byProduct].map(([id, list]) => [id, list.map(({ name }) => name)]));
  }
}

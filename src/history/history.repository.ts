import { Injectable } from '@nestjs/common';
import type { Listed } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import type { ListStatement } from '../api/list/list-sql';
import { momentText } from '../common/time/utc-timestamp';
import { Database } from '../database/database';
import { placeholders } from '../database/rows';
import { journalList } from '../favorite/journal/journal.list';
import type { HistoryRow } from './dto/history.response';
import { KEPT_SECONDS } from '../favorite/journal/journal.repository';

/** Reads what users changed; `JournalRepository` writes it. */
@Injectable()
export class HistoryRepository {
  constructor(private readonly database: Database) {}

  /** Index: favorite_bulk_user. */
  list(userId: string, request: ListRequest): Promise<Listed<HistoryRow>> {
    return this.database.list(journalList, request, this.listed(userId));
  }

  async find(userId: string, id: string): Promise<HistoryRow | undefined> {
    const { select, from, where, whereParameters } = this.listed(userId);
    const [row] = await this.database.query<HistoryRow>(
      `SELECT ${select} FROM ${from} WHERE b.id = ? AND ${where.join(' AND ')}`,
      [id, ...whereParameters],
    );
    return row;
  }

  /** Names of products by id. */
  async products(ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<{ id: string; name: string }>(
      `SELECT id, name FROM software WHERE id IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  private listed(userId: string): ListStatement {
    return {
      select: `b.id, b.action, b.changed, b.means, COALESCE(t.name, w.agent) AS program, b.details, b.products, i.name AS inventory,
        ${momentText('b.undone_at')} AS undone_at, ${momentText('b.created_at')} AS created_at,
        CASE WHEN EXISTS (SELECT 1 FROM inventory_change c WHERE c.inventory_id = b.inventory_id AND c.run = b.id) THEN 1 ELSE 0 END AS is_last`,
      from: `favorite_bulk b LEFT JOIN access_token t ON t.id = b.credential_id LEFT JOIN web_session w ON w.id = b.credential_id
        LEFT JOIN inventory i ON i.id = b.inventory_id`,
      where: [
        'b.user_id = ?',
        'b.changed > 0',
        `b.created_at >= ${this.database.dialect.after(this.database.dialect.now, `-${KEPT_SECONDS}`)}`,
      ],
      whereParameters: [userId],
    };
  }
}

import { Injectable } from '@nestjs/common';
import type { Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import type { ListStatement } from '../../api/list/list-sql';
import { forEach } from '../../api/list/nested';
import { momentText } from '../../common/time/utc-timestamp';
import { Database } from '../../database/database';
import { placeholders } from '../../database/rows';
import { journalList } from '../journal/journal.list';
import type { HistoryRow, UndoState } from './dto/history.response';
import { KEPT_SECONDS } from '../journal/journal.repository';

/** Favorites of an entry that are looked at: if it changed more, one of the others may come back. */
const LOOKED_AT = 4;

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

  /** Whether entries can be undone, and why not. Indexes: PRIMARY, favorite_user_software. */
  async undoStates(entries: HistoryRow[]): Promise<Map<string, UndoState>> {
    if (entries.length === 0) return new Map();
    const one = `SELECT bulk_id, favorite_id, software_id FROM favorite_bulk_item
      WHERE ${this.database.dialect.pageOf('bulk_id')} ORDER BY bulk_id, favorite_id LIMIT ${LOOKED_AT + 1}`;
    const rows = await this.database.query<{ id: string; items: number | string; open: number | string }>(
      `SELECT b.id, COUNT(*) AS items, SUM(CASE
         WHEN b.action <> 'delete' THEN f.last_change = b.id
         WHEN t.id IS NULL THEN 1 ELSE 0 END) AS open
       FROM (${forEach(one, entries.length)}) i ${this.database.dialect.thenJoin} favorite_bulk b ON b.id = i.bulk_id
         LEFT JOIN favorite f ON f.id = i.favorite_id
         LEFT JOIN favorite t ON t.user_id = b.user_id AND t.software_id = i.software_id GROUP BY b.id`,
      entries.flatMap(({ id }) => [id, id]),
    );
    const found = new Map(rows.map(({ id, items, open }) => [id, { items: Number(items), open: Number(open) }]));
    return new Map(entries.map((entry) => [entry.id, undoState(entry, found.get(entry.id))]));
  }

  private listed(userId: string): ListStatement {
    return {
      select: `b.id, b.action, b.changed, b.means, COALESCE(t.name, w.agent) AS program, b.details, b.products, i.name AS inventory,
        ${momentText('b.undone_at')} AS undone_at, ${momentText('b.created_at')} AS created_at`,
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

/** @param kept what is left of it: restored favorites are not */
function undoState({ changed, undone_at }: HistoryRow, kept?: { items: number; open: number }): UndoState {
  if (!kept) return undone_at === null ? 'impossible' : 'undone';
  if (kept.open > 0 || kept.items > LOOKED_AT) return 'possible';
  return kept.items < changed ? 'undone' : 'changed';
}

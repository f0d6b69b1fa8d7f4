import { Injectable } from '@nestjs/common';
import type { Listed } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import type { UtcTimestamp } from '../common/time/utc-timestamp';
import { Database, type Sql } from '../database/database';
import { queryIn } from '../database/pages';
import { insertRows } from '../database/rows';
import { PUBLISHER } from './dto/publisher.response';
import { publisherList } from './publisher.list';

/** What a record may say of a publisher beside its name, by the columns. */
export const PUBLISHER_FACTS = ['url', 'support_url', 'privacy_url'] as const;
export type StatedPublisher = { name: string } & Record<(typeof PUBLISHER_FACTS)[number], string | null>;

/** A publisher as an import compares and changes it. */
export interface StoredPublisher extends StatedPublisher {
  id: string;
  name_key: string;
  facts_from: string;
  created_at: UtcTimestamp;
}

export const STORED = ['id', 'name', 'name_key', ...PUBLISHER_FACTS, 'facts_from', 'created_at'] as const;

@Injectable()
export class PublisherRepository {
  constructor(private readonly database: Database) {}

  list(request: ListRequest): Promise<Listed<object>> {
    const { bytes } = this.database.dialect;
    const from = 'publisher p';
    const statement = { select: PUBLISHER.select, from, rows: from, bytes, where: [], whereParameters: [] };
    return this.database.list(publisherList, request, statement);
  }

  async find(id: string): Promise<object | undefined> {
    const select = `SELECT ${PUBLISHER.select} FROM publisher p WHERE p.id = ?`;
    return (await this.database.queryPrepared<object>(select, [id]))[0];
  }

  async findOfSoftware(softwareId: string): Promise<object | undefined> {
    const select = `SELECT ${PUBLISHER.select} FROM software s JOIN publisher p ON p.id = s.publisher_id WHERE s.id = ?`;
    return (await this.database.queryPrepared<object>(select, [softwareId]))[0];
  }

  async exists(id: string): Promise<boolean> {
    return (await this.database.query('SELECT id FROM publisher WHERE id = ?', [id])).length > 0;
  }

  /** By folded name, without locking. Index: publisher_name. */
  findByNames(sql: Sql, nameKeys: string[]): Promise<Map<string, StoredPublisher>> {
    return this.stored(sql, 'name_key', nameKeys);
  }

  /** Locks the rows, in the order of their ids. @returns them by folded name */
  lockByIds(sql: Sql, ids: string[]): Promise<Map<string, StoredPublisher>> {
    return this.stored(sql, 'id', ids, `ORDER BY id ${sql.dialect.forUpdate}`);
  }

  /** Leaves out those whose name is taken, also by another process right now. */
  async insertMissing(sql: Sql, publishers: StoredPublisher[]): Promise<void> {
    const rows = publishers.map((row) => [...STORED.map((column) => row[column]), row.created_at]);
    await insertRows(sql, 'publisher', [...STORED, 'updated_at'], rows, sql.dialect.keepExisting('publisher'));
  }

  async update(sql: Sql, publisher: StoredPublisher): Promise<void> {
    const facts = ['name', ...PUBLISHER_FACTS] as const;
    const set = [...facts.map((column) => `${column} = ?`), `updated_at = ${sql.dialect.now}`];
    const values = facts.map((column) => publisher[column]);
    await sql.execute(`UPDATE publisher SET ${set.join(', ')} WHERE id = ?`, [...values, publisher.id]);
  }

  private async stored(sql: Sql, column: 'id' | 'name_key', values: string[], ending = '') {
    const statement = (places: string) =>
      `SELECT ${STORED.join(', ')} FROM publisher WHERE ${column} IN (${places}) ${ending}`;
    const rows = await queryIn<StoredPublisher>(sql, values, statement);
    return new Map(rows.map((row) => [row.name_key, row]));
  }
}

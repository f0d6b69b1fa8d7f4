import { Injectable } from '@nestjs/common';
import type { Listed } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import { Database, type Sql, type Transaction } from '../database/database';
import { queryIn } from '../database/pages';
import type { RowOf } from '../database/row-of';
import { insertRows } from '../database/rows';
import { PUBLISHER } from './dto/publisher.response';
import { Publisher } from './publisher.entity';
import { publisherList } from './publisher.list';

const STORED = ['id', 'name', 'name_key', 'url', 'support_url', 'privacy_url', 'facts_from', 'created_at'] as const;

/** A publisher as an import compares and changes it. */
export type StoredPublisher = Pick<RowOf<Publisher>, (typeof STORED)[number]>;

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

  async update(sql: Transaction, publisher: StoredPublisher): Promise<void> {
    const { id, name, url, support_url: supportUrl, privacy_url: privacyUrl } = publisher;
    const updatedAt = () => sql.dialect.now;
    await sql.manager.update(Publisher, id, { name, url, supportUrl, privacyUrl, updatedAt });
  }

  private async stored(sql: Sql, column: 'id' | 'name_key', values: string[], ending = '') {
    const statement = (places: string) =>
      `SELECT ${STORED.join(', ')} FROM publisher WHERE ${column} IN (${places}) ${ending}`;
    const rows = await queryIn<StoredPublisher>(sql, values, statement);
    return new Map(rows.map((row) => [row.name_key, row]));
  }
}

import { Injectable } from '@nestjs/common';
import type { Links } from '../common/api/links';
import { type CursorColumns, type Page, toPage } from '../common/list/list-page';
import type { ListRequest } from '../common/list/list-request';
import { pageSql, totalSql } from '../common/list/list-sql';
import { Problem } from '../common/problem/problem';
import { Database } from '../database/database';
import {
  PUBLISHER_COLUMNS,
  publisherColumn,
  type PublisherResponse,
  type PublisherRow,
  toPublisherResponse,
} from './dto/publisher.response';
import { publisherList } from './publisher.list';

const COLUMNS = PUBLISHER_COLUMNS.map((column) => `${publisherColumn(column)} AS ${column}`).join(', ');

/** Reads publishers; who writes them is `PublisherWriter`. */
@Injectable()
export class PublisherService {
  constructor(private readonly database: Database) {}

  async list(request: ListRequest, links: Links): Promise<Page<PublisherResponse>> {
    const { bytes } = this.database.dialect;
    const statement = {
      select: COLUMNS,
      from: 'publisher p',
      rows: 'publisher p',
      bytes,
      where: [],
      whereParameters: [],
    };
    const page = pageSql(publisherList, request, statement);
    const rows = await this.database.page<PublisherRow & CursorColumns>(page);
    const total = request.includeTotal ? await this.database.count(totalSql(request, statement)) : undefined;
    return toPage(request, rows, (row) => toPublisherResponse(row, links), total);
  }

  async get(id: string, links: Links): Promise<PublisherResponse> {
    return this.one('publisher p WHERE p.id = ?', id, links, 'publisher');
  }

  async ofSoftware(softwareId: string, links: Links): Promise<PublisherResponse> {
    const from = 'software s JOIN publisher p ON p.id = s.publisher_id WHERE s.id = ?';
    return this.one(from, softwareId, links, 'software');
  }

  private async one(from: string, id: string, links: Links, what: string): Promise<PublisherResponse> {
    const [row] = await this.database.queryPrepared<PublisherRow>(`SELECT ${COLUMNS} FROM ${from}`, [id]);
    if (!row) throw Problem.notFound(what);
    return toPublisherResponse(row, links);
  }
}

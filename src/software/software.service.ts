import { Injectable } from '@nestjs/common';
import type { Links } from '../common/api/links';
import { type CursorColumns, type Page, toPage } from '../common/list/list-page';
import type { ListRequest } from '../common/list/list-request';
import { WHOLE_LIST } from '../common/list/list-spec';
import { type ListStatement, type PageSql, pageSql, totalSql } from '../common/list/list-sql';
import { forEach, groupBy, NESTED_AT_MOST, NESTED_PAGE, type Nested, nestedOf } from '../common/list/nested';
import { momentText } from '../common/moment';
import { Problem } from '../common/problem/problem';
import { Database } from '../database/database';
import { pagesOf } from '../database/rows';
import { PUBLISHER_COLUMNS, publisherColumn } from '../publisher/dto/publisher.response';
import type { Principal } from '../user/principal';
import {
  type PublisherSoftwareResponse,
  type SoftwareResponse,
  type SoftwareRow,
  toPublisherSoftwareResponse,
  toSoftwareResponse,
  toVersionResponse,
  type VersionResponse,
  type VersionRow,
} from './dto/software.response';
import { publisherSoftwareList, softwareList } from './software.list';

type Row = SoftwareRow & CursorColumns;

interface RankedVersionRow extends VersionRow {
  software_id: string;
  version_key: string;
}

const COLUMNS = `s.id, s.publisher_id, s.name, s.short_description, s.description, s.url, ${momentText('s.updated_at')} AS updated_at`;

// Left joins keep the order of the driving index: the database cannot start at the publisher and sort afterwards.
const FAVORITE_JOIN = 'LEFT JOIN favorite uf ON uf.user_id = ? AND uf.software_id = s.id';
const PUBLISHER_SELECT = PUBLISHER_COLUMNS.filter((column) => column !== 'id')
  .map((column) => `, ${publisherColumn(column)} AS publisher_${column}`)
  .join('');
const LATEST_SELECT = `, lv.id AS latest_id, lv.version AS latest_version, ${momentText('lv.created_at')} AS latest_created_at`;

/** Reads software. Tables of other folders (favorite, version) are joined by name: their code is to the right of this. */
@Injectable()
export class SoftwareService {
  constructor(private readonly database: Database) {}

  async list(caller: Principal, request: ListRequest, links: Links): Promise<Page<SoftwareResponse>> {
    const { bytes } = this.database.dialect;
    const statement = { ...statementFor(caller, request.includes), bytes };
    const page = pageSql(softwareList, request, statement);
    const [rows, versions] = request.includes.has('includeVersions')
      ? await this.withVersions(page, request.perPage)
      : [await this.database.page<Row>(page), null];
    const total = request.includeTotal ? await this.database.count(totalSql(request, { ...plain, bytes })) : undefined;
    return toPage(
      request,
      rows,
      (row) => toSoftwareResponse(row, links, request.includes, versions?.get(row.id)),
      total,
    );
  }

  async get(caller: Principal, id: string, includes: ReadonlySet<string>, links: Links): Promise<SoftwareResponse> {
    const { select, from, fromParameters = [] } = statementFor(caller, includes);
    const text = `SELECT ${select} FROM ${from} WHERE s.id = ?`;
    const [row] = await this.database.queryPrepared<Row>(text, [...fromParameters, id]);
    if (!row) throw Problem.notFound('software');
    const versions = includes.has('includeVersions')
      ? await this.database.reading(() => this.versionsOf([id], WHOLE_LIST))
      : null;
    return toSoftwareResponse(row, links, includes, versions?.get(id));
  }

  async listOfPublisher(
    caller: Principal,
    publisherId: string,
    request: ListRequest,
    links: Links,
  ): Promise<Page<PublisherSoftwareResponse>> {
    const statement: ListStatement = {
      ...statementFor(caller, new Set()),
      where: ['s.publisher_id = ?'],
      whereParameters: [publisherId],
    };
    const rows = await this.database.page<Row>(pageSql(publisherSoftwareList, request, statement));
    if (rows.length === 0) await this.demandPublisher(publisherId);
    const counted = { ...plain, where: statement.where, whereParameters: statement.whereParameters };
    const total = request.includeTotal ? await this.database.count(totalSql(request, counted)) : undefined;
    return toPage(request, rows, (row) => toPublisherSoftwareResponse(row, links), total);
  }

  private withVersions(page: PageSql, perPage: number): Promise<[Row[], Map<string, Nested<VersionResponse>>]> {
    return this.database.reading(async () => {
      const rows = await this.database.pageRead<Row>(page);
      const ids = rows.slice(0, perPage).map(({ id }) => id);
      return [rows, await this.versionsOf(ids, NESTED_AT_MOST)];
    });
  }

  /** The newest ones of each, newest first. Index: version_order. */
  private async versionsOf(softwareIds: string[], most: number): Promise<Map<string, Nested<VersionResponse>>> {
    const versions = new Map<string, Nested<VersionResponse>>();
    const select = `SELECT software_id, id, version, created_at, version_key FROM version
      WHERE software_id = ? ORDER BY version_key DESC, id DESC LIMIT ${most + 1}`;
    for (const ids of pagesOf(softwareIds, NESTED_PAGE)) {
      const rows = await this.database.query<RankedVersionRow>(forEach(select, ids.length), ids);
      for (const [id, ranked] of groupBy(rows, (row) => row.software_id))
        versions.set(id, nestedOf(ranked.sort(newestFirst).map(toVersionResponse), most));
    }
    return versions;
  }

  private async demandPublisher(id: string): Promise<void> {
    const found = await this.database.query('SELECT id FROM publisher WHERE id = ?', [id]);
    if (found.length === 0) throw Problem.notFound('publisher');
  }
}

/** As the index has them: keys are ASCII, and compared by their bytes. */
function newestFirst(a: RankedVersionRow, b: RankedVersionRow): number {
  if (a.version_key !== b.version_key) return a.version_key < b.version_key ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

const plain: ListStatement = { select: '', from: 'software s', where: [], whereParameters: [] };

function statementFor(caller: Principal, includes: ReadonlySet<string>): ListStatement {
  const publisher = includes.has('includePublisher');
  const latest = includes.has('includeLatestVersion');
  return {
    select: `${COLUMNS}, uf.id AS favorite_id${publisher ? PUBLISHER_SELECT : ''}${latest ? LATEST_SELECT : ''}`,
    from: [
      `software s ${FAVORITE_JOIN}`,
      publisher ? 'LEFT JOIN publisher p ON p.id = s.publisher_id' : '',
      latest ? 'LEFT JOIN version lv ON lv.id = s.latest_version_id' : '',
    ].join(' '),
    rows: 'software s',
    fromParameters: [caller.userId],
    where: [],
    whereParameters: [],
  };
}

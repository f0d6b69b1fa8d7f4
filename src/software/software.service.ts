import { Injectable } from '@nestjs/common';
import type { Links } from '../common/api/links';
import { type CursorColumns, type Page, toPage } from '../common/list/list-page';
import type { ListRequest } from '../common/list/list-request';
import { WHOLE_LIST } from '../common/list/list-spec';
import { type ListStatement, pageSql, totalSql } from '../common/list/list-sql';
import { momentText } from '../common/moment';
import { Problem } from '../common/problem/problem';
import { Database } from '../database/database';
import { placeholders } from '../database/rows';
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
    const rows = await this.database.page<Row>(pageSql(softwareList, request, statement));
    const total = request.includeTotal ? await this.database.count(totalSql(request, { ...plain, bytes })) : undefined;
    const shown = rows.slice(0, request.perPage).map((row) => row.id);
    const versions = request.includes.has('includeVersions') ? await this.versionsOf(shown) : null;
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
    const versions = includes.has('includeVersions') ? await this.versionsOf([id]) : null;
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

  /** Newest first, at most 1,000 of each; one statement for all of them. */
  private async versionsOf(softwareIds: string[]): Promise<Map<string, VersionResponse[]>> {
    const versions = new Map<string, VersionResponse[]>(softwareIds.map((id) => [id, []]));
    if (softwareIds.length === 0) return versions;
    const rows = await this.database.query<VersionRow & { software_id: string }>(
      `SELECT software_id, id, version, created_at FROM (
         SELECT v.software_id, v.id, v.version, v.created_at, v.version_key,
                ROW_NUMBER() OVER (PARTITION BY v.software_id ORDER BY v.version_key DESC, v.id DESC) AS place
         FROM version v WHERE v.software_id IN (${placeholders(softwareIds.length)})) ranked
       WHERE place <= ${WHOLE_LIST} ORDER BY software_id, place`,
      softwareIds,
    );
    for (const row of rows) versions.get(row.software_id)!.push(toVersionResponse(row));
    return versions;
  }

  private async demandPublisher(id: string): Promise<void> {
    const found = await this.database.query('SELECT id FROM publisher WHERE id = ?', [id]);
    if (found.length === 0) throw Problem.notFound('publisher');
  }
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

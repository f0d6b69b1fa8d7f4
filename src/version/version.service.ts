import { Injectable } from '@nestjs/common';
import { type CursorColumns, type Page, toPage } from '../common/list/list-page';
import type { Filter, ListRequest } from '../common/list/list-request';
import { pageSql, totalSql } from '../common/list/list-sql';
import { momentText } from '../common/moment';
import { Problem } from '../common/problem/problem';
import { Database } from '../database/database';
import { toVersionResponse, type VersionResponse, type VersionRow } from '../software/dto/software.response';
import { orderingOf, ORDERING_COLUMNS, type OrderingRow } from './ordering-settings';
import type { ProductOrdering } from './ordering/product-ordering';
import { versionList } from './version.list';

/** Reads versions; who writes them is `VersionWriter`. */
@Injectable()
export class VersionService {
  constructor(private readonly database: Database) {}

  async listOfSoftware(softwareId: string, asked: ListRequest): Promise<Page<VersionResponse>> {
    const request = await this.withKeys(softwareId, asked);
    const statement = {
      select: `v.id, v.version, ${momentText('v.created_at')} AS created_at`,
      from: 'version v',
      where: ['v.software_id = ?'],
      whereParameters: [softwareId],
    };
    const page = pageSql(versionList, request, statement);
    const rows = await this.database.page<VersionRow & CursorColumns>(page);
    // Software without a version on this page is rare, software that is not there is not worth a statement in front of each list.
    if (rows.length === 0) await this.orderingFor(softwareId);
    const total = request.includeTotal ? await this.database.count(totalSql(request, statement)) : undefined;
    return toPage(request, rows, toVersionResponse, total);
  }

  /** Filters on the version compare keys, which only the software's scheme can make. */
  private async withKeys(softwareId: string, request: ListRequest): Promise<ListRequest> {
    if (!request.filters.some(({ kind }) => kind === 'version')) return request;
    const ordering = await this.orderingFor(softwareId);
    return { ...request, filters: request.filters.map((filter) => withKey(filter, ordering)) };
  }

  /** @throws Problem 404 when there is no such software */
  private async orderingFor(softwareId: string): Promise<ProductOrdering> {
    const [row] = await this.database.queryPrepared<OrderingRow>(
      `SELECT ${ORDERING_COLUMNS} FROM software s WHERE s.id = ?`,
      [softwareId],
    );
    if (!row) throw Problem.notFound('software');
    return orderingOf(row);
  }
}

/** A filter on the version compares keys; a label that a strict scheme cannot read has no place in its order. */
function withKey(filter: Filter, ordering: ProductOrdering): Filter {
  if (filter.kind !== 'version') return filter;
  const { key, valid } = ordering.read(String(filter.value));
  if (!valid)
    throw Problem.parameter(`${filter.field}[${filter.operator}]`, "is no version in this software's version scheme");
  return { ...filter, value: key };
}

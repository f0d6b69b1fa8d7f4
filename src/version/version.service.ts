import { Injectable } from '@nestjs/common';
import { type CursorColumns, type Page, toPage } from '../common/list/list-page';
import type { Filter, ListRequest } from '../common/list/list-request';
import { pageSql, totalSql } from '../common/list/list-sql';
import { momentText } from '../common/moment';
import { Problem } from '../common/problem/problem';
import { TimeSlice } from '../common/time-slice';
import { Database } from '../database/database';
import { toVersionResponse, type VersionResponse, type VersionRow } from '../software/dto/software.response';
import { orderingOf, ORDERING_COLUMNS, type OrderingRow } from './ordering-settings';
import { PatternBudget, PatternBudgetSpent } from './ordering/pattern-budget';
import type { ProductOrdering } from './ordering/product-ordering';
import { versionList } from './version.list';

/** Milliseconds for the tag pattern in the filters of one request. */
const FILTERS_MS = 100;

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
    const budget = new PatternBudget(FILTERS_MS);
    const slice = new TimeSlice();
    const filters: Filter[] = [];
    for (const filter of request.filters) {
      filters.push(withKey(filter, ordering, budget));
      if (slice.isOver) await slice.next();
    }
    return { ...request, filters };
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

/**
 * A filter on the version compares keys; a label that a strict scheme cannot read has no place in its order.
 * @throws Problem invalid-query
 */
function withKey(filter: Filter, ordering: ProductOrdering, budget: PatternBudget): Filter {
  if (filter.kind !== 'version') return filter;
  const name = `${filter.field}[${filter.operator}]`;
  const version = versionIn(String(filter.value), name, ordering, budget);
  if (!ordering.scheme.valid(version)) throw Problem.parameter(name, "is no version in this software's version scheme");
  return { ...filter, value: ordering.scheme.key(version) };
}

function versionIn(label: string, name: string, ordering: ProductOrdering, budget: PatternBudget): string {
  try {
    return ordering.versionIn(label, budget);
  } catch (error) {
    if (!(error instanceof PatternBudgetSpent)) throw error;
    throw Problem.parameter(name, "takes too long with this software's tag_pattern: send fewer filters on the version");
  }
}

import { Injectable } from '@nestjs/common';
import { TimeSlice } from 'small-parts';
import { PatternBudget, type ProductOrdering } from 'version-order';
import type { Owner } from '../../api/identity/actor';
import { type Page, toPage } from '../../api/list/list-page';
import type { Filter, ListRequest } from '../../api/list/list-request';
import { Problem } from '../../api/problem/problem';
import { toVersionResponse } from '../../software/dto/software.response';
import { type DetailedRow, type ListedVersionResponse, toDetailedVersion } from './dto/listed-version.response';
import { keyOfLabel, orderingOf } from './ordering-settings';
import { OrderingRepository } from './ordering.repository';
import { TimelineRepository } from './timeline.repository';
import { INCLUDE_DETAILS } from './version.list';
import { VersionRepository } from './version.repository';

/** Milliseconds for the tag pattern in the filters of one request. */
const FILTERS_MS = 100;

/** Reads versions. `VersionRecorder` writes them. */
@Injectable()
export class VersionService {
  constructor(
    private readonly versions: VersionRepository,
    private readonly orderings: OrderingRepository,
    private readonly timelines: TimelineRepository,
  ) {}

  async listOfSoftware(
    { userId }: Owner,
    softwareId: string,
    asked: ListRequest,
  ): Promise<Page<ListedVersionResponse>> {
    const request = await this.withKeys(softwareId, asked);
    const rows = await this.versions.page(userId, softwareId, request);
    // Checked only for an empty page: unknown products are rare, and not worth a statement before each list.
    if (rows.length === 0) await this.orderingFor(softwareId);
    const total = request.includeTotal ? await this.versions.count(userId, softwareId, request) : undefined;
    if (!request.includes.has(INCLUDE_DETAILS)) return toPage(request, { rows, total }, toVersionResponse);
    const product = await this.timelines.findProduct(userId, softwareId);
    if (!product) throw Problem.notFound('product');
    return toPage(request, { rows, total }, (row) => toDetailedVersion(row as typeof row & DetailedRow, product));
  }

  /** Filters on the version compare keys, which only the product's scheme can make. */
  private async withKeys(softwareId: string, request: ListRequest): Promise<ListRequest> {
    if (!request.filters.some(({ kind }) => kind === 'version')) return request;
    const ordering = await this.orderingFor(softwareId);
    const budget = new PatternBudget(FILTERS_MS);
    const slice = new TimeSlice();
    const filters: Filter[] = [];
    for (const filter of request.filters) {
      filters.push(filter.kind === 'version' ? withKey(filter, ordering, budget) : filter);
      if (slice.isOver) await slice.next();
    }
    return { ...request, filters };
  }

  /** @throws Problem not-found */
  private async orderingFor(softwareId: string): Promise<ProductOrdering> {
    const row = await this.orderings.find(softwareId);
    if (!row) throw Problem.notFound('product');
    return orderingOf(row);
  }
}

function withKey(filter: Filter, ordering: ProductOrdering, budget: PatternBudget): Filter {
  const name = `${filter.field}[${filter.operator}]`;
  const advice = ': send fewer filters on the version';
  return { ...filter, value: keyOfLabel(ordering, String(filter.value), budget, name, advice) };
}

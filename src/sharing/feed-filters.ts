import { type Filter, type ListRequest, readFilters } from '../common/list/list-request';
import { favoriteList } from '../favorite/store/favorite.list';
import type { ReadFeed } from './feed.repository';

/**
 * The filters of a feed that is not about one favorite.
 * @param more filters as in a query, which hold as well
 */
export function filtersOf({ filters }: ReadFeed, more: Record<string, unknown> = {}): Filter[] {
  const own = filters === null ? {} : (JSON.parse(filters) as Record<string, unknown>);
  return [own, more].flatMap((given) => readFilters(favoriteList, given, 'filter'));
}

export interface Wanted {
  /** Filters as in a query, beside those of the feed. */
  filter: Record<string, unknown>;
  /** As in a query. */
  sort: string;
  most: number;
  includes: readonly string[];
}

/** A request for the first favorites of a feed. */
export const requestOf = (feed: ReadFeed, { filter, sort, most, includes }: Wanted): ListRequest => ({
  filters: filtersOf(feed, filter),
  search: null,
  sort: sort.replace(/^-/, ''),
  descending: sort.startsWith('-'),
  perPage: most,
  page: null,
  cursor: null,
  includes: new Set(includes),
  includeTotal: false,
  kept: [],
});

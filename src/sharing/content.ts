import type { Links } from '../api/endpoint/links';
import { type Filter, type ListRequest, readFilters } from '../api/list/list-request';
import { favoriteList } from '../favorite/store/favorite.list';
import { cleanLine } from '../notification/rendering/clean-text';
import type { ReadFeed } from './feed.repository';
import type { Format } from './writing/documents';

const MAX_NAME = 255;

/** The owner and the reader of a document. */
export interface Frame {
  format: Format;
  links: Links;
  /** Whether there is a web application to lead to. */
  hasPages: boolean;
  /** When its content last changed, as the API shows it. */
  changedAt: string;
}

/** The current content of a feed. */
export interface Content {
  /** Everything that its documents depend on; if it has not changed, they are not written again. */
  basis: unknown;
  write(frame: Frame): string | Promise<string>;
}

/** One harmless line: names from sources are untrusted. */
export const nameLine = (text: string): string => cleanLine(text, MAX_NAME) || '?';

/** A page of the web application, if there is one. */
export const pageOf = ({ links, hasPages }: Frame, path: string): string | null => (hasPages ? links.app(path) : null);

/**
 * The filters of a feed that is not about one favorite.
 * @param more filters as in a query, which hold as well
 */
export function filtersOf({ filters }: ReadFeed, more: Record<string, unknown> = {}): Filter[] {
  const own = filters === null ? {} : (JSON.parse(filters) as Record<string, unknown>);
  return [own, more].flatMap((given) => readFilters(favoriteList, given, 'filter'));
}

interface Wanted {
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

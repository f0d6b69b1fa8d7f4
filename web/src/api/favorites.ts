import { api } from './client';
import { type FavoriteFilter, type FavoriteList, queryOfList } from './favorite-lists';
import type { FavoriteResponse as FavoriteRow } from './generated';
import type { WindowPage } from './windows';

export type { FavoriteFilter, FavoriteRow };

/** Where people read the release notes; undefined = nowhere that a browser should go. */
export const notesOf = ({ product }: FavoriteRow): string | undefined =>
  product?.notes_url && /^https?:\/\//i.test(product.notes_url) ? product.notes_url : undefined;

type ListQuery = NonNullable<Parameters<typeof api.listFavorites>[0]>;

/** One window of favorites with their number. */
export function readFavorites(
  filter: FavoriteFilter,
  query: { sort?: string; page: number; per_page: number; include?: readonly string[] },
  signal?: AbortSignal,
): Promise<WindowPage<FavoriteRow>> {
  const { include = [], ...rest } = query;
  const included = Object.fromEntries(include.map((one) => [one, true]));
  return api.listFavorites({ ...filter, ...rest, ...included, includeTotal: true } as ListQuery, { signal }) as Promise<
    WindowPage<FavoriteRow>
  >;
}

/** A window of a list. */
export const readWindow = (list: FavoriteList, page: number, signal: AbortSignal) =>
  api.listFavorites(queryOfList(list, page) as ListQuery, { signal }) as Promise<WindowPage<FavoriteRow>>;

/** How many there are, and those that come first. */
export const readBeginning = (filter: FavoriteFilter, count: number, signal?: AbortSignal) =>
  readFavorites(filter, { page: 1, per_page: count, sort: 'software', include: ['includeAvailableVersion'] }, signal);

/** How many favorites match. */
export const countQuery = (filter: FavoriteFilter) => ({
  // Not among the lists, which are changed in place.
  queryKey: ['summary', 'count', filter],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readFavorites(filter, { page: 1, per_page: 1 }, signal).then(({ meta }) => meta.total ?? 0),
});

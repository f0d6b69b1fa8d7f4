/** Rows of a page of a long list, and of the request for it. */
export const PAGE = 50;

/** Lists of what is outdated have this as the second part of their key: rows leave them when they are dealt with. */
export const OUTDATED = 'outdated';

/** Which favorites: names, operators and values as `GET /favorite` takes them. A list: each of its values counts. */
export type FavoriteFilter = Record<string, string | string[]>;

/** `a%b` stands for itself in a search: `%` is the only sign that means something else to `like`. */
export const nameLike = (text: string): FavoriteFilter =>
  text.trim() === '' ? {} : { 'software[like]': text.trim().replaceAll('%', '') };

/** A list of favorites as a screen shows it. */
export interface FavoriteList {
  /** `outdated`, or another word for lists that rows do not leave. */
  name: string;
  filter: FavoriteFilter;
  sort: string;
  include: readonly string[];
}

/** Of the windows of a list in the cache, without the window's number. */
export const keyOfList = ({ name, filter, sort }: FavoriteList) => ['favorites', name, filter, sort];

/** The query of `GET /favorite` for a window of a list. */
export const queryOfList = ({ filter, sort, include }: FavoriteList, page: number) => ({
  ...filter,
  page,
  per_page: PAGE,
  sort,
  ...Object.fromEntries(include.map((one) => [one, true])),
  includeTotal: true,
});

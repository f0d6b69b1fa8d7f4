import { api } from './client';
import type { FavoriteResponse, PolicyResponse } from './generated';
import type { Support } from './support';
import type { WindowPage } from './windows';

/** A favorite with all that rows show. */
export interface FavoriteRow extends Omit<FavoriteResponse, 'support'> {
  policy?: PolicyResponse;
  /** null: nothing is known. */
  support?: Support | null;
  product?: { id: string; publisher_id: string; url: string | null; notes_url: string | null; icon: string | null };
}

/** Where people read the release notes; undefined = nowhere that a browser should go. */
export const notesOf = ({ product }: FavoriteRow): string | undefined =>
  product?.notes_url && /^https?:\/\//i.test(product.notes_url) ? product.notes_url : undefined;

/** Which favorites: names, operators and values as `GET /favorite` takes them. */
export type FavoriteFilter = Record<string, string>;

/** `a%b` stands for itself in a search: `%` is the only sign that means something else to `like`. */
export const nameLike = (text: string): FavoriteFilter =>
  text.trim() === '' ? {} : { 'software[like]': text.trim().replaceAll('%', '') };

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

/** How many there are, and those that come first. */
export const readBeginning = (filter: FavoriteFilter, count: number, signal?: AbortSignal) =>
  readFavorites(filter, { page: 1, per_page: count, sort: 'software', include: ['includeAvailableVersion'] }, signal);

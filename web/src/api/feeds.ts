import { api } from './client';
import type { FavoriteFilter } from './favorites';
import { NoConnection } from './problem';
import { pagesQuery } from './queries';
import { WINDOW } from './windows';

/** The caller's shared addresses, the newest first. */
export const feedsQuery = pagesQuery(['feeds'], (page, options) =>
  api.listFeeds({ per_page: WINDOW, sort: '-created_at', ...page }, options),
);

type CsvQuery = NonNullable<Parameters<typeof api.listFavoritesAsCsv>[0]>;

/** All favorites that match, as a file. */
export async function readCsv(filter: FavoriteFilter, sort: string): Promise<Blob> {
  const file: unknown = await api.listFavoritesAsCsv({ ...filter, sort } as CsvQuery, { format: 'blob' });
  // The client answers null when the connection ends in the middle.
  if (!(file instanceof Blob)) throw new NoConnection('The file did not arrive as a whole.');
  return file;
}

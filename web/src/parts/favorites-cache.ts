import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { BulkOperation } from '../api/bulk';
import { OUTDATED, PAGE } from '../api/favorite-lists';
import type { FavoriteRow } from '../api/favorites';
import type { WindowPage } from '../api/windows';

export { OUTDATED };

type Held = WindowPage<FavoriteRow> | FavoriteRow | null | undefined;

const isPage = (data: Held): data is WindowPage<FavoriteRow> =>
  typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data);

/** The row as it will be; null = it is no longer tracked. */
function changed(row: FavoriteRow, { action, until, tags }: BulkOperation): FavoriteRow | null {
  const { risk: _risk, highlights: _highlights, matters: _matters, ...rest } = row;
  const settled = { update_available: false, available_version: null };
  switch (action) {
    case 'update':
      return row.available_version
        ? { ...rest, ...settled, version: { ...row.version, version: row.available_version.version } }
        : row;
    case 'skip':
      return { ...row, ...settled };
    case 'snooze':
      return { ...row, ...settled, ...(row.policy ? { policy: { ...row.policy, snoozed_until: until ?? null } } : {}) };
    case 'unsnooze':
      return row.policy ? { ...row, policy: { ...row.policy, snoozed_until: null } } : row;
    case 'mute':
    case 'unmute':
      return { ...row, notifications_enabled: action === 'unmute' };
    case 'delete':
      return null;
    case 'policy':
      return row;
    case 'tag':
      return { ...row, tags: [...new Set([...(row.tags ?? []), ...(tags ?? [])])] };
    case 'untag':
      return { ...row, tags: (row.tags ?? []).filter((tag) => !tags?.includes(tag)) };
  }
}

/** All that is held of favorites, to put it back when an operation was refused. */
export const holdFavorites = (client: QueryClient) => client.getQueriesData<Held>({ queryKey: ['favorites'] });

/** Shows an operation before the service has confirmed it: in every list and every single favorite that is held. */
export function showOperation(client: QueryClient, operation: BulkOperation, ids: ReadonlySet<string>): void {
  const lists = new Map<string, Map<number, [QueryKey, WindowPage<FavoriteRow>]>>();
  for (const [key, data] of holdFavorites(client)) {
    const page = key.at(-1);
    if (isPage(data) && typeof page === 'number') {
      const name = JSON.stringify(key.slice(0, -1));
      lists.set(name, (lists.get(name) ?? new Map()).set(page, [key, data]));
    } else if (data && 'uuid' in data && ids.has(data.uuid)) {
      client.setQueryData(key, changed(data, operation));
    }
  }
  for (const pages of lists.values()) showInList(client, pages, operation, ids);
}

/** Windows of one list. Rows that leave it let those below move up, from one window into the one before. */
function showInList(
  client: QueryClient,
  pages: ReadonlyMap<number, [QueryKey, WindowPage<FavoriteRow>]>,
  operation: BulkOperation,
  ids: ReadonlySet<string>,
): void {
  const [[firstKey]] = [...pages.values()] as [[QueryKey, unknown]];
  const leaves = (after: FavoriteRow | null) => after === null || (firstKey[1] === OUTDATED && !after.update_available);
  const rows: (FavoriteRow | undefined)[] = [];
  const leaving: number[] = [];
  for (const [page, [, { data }]] of pages)
    data.forEach((row, index) => {
      const place = (page - 1) * PAGE + index;
      const after = ids.has(row.uuid) ? changed(row, operation) : row;
      rows[place] = after ?? undefined;
      if (ids.has(row.uuid) && leaves(after)) leaving.push(place);
    });
  for (const place of leaving.sort((a, b) => b - a)) rows.splice(place, 1);
  for (const [page, [key, { meta }]] of pages) {
    const own = rows.slice((page - 1) * PAGE, page * PAGE);
    const end = Array.from(own).indexOf(undefined);
    client.setQueryData<WindowPage<FavoriteRow>>(key, {
      data: (end < 0 ? own : own.slice(0, end)) as FavoriteRow[],
      meta: { ...meta, ...(meta.total === undefined ? {} : { total: meta.total - leaving.length }) },
    });
  }
}

/** Whether a list that stays still has all its rows; after a row left, the last ones may not have been read. */
export function hasGaps(client: QueryClient): boolean {
  return client.getQueriesData<Held>({ queryKey: ['favorites', OUTDATED], type: 'active' }).some(([key, data]) => {
    const page = key.at(-1);
    if (!isPage(data) || typeof page !== 'number') return false;
    return data.data.length < Math.min(PAGE, (data.meta.total ?? 0) - (page - 1) * PAGE);
  });
}

/** What favorites are called, as far as anything that is held says. */
export function namesOf(client: QueryClient, ids: readonly string[]): string[] {
  const names = new Map<string, string>();
  for (const [, data] of holdFavorites(client))
    for (const row of isPage(data) ? data.data : data && 'uuid' in data ? [data] : [])
      names.set(row.uuid, row.software);
  return ids.flatMap((id) => names.get(id) ?? []);
}

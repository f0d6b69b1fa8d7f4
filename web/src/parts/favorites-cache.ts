import type { QueryClient } from '@tanstack/react-query';
import type { BulkOperation } from '../api/bulk';
import { OUTDATED } from '../api/favorite-lists';
import type { FavoriteRow } from '../api/favorites';
import type { WindowPage } from '../api/windows';

type Page = WindowPage<FavoriteRow>;

/** What is held under `favorites`: pages of lists, single ones, and others that no operation changes. */
const isPage = (data: unknown): data is Page =>
  typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data);
const isRow = (data: unknown): data is FavoriteRow => typeof data === 'object' && data !== null && 'uuid' in data;

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
export const holdFavorites = (client: QueryClient) => client.getQueriesData({ queryKey: ['favorites'] });

/** Shows an operation before the service has confirmed it: in every list and every single favorite that is held. */
export function showOperation(client: QueryClient, operation: BulkOperation, ids: ReadonlySet<string>): void {
  for (const [key, data] of holdFavorites(client))
    if (isPage(data)) client.setQueryData(key, pageAfter(data, key[1] === OUTDATED, operation, ids));
    else if (isRow(data) && ids.has(data.uuid)) client.setQueryData(key, changed(data, operation));
}

/** A page of a list without the rows that leave it. */
function pageAfter(
  { data, meta }: Page,
  isOutdated: boolean,
  operation: BulkOperation,
  ids: ReadonlySet<string>,
): Page {
  const rows = data.flatMap((row) => {
    if (!ids.has(row.uuid)) return [row];
    const after = changed(row, operation);
    return after === null || (isOutdated && !after.update_available) ? [] : [after];
  });
  return {
    data: rows,
    meta: { ...meta, ...(meta.total === undefined ? {} : { total: meta.total - (data.length - rows.length) }) },
  };
}

/** Reads again all lists but those of what is outdated, whose rows stay where they are until somebody wants to see others. */
export const refreshMoving = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['favorites'], predicate: ({ queryKey }) => queryKey[1] !== OUTDATED });

/** Whether a list that stays still has more than a page: rows of the next one come for those that left. */
export const isLong = (client: QueryClient): boolean =>
  client
    .getQueriesData<Page>({ queryKey: ['favorites', OUTDATED], type: 'active' })
    .some(([, page]) => page !== undefined && page.data.length < (page.meta.total ?? 0));

/** What favorites are called, as far as anything that is held says. */
export function namesOf(client: QueryClient, ids: readonly string[]): string[] {
  const names = new Map<string, string>();
  for (const [, data] of holdFavorites(client))
    for (const row of isPage(data) ? data.data : [data].filter(isRow)) names.set(row.uuid, row.software);
  return ids.flatMap((id) => names.get(id) ?? []);
}

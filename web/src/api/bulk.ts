import { client } from './client';
import type { FavoriteFilter } from './favorites';
import type { Problem } from './generated';

export type BulkAction = 'update' | 'skip' | 'snooze' | 'unsnooze' | 'mute' | 'unmute' | 'delete' | 'policy';

export interface BulkChange {
  action: BulkAction;
  /** For `snooze`. */
  until?: string;
  /** For `policy`: as in `PATCH /favorite/{id}/policy`. */
  policy?: object;
}

export type BulkChoice =
  /** `versions`: what was on offer when the person looked; another one by now is not acted on. */
  { ids: string[]; versions?: Record<string, string> } | { filter: FavoriteFilter; except?: string[]; expect: number };

export interface BulkResult {
  id: string;
  action: BulkAction;
  matched: number;
  changed: number;
  failed: { favorite: string; problem: Problem }[];
}

export interface UndoResult {
  id: string;
  restored: number;
  skipped: { favorite: string; reason: string }[];
}

const post = <T>(path: string, body: object) =>
  client
    .request<{ data: T }>({ path, method: 'POST', body, type: 'application/json' as never, format: 'json' })
    .then(({ data }) => data);

/** The most favorites that one request names. */
const IDS_AT_MOST = 500;

/** Does the same to many favorites; several requests where there are more ids than one takes. */
export async function changeFavorites(change: BulkChange, choice: BulkChoice): Promise<BulkResult[]> {
  if (!('ids' in choice)) return [await post<BulkResult>('/api/v1/favorite/bulk', { ...change, ...choice })];
  const results: BulkResult[] = [];
  for (let first = 0; first < choice.ids.length; first += IDS_AT_MOST) {
    const ids = choice.ids.slice(first, first + IDS_AT_MOST);
    const seen = Object.entries(choice.versions ?? {}).filter(([id]) => ids.includes(id));
    const versions = seen.length > 0 ? { versions: Object.fromEntries(seen) } : {};
    results.push(await post<BulkResult>('/api/v1/favorite/bulk', { ...change, ids, ...versions }));
  }
  return results;
}

export const undoChange = (id: string) => post<UndoResult>(`/api/v1/favorite/bulk/${id}/undo`, {});

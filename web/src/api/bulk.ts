import { api } from './client';
import type { FavoriteFilter } from './favorites';
import type { BulkAnswer, BulkDto } from './generated';

export type BulkAction = BulkDto['action'];
export type { BulkAnswer };

/** What is done, apart from which favorites it is done to. */
export type BulkOperation = Pick<BulkDto, 'action' | 'until' | 'policy' | 'use_default_notification' | 'tags'>;

export type BulkChoice =
  /** `versions`: what was on offer when the person looked; another one by now is not acted on. */
  { ids: string[]; versions?: Record<string, string> } | { filter: FavoriteFilter; except?: string[]; expect: number };

/** The most favorites that one request names. */
const IDS_AT_MOST = 500;

/** Does the same to many favorites; several requests where there are more ids than one takes. */
export async function runBulkOperation(operation: BulkOperation, choice: BulkChoice): Promise<BulkAnswer[]> {
  if (!('ids' in choice)) return [(await api.createBulkOperation({ ...operation, ...choice })).data];
  const results: BulkAnswer[] = [];
  for (let first = 0; first < choice.ids.length; first += IDS_AT_MOST) {
    const ids = choice.ids.slice(first, first + IDS_AT_MOST);
    const seen = Object.entries(choice.versions ?? {}).filter(([id]) => ids.includes(id));
    const versions = seen.length > 0 ? { versions: Object.fromEntries(seen) } : {};
    results.push((await api.createBulkOperation({ ...operation, ids, ...versions })).data);
  }
  return results;
}

export const undoOperation = async (id: string) => (await api.undoBulkOperation(id)).data;

/** The last operation that can still be undone, from wherever it was made; undefined = there is none. */
export async function latestOperation() {
  const { data } = await api.listBulkOperations({ per_page: 50 });
  return data.find(({ undone_at: undone, changed }) => undone === null && changed > 0);
}

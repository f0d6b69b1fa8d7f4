import type { QueryCache } from '@tanstack/react-query';
import { isUuid } from './ids';

/**
 * Whether an answer is kept for when the service is away: what is shown of favorites and of products. Neither settings nor anything that
 * is shown once is among them.
 */
export function isKept([resource, what, part]: readonly unknown[]): boolean {
  if (resource === 'session') return what === 'current';
  if (resource === 'software') return isUuid(String(what)) && part !== 'source';
  return resource === 'summary' || resource === 'favorites' || resource === 'changes';
}

/** When the oldest answer was given of those that are shown and kept; null = there is none. */
export function oldestShown(cache: QueryCache): number | null {
  const shown = cache.findAll({ type: 'active', predicate: ({ queryKey }) => isKept(queryKey) });
  const times = shown.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Where answers are kept: see kept.ts. */
export const CACHE = 'kept';

/** For the next person at this browser. */
export async function forgetKept(): Promise<void> {
  if ('caches' in window) await caches.delete(CACHE);
}

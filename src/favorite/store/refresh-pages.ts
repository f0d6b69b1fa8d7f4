/** The last id of a page, and how many of its favorites were corrected; null when no favorites are left. */
export type RefreshedPage = { last: string; changed: number } | null;

/** Corrects all favorites, page by page. @returns how many it corrected */
export async function refreshPages(
  refresh: (after: string) => Promise<RefreshedPage>,
  signal?: AbortSignal,
): Promise<number> {
  let changed = 0;
  for (let after = ''; !signal?.aborted;) {
    const page = await refresh(after);
    if (page === null) break;
    changed += page.changed;
    after = page.last;
  }
  return changed;
}

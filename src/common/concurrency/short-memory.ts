/** Answers that are remembered, and for how long. */
const MOST = 100;
const REMEMBERED_MS = 1_000;

/** Caches results for a second, for consecutive messages about the same thing. Concurrent callers share one read; failures are not cached. */
export class ShortMemory<T> {
  private readonly known = new Map<string, { found: Promise<T>; until: number }>();

  get(key: string, read: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const remembered = this.known.get(key);
    if (remembered && remembered.until > now) return remembered.found;
    if (this.known.size >= MOST) this.known.clear();
    const found = read();
    this.known.set(key, { found, until: now + REMEMBERED_MS });
    found.catch(() => this.known.delete(key));
    return found;
  }
}

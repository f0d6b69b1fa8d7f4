/** Below it, what a transaction costs whatever it changes would be most of it: on a server it has some 40 statements. */
const PAGE_AT_LEAST = 40;
/** Milliseconds that a transaction should take, so that waiting for its locks is not noticed. */
const PAGE_MS = 40;

/** How many rows one transaction takes, by how long the last one took. */
export class BulkPages {
  size = PAGE_AT_LEAST;

  constructor(private readonly most: number) {}

  /** Runs `work` on the next page, with at most `size` rows. */
  async run<T>(work: (size: number) => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work(this.size);
    const took = Math.max(1, performance.now() - start);
    const fitting = Math.floor((this.size * PAGE_MS) / took);
    // One quick page says little of the next: the size doubles at most.
    this.size = Math.min(this.most, 2 * this.size, Math.max(PAGE_AT_LEAST, fitting));
    return result;
  }
}

/** Favorites in one transaction, at most. */
export const PAGE = 250;
const PAGE_AT_LEAST = 50;
/** Milliseconds that a transaction should take, so that waiting for its locks is not noticed. */
const PAGE_MS = 40;

/** How many favorites a page has, by how long the last one took. Begins small. */
export class PageSize {
  size = PAGE_AT_LEAST;

  note(tookMs: number): void {
    this.size = Math.min(PAGE, Math.max(PAGE_AT_LEAST, Math.floor((this.size * PAGE_MS) / tookMs)));
  }
}

/** Favorites in one transaction, at most. */
export const PAGE = 250;
const PAGE_AT_LEAST = 50;
/** Milliseconds that a transaction may take: who waits for its rows does not notice. On a busy database the next one is smaller. */
const PAGE_MS = 40;

/** How many favorites a page has, by how long those of the last one took. The first one is small: nothing is known yet. */
export class PageSize {
  size = PAGE_AT_LEAST;

  note(tookMs: number): void {
    this.size = Math.min(PAGE, Math.max(PAGE_AT_LEAST, Math.floor((this.size * PAGE_MS) / tookMs)));
  }
}

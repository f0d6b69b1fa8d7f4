import type { DueSource, HeldHost, HostQueue } from './host-queue';

/** Sources that are read at once. */
const PAGE = 200;
/** When so few are left, the next page is read, so that nobody waits for it. */
const AHEAD = 150;

/**
 * The due sources of a host, one after the other, each once: one whose outcome did not count stays due, and must not be asked again
 * and again.
 */
export class DueSources {
  private readonly left: DueSource[] = [];
  private last: DueSource | null = null;
  private ended = false;
  private reading: Promise<void> | null = null;
  private failure: { error: unknown } | null = null;

  constructor(
    private readonly queue: HostQueue,
    private readonly host: HeldHost,
  ) {}

  /** @returns undefined when none is due any more */
  async next(): Promise<DueSource | undefined> {
    if (this.left.length <= AHEAD && !this.ended) this.reading ??= this.read();
    while (this.left.length === 0 && this.reading) await this.reading;
    if (this.left.length === 0 && this.failure) throw this.failure.error;
    return this.left.shift();
  }

  private async read(): Promise<void> {
    try {
      const page = await this.queue.due(this.host, this.last, PAGE);
      this.left.push(...page);
      this.last = page.at(-1) ?? this.last;
      this.ended = page.length < PAGE;
    } catch (error) {
      this.failure = { error };
      this.ended = true;
    } finally {
      this.reading = null;
    }
  }
}

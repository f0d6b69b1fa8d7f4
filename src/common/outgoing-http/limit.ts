import type { Exchange } from './exchange';

/** When an exchange ends at the latest: after its time, or with the signal. */
export class Limit {
  private exchange: Exchange | null = null;
  private over = false;
  private readonly timer: NodeJS.Timeout;

  constructor(
    ms: number,
    private readonly signal?: AbortSignal,
  ) {
    this.timer = setTimeout(() => this.end(), ms);
    if (!signal) return;
    if (signal.aborted) this.end();
    else followersOf(signal).push(this);
  }

  holdFor(exchange: Exchange): void {
    this.exchange = exchange;
    if (this.over) this.end();
  }

  end(): void {
    this.over = true;
    this.exchange?.end(new DOMException('The time is over', 'TimeoutError'));
  }

  close(): void {
    clearTimeout(this.timer);
    if (!this.signal) return;
    const followers = followersOf(this.signal);
    const place = followers.indexOf(this);
    if (place < 0) return;
    followers[place] = followers.at(-1)!;
    followers.pop();
  }
}

/**
 * The exchanges that end with a signal, which gets one listener only. A removed listener still refers to the one after it: each
 * exchange of a poller that never stops would lead to the next, and be kept until V8's next full collection (bench/results.md).
 */
const followers = new WeakMap<AbortSignal, Limit[]>();

function followersOf(signal: AbortSignal): Limit[] {
  const known = followers.get(signal);
  if (known) return known;
  const made: Limit[] = [];
  followers.set(signal, made);
  signal.addEventListener('abort', () => made.forEach((limit) => limit.end()), { once: true });
  return made;
}

import type { Rate } from '../../config/rate';

/** Where replicas share their counts. */
export interface LimitStore {
  /** @returns the points of the key's window across all replicas, and the milliseconds until it ends */
  addPoints(key: string, points: number): Promise<{ points: number; endsInMs: number }>;
}

export interface LimitState {
  /** false: the limit is used up. */
  within: boolean;
  remaining: number;
  /** Whole seconds, at least 1, until the window ends. */
  resetsIn: number;
}

interface Count {
  /** Points of the window, including those of other replicas that the store has reported. */
  points: number;
  /** Those of them that the store does not know yet. */
  unreported: number;
  reporting: boolean;
  /** Milliseconds of the monotonic clock. */
  endsAt: number;
}

/** Reports to the store while a limit is used up. */
const PORTIONS = 20;
/** Milliseconds without reports after the store failed. */
const REST_MS = 1_000;
/** A window of the store that is longer than this many of ours is wrong: clocks of replicas differ by seconds. */
const MOST_WINDOWS = 2;
const WRONG_CLOCK = 'a limit ends too late: the clock of a replica is wrong';
/** Keys in memory, about 20 MB. */
const MOST_KEYS = 100_000;

/**
 * A limit shared by replicas that delays no request. Each replica counts in memory and reports to the store in the background, a
 * twentieth of the limit at a time; the store's reply then replaces the count. A key may exceed its limit by up to one portion for each
 * further replica, plus what arrives while the store replies. While the store is down, each replica counts alone.
 */
export class SharedLimit {
  private readonly counts = new Map<string, Count>();
  private readonly portion: number;
  private restsUntil = 0;

  /**
   * @param store null = there is only one process
   * @param failed called when a report failed; the points are reported again later
   */
  constructor(
    readonly rate: Rate,
    private readonly store: LimitStore | null,
    private readonly failed: (error: unknown) => void,
  ) {
    this.portion = Math.max(1, Math.floor(rate.points / PORTIONS));
  }

  /** Uses one point, if there is one. */
  take(key: string): LimitState {
    const count = this.counts.get(key);
    const current = count && count.endsAt > performance.now() ? count : this.begin(key);
    const within = current.points < this.rate.points;
    if (within) {
      current.points++;
      current.unreported++;
    }
    if (this.store !== null && current.unreported >= this.portion && !current.reporting)
      void this.report(this.store, key, current);
    return this.stateOf(current, within);
  }

  /** Whether no key has used any of it lately. */
  get isUnused(): boolean {
    return this.counts.size === 0;
  }

  /** As `take`, without using a point. */
  peek(key: string): LimitState {
    const count = this.counts.get(key);
    if (!count || count.endsAt <= performance.now())
      return { within: true, remaining: this.rate.points, resetsIn: this.rate.seconds };
    return this.stateOf(count, count.points < this.rate.points);
  }

  /** Starts a window. A map keeps insertion order, so its first keys are the first to end. */
  private begin(key: string): Count {
    const now = performance.now();
    this.counts.delete(key);
    for (const [oldest, { endsAt }] of this.counts) {
      if (endsAt > now && this.counts.size < MOST_KEYS) break;
      this.counts.delete(oldest);
    }
    const count = { points: 0, unreported: 0, reporting: false, endsAt: now + this.rate.seconds * 1_000 };
    this.counts.set(key, count);
    return count;
  }

  private stateOf({ points, endsAt }: Count, within: boolean): LimitState {
    const resetsIn = Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000));
    return { within, remaining: Math.max(0, this.rate.points - points), resetsIn };
  }

  /** Until less than a portion is unreported. */
  private async report(store: LimitStore, key: string, count: Count): Promise<void> {
    count.reporting = true;
    try {
      while (count.unreported >= this.portion && this.restsUntil <= performance.now()) {
        const reported = count.unreported;
        const { points, endsInMs } = await store.addPoints(key, reported);
        count.unreported -= reported;
        // A replica whose clock is a day ahead would otherwise have its points count against everybody until that day is over.
        if (endsInMs > MOST_WINDOWS * this.rate.seconds * 1_000) return this.failed(new Error(WRONG_CLOCK));
        count.points = points + count.unreported;
        // The store's window began with the first report of any replica.
        count.endsAt = Math.min(count.endsAt, performance.now() + endsInMs);
      }
    } catch (error) {
      this.restsUntil = performance.now() + REST_MS;
      this.failed(error);
    } finally {
      count.reporting = false;
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Lets at most `places` run at once; further callers wait in line. */
export class Semaphore {
  private taken = 0;
  private readonly line: (() => void)[] = [];

  /** @param patienceMs a caller that runs for longer gives its place to the next */
  constructor(
    private readonly places: number,
    private readonly patienceMs = Infinity,
  ) {}

  /** Callers in line. */
  get waiting(): number {
    return this.line.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for a place. @returns a function that gives it back, once */
  async enter(): Promise<() => void> {
    if (this.taken >= this.places) await new Promise<void>((resolve) => this.line.push(resolve));
    else this.taken++;
    let left = false;
    const leave = () => {
      clearTimeout(timer);
      if (left) return;
      left = true;
      // The place goes to the first in line, so nobody overtakes.
      const next = this.line.shift();
      if (next) next();
      else this.taken--;
    };
    const timer = this.patienceMs === Infinity ? undefined : setTimeout(leave, this.patienceMs);
    return leave;
  }
}

/** Lets a request begin no sooner than `delayMs` after the one before. */
export class Pace {
  private nextAt = 0;

  constructor(private readonly delayMs: number) {}

  async turn(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + this.delayMs;
    if (at > now) await sleep(at - now);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Lets at most `places` run at once; who comes when all are taken waits in line. */
export class Turns {
  private taken = 0;
  private readonly line: (() => void)[] = [];

  constructor(private readonly places: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.taken >= this.places) await new Promise<void>((resolve) => this.line.push(resolve));
    else this.taken++;
    try {
      return await work();
    } finally {
      // The place goes to the first in line, so nobody overtakes.
      const next = this.line.shift();
      if (next) next();
      else this.taken--;
    }
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

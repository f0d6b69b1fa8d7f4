import { setImmediate as turn } from 'node:timers/promises';

/**
 * Keeps work that follows upon work, without ever waiting for the outside, from stopping everything else: after `sliceMs` of it the event
 * loop turns once.
 */
export class Slices {
  private begunAt: number | null = null;

  constructor(private readonly sliceMs: number) {}

  /** Before each piece of work. @returns what to wait for when the slice is used up */
  pause(): Promise<void> | null {
    const now = performance.now();
    if (this.begunAt === null) {
      this.begunAt = now;
      setImmediate(() => (this.begunAt = null));
      return null;
    }
    return now - this.begunAt < this.sliceMs ? null : turn();
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work after which the event loop gets its turn. */
const SLICE_MS = 5;

/**
 * Keeps long work from blocking the event loop. Between two steps of it: `if (slice.isOver) await slice.next();`
 * Each step must be short by itself.
 */
export class TimeSlice {
  private begun = performance.now();

  get isOver(): boolean {
    return performance.now() - this.begun > SLICE_MS;
  }

  /** Lets requests, timers and other work run. */
  async next(): Promise<void> {
    await nextTurn();
    this.begun = performance.now();
  }
}

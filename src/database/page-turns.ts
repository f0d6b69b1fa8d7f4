import { Problem } from '../common/problem/problem';
import { Turns } from '../common/turns';

/** Beyond this the last ones would wait for minutes, each with its request in memory. */
const WAITING_AT_MOST = 1_000;

/** Lets pages of lists, which are the long reads, take turns: then few of them are in memory at a time, and small statements find room. */
export class PageTurns {
  private readonly turns: Turns;

  constructor(places: number) {
    this.turns = new Turns(places);
  }

  get waiting(): number {
    return this.turns.waiting;
  }

  /** @throws Problem 503 when too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for a place. @returns what gives it back, once */
  enter(): Promise<() => void> {
    if (this.turns.waiting < WAITING_AT_MOST) return this.turns.enter();
    const detail = 'Too many lists are being read at the moment.';
    throw new Problem('service-unavailable', detail, [], { 'Retry-After': '5' });
  }
}

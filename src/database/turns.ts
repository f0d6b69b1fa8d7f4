import { Semaphore } from '../common/concurrency/semaphore';
import { Problem } from '../api/problem/problem';

/** Runs asynchronous work one piece at a time, in the order of calls. */
export class Mutex {
  /** Running and waiting work. */
  pending = 0;
  private tail: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    this.pending++;
    const result = this.tail.then(work);
    this.tail = result.then(this.end, this.end);
    return result;
  }

  private readonly end = () => void this.pending--;
}

/** Beyond this the last ones would wait for minutes, and their requests would fill the memory. */
const WAITING_AT_MOST = 1_000;

/** Limits how many pages of lists, the longest reads, are read at once: it bounds the memory, and leaves connections for short statements. */
export class PageTurns extends Semaphore {
  /** @throws Problem 503 when too many wait already */
  override async enter(): Promise<() => void> {
    if (this.waiting < WAITING_AT_MOST) return super.enter();
    const detail = 'The service reads too many lists at the moment.';
    throw new Problem('service-unavailable', detail, [], { 'Retry-After': '5' });
  }
}

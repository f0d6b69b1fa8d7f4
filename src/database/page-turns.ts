import { Problem } from '../common/problem/problem';
import { Semaphore } from '../common/concurrency/semaphore';

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

import { Problem } from '../common/problem/problem';
import { Turns } from '../common/turns';

/** Beyond this the last ones would wait for minutes, each with its request in memory. */
const WAITING_AT_MOST = 1_000;

/** Lets pages of lists, which are the long reads, take turns: then few of them are in memory at a time, and small statements find room. */
export class PageTurns extends Turns {
  /** @throws Problem 503 when too many wait already */
  override async enter(): Promise<() => void> {
    if (this.waiting < WAITING_AT_MOST) return super.enter();
    const detail = 'Too many lists are being read at the moment.';
    throw new Problem('service-unavailable', detail, [], { 'Retry-After': '5' });
  }
}

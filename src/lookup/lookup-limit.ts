import { Injectable } from '@nestjs/common';
import { SharedLimit } from '../access/rate-limit/shared-limit';
import { OnePerUser } from '../api/problem/one-per-user';
import type { Actor } from '../api/identity/actor';
import { Problem } from '../api/problem/problem';

/** Unknown addresses that one user looks up, in each process: each may need several requests to other servers. */
const LOOKUPS = { points: 30, seconds: 60 };
/** Lookups of one user that run or wait, in each process: one at a time, so that others get their turn at a host. */
const LOOKUPS_AT_ONCE = 3;

/** Keeps one user from having the service ask others all the time. */
@Injectable()
export class LookupLimit {
  private readonly users = new SharedLimit(LOOKUPS, null, () => undefined);

  private readonly turns = new OnePerUser(LOOKUPS_AT_ONCE, 'lookups of addresses');

  /** After those that the user began before. @throws Problem too-many-requests */
  inTurn<T>({ userId }: Actor, work: () => Promise<T>): Promise<T> {
    return userId === null ? work() : this.turns.run(userId, (turn) => turn.run(work));
  }

  /** @throws Problem too-many-requests */
  take({ userId }: Actor): void {
    if (userId === null) return;
    const { within, resetsIn } = this.users.take(userId);
    if (within) return;
    throw new Problem(
      'too-many-requests',
      `A user looks up ${LOOKUPS.points} new addresses in a minute at most. Try again in ${resetsIn} seconds.`,
      [],
      { 'Retry-After': String(resetsIn) },
    );
  }
}

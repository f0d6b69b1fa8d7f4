import { Injectable } from '@nestjs/common';
import { SharedLimit } from '../access/rate-limit/shared-limit';
import { OnePerUser } from '../api/problem/one-per-user';
import type { Actor } from '../api/identity/actor';
import { Problem } from '../api/problem/problem';
import { Config } from '../config/config';
import { formatDuration } from '../config/duration';

/** Lookups of one user that run or wait, in each process: one at a time, so that others get their turn at a host. */
const LOOKUPS_AT_ONCE = 3;

/** Keeps one user from having the service ask others all the time. */
@Injectable()
export class LookupLimit {
  private readonly users: SharedLimit | false;
  private readonly turns = new OnePerUser(LOOKUPS_AT_ONCE, 'lookups of addresses');

  constructor({ lookupsPerUser }: Config) {
    this.users = lookupsPerUser && new SharedLimit(lookupsPerUser, null, () => undefined);
  }

  /** After those that the user began before. @throws Problem too-many-requests */
  inTurn<T>({ userId }: Actor, work: () => Promise<T>): Promise<T> {
    return userId === null ? work() : this.turns.run(userId, (turn) => turn.run(work));
  }

  /** @throws Problem too-many-requests */
  take({ userId }: Actor): void {
    if (userId === null || !this.users) return;
    const { points, seconds } = this.users.rate;
    const { within, resetsIn } = this.users.take(userId);
    if (within) return;
    throw new Problem(
      'too-many-requests',
      `A user looks up ${points} new addresses in ${formatDuration(seconds)} at most. Try again in ${resetsIn} seconds.`,
      [],
      { 'Retry-After': String(resetsIn) },
    );
  }
}

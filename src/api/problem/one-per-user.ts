import { Problem } from './problem';
import { Semaphore } from '../../common/concurrency/semaphore';

/** Seconds: about as long as one takes. */
const RETRY_AFTER = '10';

/** Work that one user may have a little of under way, and of which one piece at a time runs. */
export class OnePerUser {
  private readonly users = new Map<string, { count: number; turn: Semaphore }>();

  /** @param what in the plural */
  constructor(
    private readonly most: number,
    private readonly what: string,
  ) {}

  /** @param work enters the turn when it begins what only one may do @throws Problem too-many-requests */
  async run<T>(userId: string, work: (turn: Semaphore) => Promise<T>): Promise<T> {
    const mine = this.users.get(userId) ?? { count: 0, turn: new Semaphore(1) };
    if (mine.count >= this.most) {
      const detail = `You have ${this.most} ${this.what} under way. Send the next when one has ended.`;
      throw new Problem('too-many-requests', detail, [], { 'Retry-After': RETRY_AFTER });
    }
    this.users.set(userId, mine);
    mine.count++;
    try {
      return await work(mine.turn);
    } finally {
      if (--mine.count === 0) this.users.delete(userId);
    }
  }
}

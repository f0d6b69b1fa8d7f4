import type { Response } from 'express';
import { Problem } from '../problem/problem';

/** Requests of one user that are at work at once, in this process, and that wait for one of them to end. */
export const AT_ONCE = 8;
export const WAITING = 100;
const RETRY_AFTER_SECONDS = 1;

/** Event of a finished response; `Unsent` waits until its client has received it. */
export const ANSWERED = 'answered';

interface Turns {
  running: number;
  /** In their order. */
  line: Set<() => void>;
}

/** Limits concurrent requests of one user, so that others are served between. A waiting request whose client disconnects is not begun. */
export class UserTurns {
  private readonly byUser = new Map<string, Turns>();

  /**
   * The turn ends when the response is made, or its client leaves. @returns a promise only when the request has to wait
   * @throws Problem too-many-requests; bad-request when the client has left
   */
  take(userId: string, response: Response): true | Promise<true> {
    if (response.destroyed) throw hasLeft();
    const turns = this.byUser.get(userId) ?? { running: 0, line: new Set() };
    if (turns.running < AT_ONCE) {
      this.byUser.set(userId, turns);
      this.begin(userId, turns, response);
      return true;
    }
    if (turns.line.size >= WAITING) throw tooMany();
    return new Promise((resolve, reject) => {
      const begin = () => {
        response.off('close', leave);
        this.begin(userId, turns, response);
        resolve(true);
      };
      const leave = () => {
        turns.line.delete(begin);
        reject(hasLeft());
      };
      turns.line.add(begin);
      response.once('close', leave);
    });
  }

  private begin(userId: string, turns: Turns, response: Response): void {
    turns.running++;
    const end = () => {
      response.off('close', end).off(ANSWERED, end);
      turns.running--;
      const [next] = turns.line;
      if (next !== undefined) {
        turns.line.delete(next);
        next();
      } else if (turns.running === 0) this.byUser.delete(userId);
    };
    response.once('close', end).once(ANSWERED, end);
  }
}

const hasLeft = () => new Problem('bad-request', 'The connection was closed.');

const tooMany = () =>
  new Problem(
    'too-many-requests',
    `You have ${AT_ONCE} requests in progress and ${WAITING} waiting. Send more when some have ended.`,
    [],
    { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  );

import { Logger } from '@nestjs/common';
import { isAway } from './errors';

/** Errors of statements that failed because of an outage. */
const ofOutages = new WeakSet<object>();

/** Whether an outage, which is logged already, is the reason: then callers need not log the error. */
export const isOfOutage = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (ofOutages.has(error) || isOfOutage((error as Error).cause));

/** Logs that the database is away, and that it is back: a line each, however many statements fail meanwhile. */
export class Outage {
  private readonly logger = new Logger('Database');
  private since: number | null = null;

  async watch<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      if (this.since !== null) this.end(this.since);
      return result;
    } catch (error) {
      if (isAway(error)) this.note(error as Error);
      throw error;
    }
  }

  private note(error: Error): void {
    ofOutages.add(error);
    if (this.since !== null) return;
    this.since = performance.now();
    this.logger.error({ msg: 'the database does not answer', reason: error.message });
  }

  private end(since: number): void {
    this.since = null;
    this.logger.log({ msg: 'the database answers again', seconds: Math.round((performance.now() - since) / 100) / 10 });
  }
}

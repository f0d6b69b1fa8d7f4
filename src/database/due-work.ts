import { Injectable } from '@nestjs/common';
import { Database } from './database';
import { WorkerSchedule } from './worker-schedule';

/** Work that is done as soon as the database has some of it. */
interface Kind {
  condition: string;
  run: () => unknown;
}

/**
 * Finds what is due, whichever process has written it: each worker asks once a second, by one statement for all kinds of work, so that a replica with
 * nothing to do costs the server next to nothing.
 */
@Injectable()
export class DueWork extends WorkerSchedule {
  protected readonly everyMs = 1_000;
  protected readonly failure = { msg: 'due work was not looked for' };
  private readonly kinds: Kind[] = [];

  constructor(private readonly database: Database) {
    super();
  }

  /**
   * @param condition SQL that is true while something is due: by the database's clock, and by an index
   * @param run called each second while it is true. Does not throw
   */
  watch(condition: string, run: () => unknown): void {
    this.kinds.push({ condition, run });
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    const kinds = [...this.kinds];
    if (kinds.length === 0) return;
    const columns = kinds.map(({ condition }, place) => `(${condition}) AS due_${place}`);
    const [row] = await this.database.query<Record<string, number | string>>(`SELECT ${columns.join(', ')}`);
    for (const [place, { run }] of kinds.entries()) if (!signal.aborted && Number(row![`due_${place}`]) === 1) run();
  }
}

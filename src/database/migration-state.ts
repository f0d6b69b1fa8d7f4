import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MigrationExecutor } from 'typeorm';
import { Config } from '../config/config';
import { answered, type Destroyable } from './answered';

const POLL_MS = 2_000;

/** Whether the database has all tables of this version of the service. */
@Injectable()
export class MigrationState {
  private migrated = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** Asks until it is done once: migrations are not reverted under a running service. @throws when the database does not answer */
  async isDone(): Promise<boolean> {
    this.migrated ||= !(await this.anyPending());
    return this.migrated;
  }

  /**
   * Another process may migrate a server database after this one has started, and the database may be away at the start.
   * @returns false when the wait was ended by the signal
   */
  async untilDone(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await this.isDone().catch(() => false)) return !signal.aborted;
      await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
    return false;
  }

  private async anyPending(): Promise<boolean> {
    const runner = this.dataSource.createQueryRunner();
    const ask = () => new MigrationExecutor(this.dataSource, runner).showMigrations();
    try {
      if (this.dataSource.options.type === 'better-sqlite3') return await ask();
      return await answered((await runner.connect()) as Destroyable, this.config.databaseTimeout, ask);
    } finally {
      await runner.release();
    }
  }
}

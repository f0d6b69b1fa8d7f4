import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MigrationExecutor } from 'typeorm';
import { Config } from '../config/config';
import { answered } from './answered';

const POLL_MS = 2_000;

/** Whether the database has all tables of this version of the service. */
@Injectable()
export class MigrationState {
  private migrated = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** Migrations are not undone under a running service: once done, nobody asks again. @throws when the database does not answer */
  async isDone(): Promise<boolean> {
    this.migrated ||= !(await this.anyPending());
    return this.migrated;
  }

  /**
   * Another process may bring a server database up to date after this one started, and it may be away at the start.
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
      return await answered(runner, this.config.databaseTimeout, ask);
    } finally {
      await runner.release();
    }
  }
}

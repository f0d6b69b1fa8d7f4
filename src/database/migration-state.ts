import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MigrationExecutor } from 'typeorm';
import { Config } from '../config/config';
import { answered } from './answered';

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

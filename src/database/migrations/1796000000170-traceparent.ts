import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVER_TYPES, SQLITE_TYPES } from './initial/table';

const TABLES = ['update_mark', 'notification'];

const isSqlite = (runner: QueryRunner) => runner.dataSource.options.type === 'better-sqlite3';

/** The trace that a change or a notification began in, for the process that goes on with it. */
export class Traceparent1796000000170 implements MigrationInterface {
  name = 'Traceparent1796000000170';

  async up(runner: QueryRunner): Promise<void> {
    const { ascii } = isSqlite(runner) ? SQLITE_TYPES : SERVER_TYPES;
    for (const table of TABLES)
      if (!(await runner.hasColumn(table, 'traceparent')))
        await runner.query(`ALTER TABLE ${table} ADD COLUMN traceparent ${ascii(55)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // A server keeps columns that it drops at once, and has room for so many.
    const algorithm = isSqlite(runner) ? '' : ', ALGORITHM=COPY';
    for (const table of TABLES)
      if (await runner.hasColumn(table, 'traceparent'))
        await runner.query(`ALTER TABLE ${table} DROP COLUMN traceparent${algorithm}`);
  }
}

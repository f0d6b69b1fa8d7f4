import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = { available_step: 'tinyint', available_at: 'datetime(6)' };
const INDEX = 'favorite_user_update';
const INDEXED = 'user_id, update_available, available_step, available_at, notifications_enabled, wake_at';

/** How large the step to the available version is, and when that was released. `StepUpkeep` fills them in. Each statement can be run again. */
export class AvailableStep1764400300000 implements MigrationInterface {
  name = 'AvailableStep1764400300000';

  async up(runner: QueryRunner): Promise<void> {
    const nullable = isSqlite(runner) ? '' : ' NULL';
    for (const [column, type] of Object.entries(COLUMNS))
      if (!(await runner.hasColumn('favorite', column)))
        await runner.query(`ALTER TABLE favorite ADD COLUMN ${column} ${type}${nullable}`);
    if (!(await hasIndex(runner))) await runner.query(`CREATE INDEX ${INDEX} ON favorite (${INDEXED})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await hasIndex(runner)) await runner.query(`DROP INDEX ${INDEX}${isSqlite(runner) ? '' : ' ON favorite'}`);
    for (const column of Object.keys(COLUMNS))
      if (await runner.hasColumn('favorite', column)) await runner.query(`ALTER TABLE favorite DROP COLUMN ${column}`);
  }
}

const isSqlite = (runner: QueryRunner) => runner.dataSource.options.type === 'better-sqlite3';

async function hasIndex(runner: QueryRunner): Promise<boolean> {
  const table = await runner.getTable('favorite');
  return table?.indices.some(({ name }) => name === INDEX) ?? false;
}

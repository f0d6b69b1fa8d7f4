import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sources of products that nobody tracks rest. */
export class RestingSource1764300602000 implements MigrationInterface {
  name = 'RestingSource1764300602000';

  async up(runner: QueryRunner): Promise<void> {
    const type = runner.dataSource.options.type === 'better-sqlite3' ? 'datetime(6)' : 'datetime(6) NULL';
    if (!(await runner.hasColumn('software_source', 'resting_since')))
      await runner.query(`ALTER TABLE software_source ADD COLUMN resting_since ${type}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('software_source', 'resting_since'))
      await runner.query('ALTER TABLE software_source DROP COLUMN resting_since');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const ON_SQLITE = 'varchar(10)';
const ON_SERVER = 'varchar(10) CHARACTER SET ascii COLLATE ascii_bin NULL';

/** The day of the snapshot that a product comes from. */
export class SoftwareAsOf1764300600000 implements MigrationInterface {
  name = 'SoftwareAsOf1764300600000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    if (!(await runner.hasColumn('software', 'catalogued_as_of')))
      await runner.query(`ALTER TABLE software ADD COLUMN catalogued_as_of ${sqlite ? ON_SQLITE : ON_SERVER}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('software', 'catalogued_as_of'))
      await runner.query('ALTER TABLE software DROP COLUMN catalogued_as_of');
  }
}

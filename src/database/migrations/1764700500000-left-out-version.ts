import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  ['version', 'left_out', 255],
  ['software_source', 'notice', 500],
] as const;

/** Why a source does not offer a version, and why a poll has not read all. Each statement can be run again. */
export class LeftOutVersion1764700500000 implements MigrationInterface {
  name = 'LeftOutVersion1764700500000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    const charset = sqlite ? '' : ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL';
    for (const [table, column, length] of COLUMNS)
      if (!(await runner.hasColumn(table, column)))
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} varchar(${length})${charset}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS)
      if (await runner.hasColumn(table, column)) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows that are there already have no lane: they share it with nobody. */
const SQLITE = `"lane" varchar(16) NOT NULL DEFAULT ('')`;
const MYSQL = `\`lane\` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT ''`;
const TABLES = ['channel', 'delivery'];

/** Not with TypeORM's own `addColumn`: on SQLite it makes the table anew, and dropping the old one takes what points to it along. */
export class DeliveryLane1763810000000 implements MigrationInterface {
  name = 'DeliveryLane1763810000000';

  async up(runner: QueryRunner): Promise<void> {
    const column = runner.dataSource.options.type === 'better-sqlite3' ? SQLITE : MYSQL;
    for (const table of TABLES)
      if (!(await runner.hasColumn(table, 'lane'))) await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      if (await runner.hasColumn(table, 'lane')) await runner.query(`ALTER TABLE ${table} DROP COLUMN lane`);
  }
}

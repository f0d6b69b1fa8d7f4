import type { MigrationInterface, QueryRunner } from 'typeorm';

const columnsOf = (runner: QueryRunner): [table: string, column: string, definition: string][] => [
  ['software', 'stars', runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int'],
  ['software', 'popularity', 'smallint NOT NULL DEFAULT 0'],
  ['software_term', 'popularity', 'smallint NOT NULL DEFAULT 0'],
];

/** How well known products are, for the order of a search: the columns are filled with the search terms, by the first upkeep. */
export class Popularity1796000000010 implements MigrationInterface {
  name = 'Popularity1796000000010';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column, definition] of columnsOf(runner))
      if (!(await runner.hasColumn(table, column)))
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${definition}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columnsOf(runner))
      if (await runner.hasColumn(table, column)) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Digests of the releases that a source listed last, and of which state of the product they are: what was stored already need not be looked up. */
const COLUMNS = {
  answer_releases: { sqlite: 'text', server: 'text CHARACTER SET ascii COLLATE ascii_bin NULL' },
  answer_product_at: { sqlite: 'datetime(6)', server: 'datetime(6) NULL' },
};

export class AnswerReleases1764140000000 implements MigrationInterface {
  name = 'AnswerReleases1764140000000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const [column, types] of Object.entries(COLUMNS))
      if (!(await runner.hasColumn('software_source', column)))
        await runner.query(`ALTER TABLE software_source ADD COLUMN ${column} ${sqlite ? types.sqlite : types.server}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of Object.keys(COLUMNS))
      if (await runner.hasColumn('software_source', column))
        await runner.query(`ALTER TABLE software_source DROP COLUMN ${column}`);
  }
}

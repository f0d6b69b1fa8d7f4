import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMN = 'answer_releases';

/** Digests of the releases that a source listed last: what was stored already need not be looked up. */
export class AnswerReleases1764140000000 implements MigrationInterface {
  name = 'AnswerReleases1764140000000';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('software_source', COLUMN)) return;
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    const type = sqlite ? 'text' : 'text CHARACTER SET ascii COLLATE ascii_bin NULL';
    await runner.query(`ALTER TABLE software_source ADD COLUMN ${COLUMN} ${type}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('software_source', COLUMN))
      await runner.query(`ALTER TABLE software_source DROP COLUMN ${COLUMN}`);
  }
}

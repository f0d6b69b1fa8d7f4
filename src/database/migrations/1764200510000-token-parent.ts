import type { MigrationInterface, QueryRunner } from 'typeorm';

const ON_SQLITE = 'varchar(36)';
const ON_SERVER = 'varchar(36) CHARACTER SET ascii COLLATE ascii_bin NULL';

/** The token that a token was made with. */
export class TokenParent1764200510000 implements MigrationInterface {
  name = 'TokenParent1764200510000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    if (!(await runner.hasColumn('access_token', 'parent_id')))
      await runner.query(`ALTER TABLE access_token ADD COLUMN parent_id ${sqlite ? ON_SQLITE : ON_SERVER}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('access_token', 'parent_id'))
      await runner.query('ALTER TABLE access_token DROP COLUMN parent_id');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const SQLITE = '"notes_url" varchar(2048)';
const MYSQL = '`notes_url` varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL';

export class ReleaseNotes1763910000000 implements MigrationInterface {
  name = 'ReleaseNotes1763910000000';

  async up(runner: QueryRunner): Promise<void> {
    const column = runner.dataSource.options.type === 'better-sqlite3' ? SQLITE : MYSQL;
    if (!(await runner.hasColumn('version', 'notes_url')))
      await runner.query(`ALTER TABLE version ADD COLUMN ${column}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('version', 'notes_url')) await runner.query('ALTER TABLE version DROP COLUMN notes_url');
  }
}

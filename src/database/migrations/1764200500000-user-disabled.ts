import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a user is disabled. */
export class UserDisabled1764200500000 implements MigrationInterface {
  name = 'UserDisabled1764200500000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    if (!(await runner.hasColumn('user', 'disabled_at')))
      await runner.query(`ALTER TABLE user ADD COLUMN disabled_at datetime(6)${sqlite ? '' : ' NULL'}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('user', 'disabled_at')) await runner.query('ALTER TABLE user DROP COLUMN disabled_at');
  }
}

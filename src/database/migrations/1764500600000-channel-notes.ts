import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much of the release notes a channel's messages have. Each statement can be run again. */
export class ChannelNotes1764500600000 implements MigrationInterface {
  name = 'ChannelNotes1764500600000';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('channel', 'notes')) return;
    const onServer = 'varchar(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
    const type = runner.dataSource.options.type === 'better-sqlite3' ? 'varchar(8) NOT NULL' : onServer;
    const value = runner.dataSource.options.type === 'better-sqlite3' ? `('short')` : `'short'`;
    await runner.query(`ALTER TABLE channel ADD COLUMN notes ${type} DEFAULT ${value}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('channel', 'notes')) await runner.query('ALTER TABLE channel DROP COLUMN notes');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVER_TYPES, SQLITE_TYPES } from './initial/table';

/** Sign-in links that users make for their other devices: each is of the session that made it. */
export class LinkOfSession1796000000090 implements MigrationInterface {
  name = 'LinkOfSession1796000000090';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('sign_in_link', 'session_id')) return;
    const { uuid } = runner.dataSource.options.type === 'better-sqlite3' ? SQLITE_TYPES : SERVER_TYPES;
    await runner.query(`ALTER TABLE sign_in_link ADD COLUMN session_id ${uuid}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('sign_in_link', 'session_id'))
      await runner.query('ALTER TABLE sign_in_link DROP COLUMN session_id');
  }
}

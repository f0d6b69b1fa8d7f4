import type { MigrationInterface, QueryRunner } from 'typeorm';
import { onServer, onSqlite, SERVER_TYPES, SQLITE_TYPES, type Table, type Types } from './initial/table';

const tableWith = ({ ascii, longAscii, moment }: Types): Table => ({
  name: 'kept_answer',
  definition: `
    hash ${ascii(64)} NOT NULL,
    fingerprint ${ascii(64)} NOT NULL,
    answer ${longAscii} NOT NULL,
    created_at ${moment} NOT NULL,
    PRIMARY KEY (hash)`,
  indexes: ['INDEX kept_answer_created (created_at)'],
});

/** Answers of requests with an `Idempotency-Key`. */
export class KeptAnswers1796000000180 implements MigrationInterface {
  name = 'KeptAnswers1796000000180';

  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const statement of isSqlite ? onSqlite(tableWith(SQLITE_TYPES)) : [onServer(tableWith(SERVER_TYPES))])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS kept_answer');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { onServer, onSqlite, SERVER_TYPES, SQLITE_TYPES, type Table, type Types } from './initial/table';

const tablesWith = ({ uuid, ascii, moment }: Types): Table[] => [
  {
    name: 'home_assistant_entity',
    definition: `
      id ${uuid} NOT NULL,
      user_id ${uuid} NOT NULL,
      kind ${ascii(8)} NOT NULL,
      digest ${ascii(64)} NOT NULL,
      PRIMARY KEY (id)`,
    indexes: ['INDEX home_assistant_entity_user (user_id, id)'],
  },
  {
    name: 'home_assistant_lease',
    definition: `
      id ${ascii(8)} NOT NULL,
      instance ${ascii(12)} NOT NULL,
      holder ${uuid} NOT NULL,
      held_until ${moment} NOT NULL,
      PRIMARY KEY (id)`,
  },
];

const isSqlite = (runner: QueryRunner) => runner.dataSource.options.type === 'better-sqlite3';

/** Who wants their favorites in Home Assistant, what was published there, and which replica does it. */
export class HomeAssistant1796000000160 implements MigrationInterface {
  name = 'HomeAssistant1796000000160';

  async up(runner: QueryRunner): Promise<void> {
    const tables = tablesWith(isSqlite(runner) ? SQLITE_TYPES : SERVER_TYPES);
    for (const statement of isSqlite(runner) ? tables.flatMap(onSqlite) : tables.map(onServer))
      await runner.query(statement);
    if (!(await runner.hasColumn('user', 'home_assistant_at')))
      await runner.query(
        `ALTER TABLE user ADD COLUMN home_assistant_at ${(isSqlite(runner) ? SQLITE_TYPES : SERVER_TYPES).moment}`,
      );
    if (!(await hasIndex(runner)))
      await runner.query('CREATE INDEX user_home_assistant ON user (home_assistant_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await hasIndex(runner))
      await runner.query(`DROP INDEX user_home_assistant${isSqlite(runner) ? '' : ' ON user'}`);
    // A server keeps columns that it drops at once, and has room for so many.
    const algorithm = isSqlite(runner) ? '' : ', ALGORITHM=COPY';
    if (await runner.hasColumn('user', 'home_assistant_at'))
      await runner.query(`ALTER TABLE user DROP COLUMN home_assistant_at${algorithm}`);
    for (const { name } of tablesWith(SQLITE_TYPES)) await runner.query(`DROP TABLE IF EXISTS ${name}`);
  }
}

/** MySQL has no `IF NOT EXISTS` for indexes. */
async function hasIndex(runner: QueryRunner): Promise<boolean> {
  const statement = isSqlite(runner)
    ? `SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = 'user_home_assistant'`
    : `SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND index_name = 'user_home_assistant' LIMIT 1`;
  return ((await runner.query(statement)) as unknown[]).length > 0;
}

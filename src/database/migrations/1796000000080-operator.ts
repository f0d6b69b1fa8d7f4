import type { MigrationInterface, QueryRunner } from 'typeorm';
import { onServer, onSqlite, SERVER_TYPES, SQLITE_TYPES, type Table, type Types } from './initial/table';

/** For the operator's lists. */
const INDEXES: [table: string, name: string, columns: string][] = [
  ['software_source', 'software_source_type', 'type, software_id'],
  ['software_source', 'software_source_host', 'host, software_id'],
  ['source_host', 'source_host_rest', 'rest_until, host'],
];

const tablesWith = ({ uuid, ascii, int }: Types): Table[] => [
  {
    name: 'user_day',
    definition: `
      user_id ${uuid} NOT NULL,
      day ${ascii(10)} NOT NULL,
      tracked ${int} NOT NULL DEFAULT 0,
      major ${int} NOT NULL DEFAULT 0,
      minor ${int} NOT NULL DEFAULT 0,
      patch ${int} NOT NULL DEFAULT 0,
      other ${int} NOT NULL DEFAULT 0,
      median_days ${int},
      worst_days ${int},
      PRIMARY KEY (user_id, day)`,
    foreignKeys: [{ column: 'user_id', references: 'user', onDelete: 'CASCADE' }],
    indexes: ['INDEX user_day_day (day)'],
  },
  {
    name: 'user_update',
    definition: `
      user_id ${uuid} NOT NULL,
      day ${ascii(10)} NOT NULL,
      updates ${int} NOT NULL DEFAULT 0,
      PRIMARY KEY (user_id, day)`,
    foreignKeys: [{ column: 'user_id', references: 'user', onDelete: 'CASCADE' }],
    indexes: ['INDEX user_update_day (day)'],
  },
];

const isSqlite = (runner: QueryRunner) => runner.dataSource.options.type === 'better-sqlite3';

/** Lists of sources and hosts for the operator, when they were told of a held import, and how far behind users were day by day. */
export class Operator1796000000080 implements MigrationInterface {
  name = 'Operator1796000000080';

  async up(runner: QueryRunner): Promise<void> {
    const types = isSqlite(runner) ? SQLITE_TYPES : SERVER_TYPES;
    const tables = tablesWith(types);
    for (const statement of isSqlite(runner) ? tables.flatMap(onSqlite) : tables.map(onServer))
      await runner.query(statement);
    for (const [table, name, columns] of INDEXES)
      if (!(await hasIndex(runner, table, name))) await runner.query(`CREATE INDEX ${name} ON ${table} (${columns})`);
    if (!(await runner.hasColumn('advisory_batch', 'reported_at')))
      await runner.query(`ALTER TABLE advisory_batch ADD COLUMN reported_at ${types.moment}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // A server keeps columns that it drops at once, and has room for so many.
    const algorithm = isSqlite(runner) ? '' : ', ALGORITHM=COPY';
    if (await runner.hasColumn('advisory_batch', 'reported_at'))
      await runner.query(`ALTER TABLE advisory_batch DROP COLUMN reported_at${algorithm}`);
    for (const [table, name] of INDEXES)
      if (await hasIndex(runner, table, name))
        await runner.query(`DROP INDEX ${name}${isSqlite(runner) ? '' : ` ON ${table}`}`);
    for (const { name } of tablesWith(SQLITE_TYPES)) await runner.query(`DROP TABLE IF EXISTS ${name}`);
  }
}

/** MySQL has no `IF NOT EXISTS` for indexes. */
async function hasIndex(runner: QueryRunner, table: string, name: string): Promise<boolean> {
  const statement = isSqlite(runner)
    ? `SELECT 1 FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND name = ?`
    : 'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ? LIMIT 1';
  return ((await runner.query(statement, [table, name])) as unknown[]).length > 0;
}

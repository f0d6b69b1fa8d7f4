import type { QueryRunner } from 'typeorm';
import { onServer, onSqlite, SERVER_TYPES, SQLITE_TYPES, type Table, type Types } from './initial/table';

/** What a migration adds to a table: names of columns with their definitions, and of indexes with their columns. */
export interface Additions {
  columns?: Record<string, string>;
  indexes?: Record<string, string>;
}

export const isSqlite = (runner: QueryRunner) => runner.dataSource.options.type === 'better-sqlite3';

export const typesOf = (runner: QueryRunner): Types => (isSqlite(runner) ? SQLITE_TYPES : SERVER_TYPES);

/** Makes those that are missing. */
export async function createTables(runner: QueryRunner, tables: Table[]): Promise<void> {
  for (const statement of isSqlite(runner) ? tables.flatMap(onSqlite) : tables.map(onServer))
    await runner.query(statement);
}

export async function dropTables(runner: QueryRunner, tables: Table[]): Promise<void> {
  for (const { name } of tables.toReversed()) await runner.query(`DROP TABLE IF EXISTS ${name}`);
}

/** Adds what is missing, on a server by one statement: it has to wait until nobody uses the table. */
export async function addTo(runner: QueryRunner, table: string, additions: Additions): Promise<void> {
  const { columns = {}, indexes = {} } = additions;
  const there = await existing(runner, table, additions);
  const added = Object.entries(columns).filter(([name]) => !there.columns.includes(name));
  const indexed = Object.entries(indexes).filter(([name]) => !there.indexes.includes(name));
  const adds = added.map(([name, definition]) => `ADD COLUMN ${name} ${definition}`);
  if (!isSqlite(runner))
    return alter(runner, table, [...adds, ...indexed.map(([name, columns]) => `ADD INDEX ${name} (${columns})`)]);
  for (const add of adds) await alter(runner, table, [add]);
  for (const [name, columns] of indexed) await runner.query(`CREATE INDEX ${name} ON ${table} (${columns})`);
}

/** Removes what is there of it. */
export async function dropFrom(runner: QueryRunner, table: string, additions: Additions): Promise<void> {
  const { columns, indexes } = await existing(runner, table, additions);
  const drops = columns.map((name) => `DROP COLUMN ${name}`);
  if (!isSqlite(runner)) {
    const all = [...indexes.map((name) => `DROP INDEX ${name}`), ...drops];
    // A server keeps columns that it drops at once, and has room for so many.
    return alter(runner, table, all.length > 0 ? [...all, 'ALGORITHM=COPY'] : []);
  }
  for (const name of indexes) await runner.query(`DROP INDEX ${name}`);
  for (const drop of drops) await alter(runner, table, [drop]);
}

async function alter(runner: QueryRunner, table: string, changes: string[]): Promise<void> {
  if (changes.length > 0) await runner.query(`ALTER TABLE ${table} ${changes.join(', ')}`);
}

/** MySQL has no `IF NOT EXISTS` for columns and indexes. */
async function existing(runner: QueryRunner, table: string, { columns = {}, indexes = {} }: Additions) {
  const there = { columns: [] as string[], indexes: [] as string[] };
  for (const name of Object.keys(columns)) if (await runner.hasColumn(table, name)) there.columns.push(name);
  for (const name of Object.keys(indexes)) if (await hasIndex(runner, table, name)) there.indexes.push(name);
  return there;
}

async function hasIndex(runner: QueryRunner, table: string, name: string): Promise<boolean> {
  const statement = isSqlite(runner)
    ? `SELECT 1 FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND name = ?`
    : 'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ? LIMIT 1';
  return ((await runner.query(statement, [table, name])) as unknown[]).length > 0;
}

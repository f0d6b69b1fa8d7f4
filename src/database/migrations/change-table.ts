import { type EntityTarget, type ObjectLiteral, type QueryRunner, Table, TableForeignKey } from 'typeorm';

/** What a migration does to a table. */
export interface Change {
  /** Definitions of new columns by their names. */
  add?: Record<string, string>;
  drop?: string[];
  dropIndexes?: string[];
  /** Columns by names. */
  addIndexes?: Record<string, string>;
}

const isSqlite = (runner: QueryRunner) => runner.dataSource.options.type === 'better-sqlite3';

/** The type of a column as `UuidColumn` describes it. */
export const uuidOf = (runner: QueryRunner) =>
  `varchar(36)${isSqlite(runner) ? '' : ' CHARACTER SET ascii COLLATE ascii_bin'}`;

/** As `AsciiColumn(64)`. */
export const hashOf = (runner: QueryRunner) => uuidOf(runner).replace('36', '64');

/** As `LongTextColumn`. */
export const longTextOf = (runner: QueryRunner) =>
  `text${isSqlite(runner) ? '' : ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'}`;

/** In the order in which they refer to each other, as the list of the classes has them. */
function tablesOf(runner: QueryRunner): Table[] {
  const { dataSource } = runner;
  const { driver, options } = dataSource;
  return (options.entities as EntityTarget<ObjectLiteral>[]).map((entity) => {
    const metadata = dataSource.getMetadata(entity);
    const table = Table.create(metadata, driver);
    table.foreignKeys = metadata.foreignKeys.map((key) => TableForeignKey.create(key, driver));
    // SQLite compares byte by byte anyway, and has no collations of these names.
    if (isSqlite(runner)) for (const column of table.columns) column.collation = undefined;
    return table;
  });
}

/**
 * Makes the tables that are missing, as the classes describe them today. On a server each is one statement: it writes its dictionary to disk for
 * each, and a killed process leaves a table whole or not at all.
 */
export async function createTables(runner: QueryRunner): Promise<void> {
  for (const table of tablesOf(runner)) await runner.createTable(table, true);
}

export async function dropTables(runner: QueryRunner): Promise<void> {
  for (const { name } of tablesOf(runner).toReversed()) await runner.query(`DROP TABLE IF EXISTS ${name}`);
}

/** Does what is not done yet, on a server by one statement: it has to wait until nobody uses the table. */
export async function changeTable(runner: QueryRunner, table: string, change: Change): Promise<void> {
  const { add = {}, drop = [], dropIndexes = [], addIndexes = {} } = change;
  const steps: string[] = [];
  // MySQL has no `IF EXISTS` for columns and indexes.
  for (const name of dropIndexes) if (await hasIndex(runner, table, name)) steps.push(`DROP INDEX ${name}`);
  for (const name of drop) if (await runner.hasColumn(table, name)) steps.push(`DROP COLUMN ${name}`);
  for (const [name, definition] of Object.entries(add))
    if (!(await runner.hasColumn(table, name))) steps.push(`ADD COLUMN ${name} ${definition}`);
  for (const [name, columns] of Object.entries(addIndexes))
    if (!(await hasIndex(runner, table, name)))
      steps.push(isSqlite(runner) ? `CREATE INDEX ${name} ON ${table} (${columns})` : `ADD INDEX ${name} (${columns})`);
  if (steps.length === 0) return;
  if (!isSqlite(runner)) return void (await runner.query(`ALTER TABLE ${table} ${steps.join(', ')}`));
  for (const step of steps)
    await runner.query(/^(?:DROP|CREATE) INDEX/.test(step) ? step : `ALTER TABLE ${table} ${step}`);
}

async function hasIndex(runner: QueryRunner, table: string, name: string): Promise<boolean> {
  const statement = isSqlite(runner)
    ? `SELECT 1 FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND name = ?`
    : 'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ? LIMIT 1';
  return ((await runner.query(statement, [table, name])) as unknown[]).length > 0;
}

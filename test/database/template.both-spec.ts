import { DataSource } from 'typeorm';
import { ENTITIES } from '../../src/entities';
import { loadConfig } from '../../src/config/config';
import { migrate } from '../../src/database/migrate';
import { databaseOptions } from '../../src/database/options';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../setup/database';

const FOREIGN_KEYS = `SELECT table_name, constraint_name, referenced_table_name, update_rule, delete_rule
  FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE() ORDER BY table_name, constraint_name`;

const configOf = ({ url, dataDir }: TestDatabase) =>
  loadConfig({ DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: 'x'.repeat(32) });

/** Everything that is in the database, and drops it. */
async function contents(database: TestDatabase): Promise<unknown> {
  const dataSource = await new DataSource(databaseOptions(configOf(database).database, ENTITIES)).initialize();
  const onSqlite = dataSource.options.type === 'better-sqlite3';
  const tables = (await dataSource.query(
    onSqlite ? "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name" : 'SHOW TABLES',
  )) as object[];
  const found: unknown[] = [await dataSource.query(onSqlite ? 'SELECT * FROM sqlite_master' : FOREIGN_KEYS)];
  for (const name of tables.flatMap((row) => Object.values(row) as string[])) {
    found.push(await dataSource.query(`SELECT * FROM ${dataSource.driver.escape(name)}`));
    if (!onSqlite) found.push(await dataSource.query(`SHOW CREATE TABLE ${dataSource.driver.escape(name)}`));
  }
  await dataSource.destroy();
  await database.drop();
  return found;
}

it('the database of a test is what the migrations make', async () => {
  const migrated = await createEmptyDatabase();
  expect((await migrate(configOf(migrated), ENTITIES)).length).toBeGreaterThan(0);
  const copied = await createTestDatabase();
  expect(await migrate(configOf(copied), ENTITIES)).toEqual([]);
  expect(await contents(copied)).toEqual(await contents(migrated));
});

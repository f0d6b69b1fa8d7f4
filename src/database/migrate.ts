import { type DataSource, MigrationExecutor } from 'typeorm';
import type { Config } from '../config/config';
import { isContention } from './errors';
import { assertNotOlder, ledgerOf } from './migrations/preview';
import { underNamedLock } from './named-lock';
import { databaseOptions, openDataSource } from './options';

const TRIES = 6;

/**
 * Fails at once when the database cannot be reached; the service itself waits for it (`waitForDatabase`).
 * @throws StartError when it is too old for this version
 */
export async function assertDatabase(config: Config): Promise<void> {
  await onDatabase(config, () => Promise.resolve());
}

/**
 * Brings the database up to date. When several replicas start at once, one migrates and the others wait and find nothing to do. On SQLite
 * all migrations are one exclusive transaction.
 * @returns the names of the migrations that were run
 * @throws StartError when it is too old for this version
 */
export function migrate(config: Config): Promise<string[]> {
  return onDatabase(config, async (dataSource) => {
    const names = await (config.database.kind === 'sqlite' ? runInTransaction(dataSource) : runUnderLock(dataSource));
    return names.map(({ name }) => name);
  });
}

async function onDatabase<T>(config: Config, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await openDataSource(databaseOptions(config.database, []));
  try {
    await assertKnown(dataSource);
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function assertKnown(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const ledger = await ledgerOf(runner).finally(() => runner.release());
  assertNotOlder(ledger, 'The database');
}

/** On the connection that has the lock: a server goes on creating the index of a killed process, and keeps its lock until then. */
const runUnderLock = (dataSource: DataSource) =>
  underNamedLock(dataSource, 'software-update-tracker:migrate', (runner) =>
    new MigrationExecutor(dataSource, runner).executePendingMigrations(),
  );

/** Looks for pending migrations inside the transaction, so that a process that had to wait finds none. */
async function runInTransaction(dataSource: DataSource) {
  await beginAlone(dataSource);
  try {
    const migrations = await dataSource.runMigrations({ transaction: 'none' });
    await dataSource.query('COMMIT');
    return migrations;
  } catch (error) {
    await dataSource.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Each try waits for five seconds (`busy_timeout`), for instance for an import that another process runs. */
async function beginAlone(dataSource: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return void (await dataSource.query('BEGIN IMMEDIATE'));
    } catch (error) {
      if (attempt === TRIES || !isContention(error)) throw error;
    }
  }
}

import { type DataSource, MigrationExecutor } from 'typeorm';
import type { Config } from '../config/config';
import { openDataSource } from './data-source';
import { isContention } from './errors';
import { underNamedLock } from './named-lock';
import { databaseOptions } from './options';

const TRIES = 6;

/** Fails at once when the database cannot be reached, where the service itself would wait half a minute for it. */
export async function demandDatabase(config: Config): Promise<void> {
  const dataSource = await openDataSource(databaseOptions(config.database, []));
  await dataSource.destroy();
}

/**
 * Brings the database up to date. Several replicas may start at once: on a server, one migrates and the others wait and find
 * nothing to do; on SQLite all of it is one transaction that nobody else can have meanwhile.
 * @returns the names of the migrations that were run
 */
export async function migrate(config: Config): Promise<string[]> {
  const dataSource = await openDataSource(databaseOptions(config.database, []));
  try {
    const names = await (config.database.kind === 'sqlite' ? runInTransaction(dataSource) : runUnderLock(dataSource));
    return names.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}

/** On the connection that has the lock: the index that a killed process was making is being made for as long as its lock is held. */
const runUnderLock = (dataSource: DataSource) =>
  underNamedLock(dataSource, 'software-update-tracker:migrate', (runner) =>
    new MigrationExecutor(dataSource, runner).executePendingMigrations(),
  );

/** Looks for what is to be done inside the transaction, so that a process that had to wait finds it done. */
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

import type { LoggerService } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource, MigrationExecutor } from 'typeorm';
import type { Config } from '../config/config';
import { StartError } from '../config/start-error';
import { placeOf } from './advice';
import { isContention, isUnavailable } from './errors';
import { MIGRATIONS } from './migrations';
import { assertNotOlder, ledgerOf } from './migrations/preview';
import { underNamedLock } from './named-lock';
import { addressOfWriter, databaseOptions, type EntityList, openDataSource } from './options';
import { type Patience, patiently } from './patience';

const TRIES = 6;

/**
 * Fails at once when the database cannot be reached; the service itself waits for it (`waitForDatabase`).
 * @throws StartError when it is too old for this version
 */
export async function assertDatabase(config: Config): Promise<void> {
  await onDatabase(config, [], () => undefined);
}

/**
 * Brings the database up to date. When several replicas start at once, one migrates and the others wait and find nothing to do. On SQLite
 * all migrations are one exclusive transaction; on a server they run beside replicas that work.
 * @param entities whose tables an empty database gets
 * @returns the names of the migrations that were run
 * @throws StartError when it is too old for this version, or in use for too long
 */
export async function migrate(config: Config, entities: EntityList, patience: Patience = {}): Promise<string[]> {
  // To read the classes takes longer than all else here, so it is left until there is something to do.
  if (await onDatabase(config, [], (_, ledger) => MIGRATIONS.every(({ name }) => ledger.includes(name)))) return [];
  return onDatabase(config, entities, async (dataSource) => {
    const names = await (config.database.kind === 'sqlite'
      ? runInTransaction(dataSource)
      : runUnderLock(dataSource, patience));
    return names.map(({ name }) => name);
  });
}

/** @param work gets the names of the migrations that were run as well */
async function onDatabase<T>(
  config: Config,
  entities: EntityList,
  work: (dataSource: DataSource, ledger: string[]) => T | Promise<T>,
): Promise<T> {
  const dataSource = await openDataSource(databaseOptions(await addressOfWriter(config.database), entities));
  try {
    const runner = dataSource.createQueryRunner();
    const ledger = await ledgerOf(runner).finally(() => runner.release());
    assertNotOlder(ledger, 'The database');
    return await work(dataSource, ledger);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * On the connection that has the lock: a server goes on creating the index of a killed process, and keeps its lock until then. A server commits
 * at each change of a table, so there is no transaction.
 */
const runUnderLock = (dataSource: DataSource, patience: Patience) =>
  underNamedLock(dataSource, 'software-update-tracker:migrate', (runner) => {
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    return patiently(runner!, patience, () => executor.executePendingMigrations());
  });

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

/** Enough for a database server that starts together with this machine. */
const WITHIN_MS = 30_000;
const PAUSE_MS = 2_000;

/** The database was not reached in the time that a start waits for it. */
class DatabaseAwayError extends StartError {}

/**
 * Waits at the start until a database server answers. The embedded database is a file, which is there or never.
 * @throws DatabaseAwayError when it is still away after that time; the server's error, at once, when it refuses the login
 */
export async function waitForDatabase(config: Config, logger: LoggerService, withinMs = WITHIN_MS): Promise<void> {
  if (config.database.kind === 'sqlite') return;
  const { host, port, name } = placeOf(config.database.location);
  const deadline = performance.now() + withinMs;
  for (;;) {
    const reason = await reasonAway(config);
    if (reason === null) return;
    if (performance.now() + PAUSE_MS > deadline) {
      const waited = `${withinMs / 1_000} seconds`;
      throw new DatabaseAwayError(
        `The database "${name}" at ${host}:${port} cannot be reached after ${waited}: ${reason}`,
      );
    }
    logger.warn({ msg: 'the database cannot be reached', host, port, reason });
    await sleep(PAUSE_MS);
  }
}

async function reasonAway(config: Config): Promise<string | null> {
  try {
    await assertDatabase(config);
    return null;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return (error as Error).message;
  }
}

import { DataSource } from 'typeorm';
import type { Config } from '../config/config';
import { underNamedLock } from './named-lock';
import { databaseOptions } from './options';

/** Fails at once when the database cannot be reached, where the service itself would wait half a minute for it. */
export async function demandDatabase(config: Config): Promise<void> {
  const dataSource = await new DataSource(databaseOptions(config.database, [])).initialize();
  await dataSource.destroy();
}

/**
 * Brings the database up to date. Several replicas may start at once: on a server, one migrates and the others wait and find
 * nothing to do; on SQLite each migration is a transaction.
 * @returns the names of the migrations that were run
 */
export async function migrate(config: Config): Promise<string[]> {
  const dataSource = await new DataSource(databaseOptions(config.database, [])).initialize();
  try {
    const run = async () => (await dataSource.runMigrations()).map(({ name }) => name);
    return await underNamedLock(dataSource, 'software-update-tracker:migrate', run);
  } finally {
    await dataSource.destroy();
  }
}

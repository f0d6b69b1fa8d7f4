import { existsSync } from 'node:fs';
import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { tell } from 'small-parts';
import { type Config, databaseAddress, loadConfig } from '../../config/config';
import type { DatabaseAddress } from '../../config/database-url';
import { StartError } from '../../config/start-error';
import { withAdvice } from '../../database/advice';

/** The root of the modules of a command. */
class CommandModule {}

/** Loads the modules that a command needs, and those that listen to what it changes (`beforeDelete`, `onRekey`). */
export type LoadModules = () => Promise<(Type | DynamicModule)[]>;

/**
 * Runs work on some modules of the service without serving, and without its schedule. They are loaded here, and commands import their
 * providers when they run: `version compare` starts without all of that.
 * @param options mayBegin: where there is no database, one is created
 */
export async function withApp<T>(
  load: LoadModules,
  work: (app: INestApplicationContext) => Promise<T>,
  { mayBegin = false } = {},
): Promise<T> {
  const config = Object.assign(configFor(mayBegin), { worker: false });
  return withAdvice(config.database, () => onApp(config, load, work));
}

/**
 * In another folder there is another embedded database, or none: nobody should look for their data in a new one, or put more into it unknowingly.
 * @throws StartError when there is none and the command would find nothing
 */
export function configFor(mayBegin: boolean): Config {
  const address = databaseAddress();
  if (address !== null && !mayBegin) assertThere(address);
  const isNew = address !== null && isMissing(address);
  const config = loadConfig();
  if (isNew) tell(`A new database is created at ${address.location}.`);
  return config;
}

const isMissing = ({ kind, location }: DatabaseAddress) =>
  kind === 'sqlite' && location !== ':memory:' && !existsSync(location);

/** @throws StartError when the embedded database is not there */
export function assertThere(address: DatabaseAddress): void {
  if (isMissing(address))
    throw new StartError(
      `There is no database at ${address.location}. Run this in the folder of the service, or set DATA_DIR or DATABASE_URL as it has them.`,
    );
}

async function onApp<T>(
  config: Config,
  load: LoadModules,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const { assertDatabase, migrate } = await import('../../database/migrate.js');
  const { ENTITIES } = await import('../../entities.js');
  const { AppLogger, createLogger } = await import('../../common/app-logger.js');
  const { NestFactory } = await import('@nestjs/core');
  const { CoreModule } = await import('../../core.module.js');
  const { pluginsOf } = await import('../plugin/plugins-of.js');
  await (config.database.kind === 'sqlite' ? migrate(config, ENTITIES) : assertDatabase(config));
  const logger = new AppLogger(createLogger(config.logLevel, { readable: process.stderr.isTTY === true, fd: 2 }));
  const root = {
    module: CommandModule,
    imports: [CoreModule.for(config, await pluginsOf(config, logger)), ...(await load())],
  };
  const app = await NestFactory.createApplicationContext(root, { logger, abortOnError: false });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

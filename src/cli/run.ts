import type { INestApplicationContext } from '@nestjs/common';
import { type Config, loadConfig } from '../config/config';
import { namingTheFile } from '../database/sqlite-file';

/** Exit codes: 0, 1 when something failed, 2 for wrong usage. Results go to stdout, everything else to stderr. */
export const FAILED = 1;
export const WRONG_USAGE = 2;

/** A result: a text as it is, anything else as one line of JSON. */
export const print = (value: unknown) =>
  void process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);

export const tell = (text: string) => process.stderr.write(`${text}\n`);

/**
 * Runs work on the service's parts without serving, and without its schedule. The service is loaded here, and commands import its parts when they
 * run: `version compare` starts without all of that.
 */
export async function withApp<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const config = Object.assign(loadConfig(), { worker: false });
  return namingTheFile(config.database, () => onApp(config, work));
}

async function onApp<T>(config: Config, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const { assertDatabase, migrate } = await import('../database/migrate.js');
  const { AppLogger, createLogger } = await import('../common/app-logger.js');
  const { NestFactory } = await import('@nestjs/core');
  const { AppModule } = await import('../app.module.js');
  await (config.database.kind === 'sqlite' ? migrate(config) : assertDatabase(config));
  const logger = new AppLogger(createLogger(config.logLevel, { readable: process.stderr.isTTY === true, fd: 2 }));
  const app = await NestFactory.createApplicationContext(AppModule.for(config), { logger, abortOnError: false });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

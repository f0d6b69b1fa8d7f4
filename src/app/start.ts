import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { AppModule } from '../app.module';
import { keyIdOf, SecretError } from '../common/secret-box';
import { Config, loadConfig } from '../config/config';
import { keyFileIn } from '../config/secret-key';
import { StartError } from '../config/start-error';
import { connectionShortage, withAdvice } from '../database/advice';
import { Database } from '../database/database';
import { migrate, waitForDatabase } from '../database/migrate';
import { MigrationState } from '../database/migration-state';
import { takeServiceLock } from '../database/service-lock';
import { ENTITIES } from '../entities';
import { ApiAdapter } from '../api/server/api-adapter';
import { ChannelRegistry } from '../notification/providers/channel-registry';
import { ChannelRepository } from '../notification/channel-state/channel.repository';
import { pluginsOf } from './plugin/plugins-of';
import { ProbeRepository } from '../inventory/probe/probe.repository';
import { SourceSettings } from '../source/polling/source-settings';
import { SourceRegistry } from '../source/sources/source-registry';
import { Connections } from './connections';
import { firstStart } from './first-start';
import { ImportServer } from './import-server';
import { OperationsServer } from './operations-server';
import { setUpApp } from './setup';
import { Signals } from './shutdown';
import { StartLog } from './start-log';

/** The whole program: starts the service, or says why it does not start and ends. */
export async function runService(): Promise<void> {
  const signals = new Signals();
  try {
    const config = loadConfig();
    await withAdvice(config.database, () => start(config, signals));
  } catch (error) {
    // Errors of the system (address in use, database refuses access) need no stack.
    const { message, stack, code } = error as NodeJS.ErrnoException;
    const isPlain = error instanceof StartError || code !== undefined;
    process.stderr.write(`${isPlain ? message || code : stack}\n`);
    process.exit(1);
  }
}

async function start(config: Config, signals: Signals): Promise<void> {
  const startLog = new StartLog(config);
  const { logger } = startLog;
  startLog.starting();
  await assertAddress('PORT', config.port, config.host);
  if (config.operationsPort !== null) await assertAddress('OPERATIONS_PORT', config.operationsPort, config.host);
  const plugins = await pluginsOf(config, logger);
  takeServiceLock(config.database);
  await waitForDatabase(config, logger);
  const onWait = (statement: string) => logger.warn({ msg: 'a migration waits for a table that is in use', statement });
  if (config.migrate) await migrate(config, ENTITIES, { onWait });
  const options = { logger, bodyParser: false };
  const module = AppModule.for(config, plugins);
  const app = await NestFactory.create<NestExpressApplication>(module, new ApiAdapter(config), options);
  // A type that is taken ends the start before anything is written.
  app.get(ChannelRegistry).all();
  app.get(SourceRegistry).all();
  setUpApp(app);
  const shortage = await connectionShortage(app.get(Database));
  if (shortage) logger.warn({ msg: 'the database server has too few connections for one more replica', ...shortage });
  const migrated = await app.get(MigrationState).isDone();
  const importing = new ImportServer(app);
  const demo = migrated ? await firstStart(app, () => importing.open()) : null;
  if (migrated) await assertKeys(app);
  const operations = OperationsServer.of(app, config);
  signals.endInOrder(app, { main: new Connections(app.getHttpServer(), config), operations }, logger);
  await app.init();
  await importing.close();
  const operationsPort = await operations?.listen(config);
  await app.listen(config.port, config.host);
  const url = await app.getUrl();
  if (migrated) return startLog.ready({ url, operationsPort }, demo);
  startLog.notMigrated({ url, operationsPort });
  await app.get(MigrationState).untilDone(new AbortController().signal);
  startLog.ready({ url, operationsPort }, null);
}

/** Fails at once when the address is taken, and not after the first start has created a token that nobody would see. */
async function assertAddress(variable: string, port: number, host: string): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw new StartError(addressFault(error as NodeJS.ErrnoException, variable, port, host), { cause: error });
  }
  await once(probe.close(), 'close');
}

function addressFault({ code, message }: NodeJS.ErrnoException, variable: string, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken. End the program that has it, or set ${variable} to another.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Set ${variable} to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST=${host} is not an address of this machine. Leave it out to listen on all.`;
  return `Port ${port} of ${host} cannot be listened on: ${message}`;
}

/** @throws StartError when SECRET_KEY is wrong: it decrypts none of the stored settings */
async function assertKeys(app: INestApplicationContext): Promise<void> {
  try {
    await Promise.all(
      [app.get(ChannelRepository), app.get(SourceSettings), app.get(ProbeRepository)].map(({ sealed }) =>
        sealed.assertKey(),
      ),
    );
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    throw new StartError(`${error.message}. ${adviceOn(error, app.get(Config))}`, { cause: error });
  }
}

function adviceOn({ keyId }: SecretError, { dataDir, secretKey }: Config): string {
  const file = keyFileIn(dataDir);
  if (existsSync(file)) {
    const stored = readFileSync(file, 'utf8').trim();
    if (stored !== secretKey && keyIdOf(stored) === keyId)
      return (
        `That key is in ${file}: leave SECRET_KEY out of the environment to use it. To replace it, start with it as SECRET_KEY_OLD ` +
        '(docs/upgrade-and-backup.md).'
      );
  }
  return 'Start with the former key, or name it in SECRET_KEY_OLD (docs/upgrade-and-backup.md).';
}

import 'reflect-metadata';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { setUpApp } from './app.setup';
import { ApiAdapter } from './common/api/api-adapter';
import { Config, loadConfig } from './config/config';
import { StartError } from './config/start-error';
import { Connections } from './connections';
import { migrate } from './database/migrate';
import { MigrationState } from './database/migration-state';
import { holdServiceLock } from './database/service-lock';
import { namingTheFile } from './database/sqlite-file';
import { waitForDatabase } from './database/wait-for-database';
import { firstStart } from './first-start';
import { SourceStore } from './source/polling/source-store';
import { ChannelStore } from './notification/channel-store';
import { Signals } from './shutdown';
import { StartLog } from './start-log';

async function start(config: Config, signals: Signals): Promise<void> {
  const startLog = new StartLog(config);
  const { logger } = startLog;
  startLog.starting();
  await demandAddress(config);
  holdServiceLock(config.database);
  await waitForDatabase(config, logger);
  if (config.migrate) await migrate(config);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.for(config), new ApiAdapter(config), {
    logger,
    bodyParser: false,
  });
  setUpApp(app);
  const migrated = await app.get(MigrationState).isDone();
  const demo = migrated ? await firstStart(app) : null;
  if (migrated)
    await Promise.all([app.get(ChannelStore), app.get(SourceStore)].map(({ sealed }) => sealed.demandKey()));
  signals.endInOrder(app, new Connections(app.getHttpServer(), config), logger);
  await app.listen(config.port, config.host);
  const url = await app.getUrl();
  if (migrated) return startLog.ready(url, demo);
  startLog.notMigrated(url);
  await app.get(MigrationState).untilDone(new AbortController().signal);
  startLog.ready(url, null);
}

/** An address that is taken ends the start here, and not after the first start has made a token that nobody would see. */
async function demandAddress({ port, host }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  await once(probe.close(), 'close');
}

async function main(): Promise<void> {
  const signals = new Signals();
  try {
    const config = loadConfig();
    await namingTheFile(config.database, () => start(config, signals));
  } catch (error) {
    // What the system says (an address that is taken, a database that lets nobody in) needs no stack.
    const { message, stack, code } = error as NodeJS.ErrnoException;
    const isPlain = error instanceof StartError || code !== undefined;
    process.stderr.write(`${isPlain ? message || code : stack}\n`);
    process.exit(1);
  }
}

void main();

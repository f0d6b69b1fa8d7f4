import 'reflect-metadata';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { setUpApp } from './app.setup';
import { ApiAdapter } from './common/api/api-adapter';
import { AppLogger, createLogger } from './common/app-logger';
import { Config, ConfigError, loadConfig } from './config/config';
import { Connections } from './connections';
import { migrate } from './database/migrate';
import { MigrationState } from './database/migration-state';
import { DatabaseAwayError, waitForDatabase } from './database/wait-for-database';
import { firstStart, welcomeText } from './first-start';
import { SourceStore } from './source/polling/source-store';
import { ChannelStore } from './notification/channel-store';
import { Signals } from './shutdown';

async function start(config: Config, signals: Signals): Promise<void> {
  const readable = process.stdout.isTTY === true;
  const logger = new AppLogger(createLogger(config.logLevel, { readable, fd: 1 }));
  await demandAddress(config);
  await waitForDatabase(config, logger);
  if (config.migrate) await migrate(config);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.for(config),
    new ApiAdapter(config.headerLimit),
    {
      logger,
      bodyParser: false,
    },
  );
  setUpApp(app);
  const migrated = await app.get(MigrationState).isDone();
  const demo = migrated ? await firstStart(app) : null;
  if (migrated)
    await Promise.all([app.get(ChannelStore), app.get(SourceStore)].map(({ sealed }) => sealed.demandKey()));
  else logger.warn({ msg: 'the database is not migrated: run `migrate`, or start with MIGRATE=true' });
  signals.endInOrder(app, new Connections(app.getHttpServer(), config.keepAlive), logger);
  await app.listen(config.port, config.host);
  process.stdout.write(welcomeText(await app.getUrl(), demo));
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
    await start(loadConfig(), signals);
  } catch (error) {
    // What the system says (an address that is taken, a database that lets nobody in) needs no stack.
    const { message, stack, code } = error as NodeJS.ErrnoException;
    const isPlain = error instanceof ConfigError || error instanceof DatabaseAwayError || code !== undefined;
    process.stderr.write(`${isPlain ? message || code : stack}\n`);
    process.exit(1);
  }
}

void main();

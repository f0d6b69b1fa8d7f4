import 'reflect-metadata';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { setUpApp } from './app.setup';
import { ApiAdapter } from './common/api/api-adapter';
import { AppLogger, createLogger } from './common/app-logger';
import { Config, ConfigError, loadConfig } from './config/config';
import { migrate } from './database/migrate';
import { MigrationState } from './database/migration-state';
import { firstStart, welcomeText } from './first-start';
import { SoftwareSourceService } from './source/polling/software-source.service';
import { ChannelStore } from './notification/channel-store';

/** Ends idle keep-alive connections and whatever still runs this many milliseconds after the signal. */
const SHUTDOWN_AT_MOST_MS = 9_000;

async function start(config: Config): Promise<void> {
  const readable = process.stdout.isTTY === true;
  const logger = new AppLogger(createLogger(config.logLevel, { readable, fd: 1 }));
  await demandAddress(config);
  if (config.migrate) await migrate(config);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.for(config), new ApiAdapter(), {
    logger,
    bodyParser: false,
  });
  setUpApp(app);
  const migrated = await app.get(MigrationState).isDone();
  const demo = migrated ? await firstStart(app) : null;
  if (migrated)
    await Promise.all([app.get(ChannelStore), app.get(SoftwareSourceService)].map((one) => one.demandKey()));
  else logger.warn({ msg: 'the database is not migrated: run `migrate`, or start with MIGRATE=true' });
  stopOnSignals(app, logger);
  await app.listen(config.port, config.host);
  process.stdout.write(welcomeText(await app.getUrl(), demo));
}

/** An address that is taken ends the start here, and not after the first start has made a token that nobody would see. */
async function demandAddress({ port, host }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  await once(probe.close(), 'close');
}

/** Once, in order: no new claims, requests and deliveries under way end, connections close. A second signal ends it at once. */
function stopOnSignals(app: NestExpressApplication, logger: AppLogger): void {
  const silent = silentConnections(app.getHttpServer());
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.log({ msg: 'stopping', signal });
    for (const socket of silent) socket.destroy();
    setTimeout(() => process.exit(0), SHUTDOWN_AT_MOST_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ msg: 'stopping failed', err: error });
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Connections without a request so far, such as browsers open in advance: closing the server would wait for them. */
function silentConnections(server: Server): Set<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => silent.add(socket.on('close', () => silent.delete(socket))));
  server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}

async function main(): Promise<void> {
  try {
    await start(loadConfig());
  } catch (error) {
    // What the system says (an address that is taken, a database that is away) needs no stack.
    const { message, stack, code } = error as NodeJS.ErrnoException;
    process.stderr.write(`${error instanceof ConfigError || code ? message || code : stack}\n`);
    process.exit(1);
  }
}

void main();

import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { setUpApp } from './app.setup';
import { AppLogger, createLogger } from './common/app-logger';
import { Config, ConfigError, loadConfig } from './config/config';
import { migrate } from './database/migrate';
import { firstStart, welcomeText } from './first-start';

/** Ends idle keep-alive connections and whatever still runs this many milliseconds after the signal. */
const SHUTDOWN_AT_MOST_MS = 9_000;

async function start(config: Config): Promise<void> {
  const readable = process.stdout.isTTY === true;
  const logger = new AppLogger(createLogger(config.logLevel, { readable, fd: 1 }));
  if (config.migrate) await migrate(config);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.for(config), { logger, bodyParser: false });
  setUpApp(app);
  const demo = await firstStart(app);
  stopOnSignals(app, logger);
  await app.listen(config.port, config.host);
  process.stdout.write(welcomeText(await app.getUrl(), demo));
}

/** Once, in order: no new claims, requests and deliveries under way end, connections close. A second signal ends it at once. */
function stopOnSignals(app: NestExpressApplication, logger: AppLogger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.log({ msg: 'stopping', signal });
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

async function main(): Promise<void> {
  try {
    await start(loadConfig());
  } catch (error) {
    process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `${(error as Error).stack}\n`);
    process.exit(1);
  }
}

void main();

import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from './config/config';
import type { Connections } from './connections';
import { HealthService } from './health/health.service';
import { DeliveryService } from './notification/delivery.service';
import { SourcePoller } from './source/polling/source-poller';
import { SourceSchedule } from './source/polling/source.schedule';
import { UpdateCheckSchedule } from './update-check/update-check.schedule';
import { UpkeepSchedule } from './update-check/upkeep.schedule';

/** It ends in any case so many milliseconds after the signal, or so many after the delay, if that is later. */
const AT_MOST_MS = 9_000;
const AFTER_DELAY_MS = 5_000;

/** What works without being asked to. Nest calls their hooks once more when it closes, which they bear. */
const WORKERS = [UpdateCheckSchedule, UpkeepSchedule, SourceSchedule, SourcePoller, DeliveryService];

type Worker = InstanceType<(typeof WORKERS)[number]>;
type Stop = (signal: NodeJS.Signals) => void;

/**
 * What SIGTERM and SIGINT do. Made before anything else: process 1 of a container gets only those signals that it
 * handles itself.
 */
export class Signals {
  private stop: Stop = (signal) => process.exit(128 + constants.signals[signal]);

  constructor() {
    process.on('SIGINT', (signal) => this.stop(signal));
    process.on('SIGTERM', (signal) => this.stop(signal));
  }

  /** The first signal ends the service in order, a second one at once. */
  endInOrder(app: NestExpressApplication, connections: Connections, logger: LoggerService): void {
    this.stop = (signal) => {
      this.stop = () => process.exit(1);
      logger.log({ msg: 'stopping', signal });
      shutDown(app, connections).then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ msg: 'stopping failed', err: error });
          process.exit(1);
        },
      );
    };
  }
}

/**
 * In order: not ready any more, and nothing new is claimed; for as long as a balancer needs to notice (`SHUTDOWN_DELAY`) requests are
 * answered as ever; then the address is closed, and what is under way ends.
 */
async function shutDown(app: NestExpressApplication, connections: Connections): Promise<void> {
  const delayMs = app.get(Config).shutdownDelay * 1_000;
  setTimeout(() => process.exit(0), Math.max(AT_MOST_MS, delayMs + AFTER_DELAY_MS)).unref();
  app.get(HealthService).stop();
  connections.drain();
  const workersEnd = Promise.all(WORKERS.map(async (worker) => app.get<Worker>(worker).onModuleDestroy()));
  // Before Nest closes: its hooks end what requests may still need, such as connections to the outside.
  await Promise.all([sleep(delayMs).then(() => connections.close()), workersEnd]);
  await app.close();
}

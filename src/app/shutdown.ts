import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from '../config/config';
import type { Connections } from './connections';
import type { OperationsServer } from './operations-server';
import { DueWork } from '../database/due-work';
import { LiveStreams } from '../sharing/live/live-streams';
import { HealthService } from '../operations/health/health.service';
import { DeliveryService } from '../notification/delivery/delivery.service';
import { SourcePoller } from '../source/polling/source-poller';
import { SourceSchedule } from '../source/polling/source.schedule';
import { UpdateCheckSchedule } from '../update-check/update-check.schedule';
import { UpkeepSchedule } from '../operations/upkeep/upkeep.schedule';

/** The process ends at the latest so many milliseconds after the signal, or after the delay, whichever is later. */
const AT_MOST_MS = 9_000;
const AFTER_DELAY_MS = 5_000;

/** Background workers. Nest calls their hooks once more when it closes, which does no harm. */
const WORKERS = [DueWork, UpdateCheckSchedule, UpkeepSchedule, SourceSchedule, SourcePoller, DeliveryService];

type Worker = InstanceType<(typeof WORKERS)[number]>;
interface Servers {
  main: Connections;
  /** Null: health and metrics are on the main one. */
  operations: OperationsServer | null;
}

type Stop = (signal: NodeJS.Signals) => void;

/**
 * Handles SIGTERM and SIGINT. Created before anything else: process 1 of a container only gets the signals that it handles itself.
 */
export class Signals {
  private stop: Stop = (signal) => process.exit(128 + constants.signals[signal]);

  constructor() {
    process.on('SIGINT', (signal) => this.stop(signal));
    process.on('SIGTERM', (signal) => this.stop(signal));
  }

  /** The first signal shuts the service down in order, a second one ends it at once. */
  endInOrder(app: NestExpressApplication, servers: Servers, logger: LoggerService): void {
    this.stop = (signal) => {
      this.stop = () => process.exit(1);
      logger.log({ msg: 'stopping', signal });
      shutDown(app, servers).then(
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
 * The service is no longer ready and claims no more work; it serves requests for `SHUTDOWN_DELAY`, until a load balancer has noticed; then it
 * closes its address and finishes what is under way. Health and metrics with a
 * port of their own answer until then.
 */
async function shutDown(app: NestExpressApplication, { main, operations }: Servers): Promise<void> {
  const delayMs = app.get(Config).shutdownDelay * 1_000;
  setTimeout(() => process.exit(0), Math.max(AT_MOST_MS, delayMs + AFTER_DELAY_MS)).unref();
  app.get(HealthService).stop();
  main.drain();
  operations?.drain();
  const workersEnd = Promise.all(WORKERS.map(async (worker) => app.get<Worker>(worker).onModuleDestroy()));
  // Before Nest closes: its hooks close what requests may still need, such as outgoing connections.
  const close = () => {
    app.get(LiveStreams).end();
    return main.close();
  };
  await Promise.all([sleep(delayMs).then(close), workersEnd]);
  await operations?.close();
  await app.close();
}

import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { OneAtATime } from '../../common/one-at-a-time';
import { Config } from '../../config/config';
import { MigrationState } from '../../database/migration-state';
import { SourcePoller } from './source-poller';

const POLLING = 'source-polling';
const EVERY_MS = 1_000;
/** Replicas that start together do not all look at once. */
const START_WITHIN_MS = 5_000;

/** When sources are asked: due ones within a second or two, by every replica that works, once `SOURCES_ENABLED` is set. */
@Injectable()
export class SourceSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SourceSchedule.name);
  private readonly stopping = new AbortController();
  private startTimer?: NodeJS.Timeout;

  private readonly polling = new OneAtATime(
    () => this.poller.pollDue(),
    (error) => this.logger.error({ msg: 'polling failed', err: error }),
  );

  constructor(
    private readonly config: Config,
    private readonly registry: SchedulerRegistry,
    private readonly poller: SourcePoller,
    private readonly migrations: MigrationState,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.worker && this.config.sourcesEnabled) void this.startWhenMigrated();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
    clearTimeout(this.startTimer);
    if (this.registry.doesExist('interval', POLLING)) this.registry.deleteInterval(POLLING);
  }

  private async startWhenMigrated(): Promise<void> {
    if (!(await this.migrations.untilDone(this.stopping.signal))) return;
    const start = () =>
      this.registry.addInterval(
        POLLING,
        setInterval(() => void this.polling.run(), EVERY_MS),
      );
    this.startTimer = setTimeout(start, Math.random() * START_WITHIN_MS);
  }
}

import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CoalescingRunner } from '../../common/concurrency/coalescing-runner';
import { Config } from '../../config/config';
import { MigrationState } from '../../database/migration-state';
import { SourcePoller } from './source-poller';

const EVERY_MS = 1_000;

/** Polls due sources every second, in every process with `WORKER`, unless `SOURCES` is `off`. */
@Injectable()
export class SourceSchedule implements OnModuleDestroy {
  private readonly logger = new Logger(SourceSchedule.name);
  private isOn: boolean;

  private readonly polling = new CoalescingRunner(
    () => this.poller.pollDue(),
    (error) => this.logger.error({ msg: 'polling failed', err: error }),
  );

  constructor(
    config: Config,
    private readonly poller: SourcePoller,
    private readonly migrations: MigrationState,
  ) {
    this.isOn = config.worker && config.sources !== 'off';
  }

  onModuleDestroy(): void {
    this.isOn = false;
  }

  @Interval(EVERY_MS)
  async poll(): Promise<void> {
    if (this.isOn && (await this.migrations.isDone().catch(() => false))) await this.polling.run();
  }
}

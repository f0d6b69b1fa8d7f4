import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { OneAtATime } from '../common/one-at-a-time';
import { Config } from '../config/config';
import { MigrationState } from '../database/migration-state';
import { UpkeepService } from './upkeep.service';

const NAME = 'upkeep';
/** How often this process asks whether it is due. */
const EVERY_MS = 600_000;

/** When what is kept for a time only is removed. */
@Injectable()
export class UpkeepSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(UpkeepSchedule.name);
  private readonly stopping = new AbortController();

  private readonly upkeep = new OneAtATime(
    async () => {
      const removed = await this.service.runIfDue(this.stopping.signal);
      if (removed && removed.notifications > 0) this.logger.log({ msg: 'old notifications removed', ...removed });
    },
    (error) => this.logger.error({ msg: 'old rows were not removed', err: error }),
  );

  constructor(
    private readonly config: Config,
    private readonly registry: SchedulerRegistry,
    private readonly service: UpkeepService,
    private readonly migrations: MigrationState,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.worker) void this.start();
  }

  /** Ends with the page that is under way. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    if (this.registry.doesExist('interval', NAME)) this.registry.deleteInterval(NAME);
    await this.upkeep.ended();
  }

  private async start(): Promise<void> {
    if (!(await this.migrations.untilDone(this.stopping.signal))) return;
    this.registry.addInterval(
      NAME,
      setInterval(() => void this.upkeep.run(), EVERY_MS),
    );
    await this.upkeep.run();
  }
}

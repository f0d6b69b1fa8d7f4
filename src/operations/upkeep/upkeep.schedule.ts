import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../../config/config';
import { MigrationState } from '../../database/migration-state';
import { WorkerSchedule } from '../../database/worker-schedule';
import { UpkeepService } from './upkeep.service';

const EVERY_MS = 600_000;

/** Runs the upkeep if it is due: at the start of each worker, and every ten minutes. */
@Injectable()
export class UpkeepSchedule extends WorkerSchedule {
  private readonly logger = new Logger(UpkeepSchedule.name);

  constructor(
    config: Config,
    private readonly service: UpkeepService,
    migrations: MigrationState,
  ) {
    super(config, migrations);
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    const removed = await this.service.runIfDue(signal);
    if (removed && removed.notifications > 0) this.logger.log({ msg: 'old notifications removed', ...removed });
  }

  protected failed(error: unknown): void {
    this.logger.error({ msg: 'old rows were not removed', err: error });
  }
}

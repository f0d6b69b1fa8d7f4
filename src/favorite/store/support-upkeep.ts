import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { MigrationState } from '../../database/migration-state';
import { WorkerSchedule } from '../../database/worker-schedule';
import { SupportRepository } from './support.repository';

const EVERY_MS = 3_600_000;

/**
 * The versions below the oldest known cycle of a product are out of support once that cycle has ended, which no mark says. Every worker looks
 * through the favorites when it starts and each hour. Interrupted, it goes on next time.
 */
@Injectable()
export class SupportUpkeep extends WorkerSchedule {
  private readonly logger = new Logger(SupportUpkeep.name);

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly support: SupportRepository,
    private readonly clock: DatabaseClock,
    migrations: MigrationState,
  ) {
    super(config, migrations);
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }

  /** @returns how many it corrected */
  async refresh(signal?: AbortSignal): Promise<number> {
    const now = await this.clock.now(this.database);
    let corrected = 0;
    for (let after = ''; !signal?.aborted;) {
      const page = await this.support.refreshPage(after, now);
      if (page === null) break;
      corrected += page.changed;
      after = page.last;
    }
    return corrected;
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    const favorites = await this.refresh(signal);
    if (favorites > 0) this.logger.log({ msg: 'support of favorites set', favorites });
  }

  protected failed(error: unknown): void {
    this.logger.error({ msg: 'support of favorites was not set', err: error });
  }
}

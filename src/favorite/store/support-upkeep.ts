import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { throughPages, WorkerSchedule } from '../../database/worker-schedule';
import { SupportRepository } from './support.repository';

/**
 * The versions below the oldest known cycle of a product are out of support once that cycle has ended, which no mark says. Every worker looks
 * through the favorites when it starts and each hour. Interrupted, it goes on next time.
 */
@Injectable()
export class SupportUpkeep extends WorkerSchedule {
  protected readonly everyMs = 3_600_000;
  protected readonly failure = { msg: 'support of favorites was not set' };

  constructor(
    private readonly database: Database,
    private readonly support: SupportRepository,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  /** @returns how many it corrected */
  async refresh(signal?: AbortSignal): Promise<number> {
    const now = await this.clock.now(this.database);
    return throughPages((after) => this.support.refreshPage(after, now), signal);
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    const favorites = await this.refresh(signal);
    if (favorites > 0) this.logger.log({ msg: 'support of favorites set', favorites });
  }
}

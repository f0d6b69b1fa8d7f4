import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../../config/config';
import { MigrationState } from '../../database/migration-state';
import { WorkerSchedule } from '../../database/worker-schedule';
import { refreshPages } from './refresh-pages';
import { StepRepository } from './step.repository';

const EVERY_MS = 3_600_000;

/**
 * Corrects `available_step` and `available_at` of favorites: after an upgrade from a version that does not have them, and of what its
 * replicas write beside this one. Every worker looks through the favorites when it starts and each hour. Interrupted, it goes on next time.
 */
@Injectable()
export class StepUpkeep extends WorkerSchedule {
  private readonly logger = new Logger(StepUpkeep.name);

  constructor(
    config: Config,
    private readonly steps: StepRepository,
    migrations: MigrationState,
  ) {
    super(config, migrations);
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }

  /** @returns how many it corrected */
  refresh(signal?: AbortSignal): Promise<number> {
    return refreshPages((after) => this.steps.refreshPage(after), signal);
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    const favorites = await this.refresh(signal);
    if (favorites > 0) this.logger.log({ msg: 'steps of favorites set', favorites });
  }

  protected failed(error: unknown): void {
    this.logger.error({ msg: 'steps of favorites were not set', err: error });
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../../config/config';
import { MigrationState } from '../../database/migration-state';
import { WorkerSchedule } from '../../database/worker-schedule';
import { SourceIdentifiers } from './source-identifiers';

const EVERY_MS = 86_400_000;

/** Corrects the identifiers of sources at the start of each worker, and once a day, as a replica of an older version may write sources. */
@Injectable()
export class SourceIdentifiersSchedule extends WorkerSchedule {
  private readonly logger = new Logger(SourceIdentifiersSchedule.name);

  constructor(
    config: Config,
    private readonly identifiers: SourceIdentifiers,
    migrations: MigrationState,
  ) {
    super(config, migrations);
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    const software = await this.identifiers.correct(signal);
    if (software > 0) this.logger.log({ msg: 'identifiers of sources corrected', software });
  }

  protected failed(error: unknown): void {
    this.logger.error({ msg: 'identifiers of sources were not corrected', err: error });
  }
}

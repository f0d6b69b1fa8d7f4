import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../../config/config';
import { MigrationState } from '../../database/migration-state';
import { WorkerSchedule } from '../../database/worker-schedule';
import { KnowledgeService } from './knowledge.service';

const EVERY_MS = 60_000;

/** Imports what came with the service, and asks providers of knowledge that are due: at the start of each worker, and every minute. */
@Injectable()
export class KnowledgeSchedule extends WorkerSchedule {
  private readonly logger = new Logger(KnowledgeSchedule.name);
  /** Once for each start. */
  private hasBundled = false;

  constructor(
    config: Config,
    private readonly service: KnowledgeService,
    migrations: MigrationState,
  ) {
    super(config, migrations);
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    if (!this.hasBundled) await this.service.importBundled(signal);
    this.hasBundled = true;
    await this.service.askDue(signal);
  }

  protected failed(error: unknown): void {
    this.logger.error({ msg: 'providers of knowledge were not asked', err: error });
  }
}

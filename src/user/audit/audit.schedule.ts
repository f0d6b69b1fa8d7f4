import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { OneAtATime } from '../../common/one-at-a-time';
import { Config } from '../../config/config';
import { MigrationState } from '../../database/migration-state';
import { AuditRetention } from './audit-retention';

const RETENTION = 'audit-retention';
const EVERY_MS = 3_600_000;

/** When entries that are too old are removed: at the start and every hour, by every replica that works. */
@Injectable()
export class AuditSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(AuditSchedule.name);
  private readonly stopping = new AbortController();

  private readonly removal = new OneAtATime(
    () => this.entries.removeOld(this.stopping.signal),
    (error) => this.logger.error({ msg: 'old audit entries not removed', err: error }),
  );

  constructor(
    private readonly config: Config,
    private readonly registry: SchedulerRegistry,
    private readonly entries: AuditRetention,
    private readonly migrations: MigrationState,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.worker) void this.startWhenMigrated();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    if (this.registry.doesExist('interval', RETENTION)) this.registry.deleteInterval(RETENTION);
    await this.removal.ended();
  }

  private async startWhenMigrated(): Promise<void> {
    if (!(await this.migrations.untilDone(this.stopping.signal))) return;
    this.registry.addInterval(
      RETENTION,
      setInterval(() => void this.removal.run(), EVERY_MS),
    );
    await this.removal.run();
  }
}

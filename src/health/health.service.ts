import { Injectable, Logger } from '@nestjs/common';
import { Problem } from '../common/problem/problem';
import { VERSION } from '../common/version';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { databaseNow } from '../database/database-clock';
import { MigrationState } from '../database/migration-state';
import { WriteProbe } from '../database/write-probe';

/** Whether this process is alive, and whether it should receive requests. */
@Injectable()
export class HealthService {
  private readonly logger = new Logger(HealthService.name);
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly migrations: MigrationState,
    private readonly writes: WriteProbe,
  ) {}

  live() {
    return { status: 'ok', version: VERSION, commit: this.config.buildCommit };
  }

  async ready() {
    if (this.stopping) throw unavailable('the service is stopping');
    let migrated: boolean;
    let failure: unknown;
    try {
      await databaseNow(this.database);
      migrated = await this.migrations.isDone();
      failure = migrated ? await this.writes.failure() : null;
    } catch (error) {
      this.logger.warn({ msg: 'not ready: the database does not answer', err: error });
      throw unavailable('the database does not answer');
    }
    if (!migrated) throw unavailable('the database is not migrated');
    if (failure) {
      this.logger.warn({ msg: 'not ready: the database cannot be written', err: failure });
      throw unavailable('the database cannot be written: its disk is full, or it is read-only');
    }
    return { status: 'ready' };
  }

  /** Never ready again, so that load balancers send requests elsewhere. */
  stop(): void {
    this.stopping = true;
  }
}

const unavailable = (detail: string) => new Problem('service-unavailable', detail, [], { 'Retry-After': '5' });

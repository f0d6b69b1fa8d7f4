import { Injectable, Logger } from '@nestjs/common';
import { Outage } from '../../common/outage';
import { Problem } from '../../api/problem/problem';
import { Plugins } from '../../common/plugin/plugins';
import { VERSION } from '../../common/version';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import { MigrationState } from '../../database/migration-state';
import { WriteProbe } from '../../database/write-probe';

/** Whether this process is alive, and whether it should receive requests. */
@Injectable()
export class HealthService {
  private readonly logger = new Logger(HealthService.name);
  private readonly outage = new Outage((err) =>
    this.logger.warn({ msg: 'not ready: the database does not answer', err }),
  );
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly migrations: MigrationState,
    private readonly writes: WriteProbe,
    private readonly plugins: Plugins,
  ) {}

  live() {
    const plugins = this.plugins.loaded.map(({ name, version, state: { failing } }) => ({ name, version, failing }));
    const state = { status: 'ok', version: VERSION, commit: this.config.buildCommit };
    return plugins.length > 0 ? { ...state, plugins } : state;
  }

  async ready() {
    const reason = await this.reasonNotReady();
    if (reason !== null) throw new Problem('service-unavailable', reason, [], { 'Retry-After': '5' });
    return { status: 'ready' };
  }

  isReady = async (): Promise<boolean> => (await this.reasonNotReady()) === null;

  private async reasonNotReady(): Promise<string | null> {
    if (this.stopping) return 'the service is stopping';
    try {
      await databaseNow(this.database);
      if (!(await this.migrations.isDone())) return 'the database is not migrated';
      this.outage.end();
      if ((await this.writes.failure()) === null) return null;
      return 'the database cannot be written: its disk is full, or it is read-only';
    } catch (error) {
      this.outage.note(error);
      return 'the database does not answer';
    }
  }

  /** Never ready again, so that load balancers send requests elsewhere. */
  stop(): void {
    this.stopping = true;
  }
}

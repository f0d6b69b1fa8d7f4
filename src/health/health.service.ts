import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Problem } from '../common/problem/problem';
import { VERSION } from '../common/version';
import { Database } from '../database/database';

/** Whether this process is alive, and whether it should get requests. */
@Injectable()
export class HealthService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(HealthService.name);
  private migrated = false;
  private stopping = false;

  constructor(
    private readonly database: Database,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  live() {
    return { status: 'ok', version: VERSION };
  }

  async ready() {
    if (this.stopping) throw unavailable('the service is stopping');
    try {
      await this.database.query('SELECT 1 AS one');
      // Migrations are never undone under a running service: once done, they stay done.
      this.migrated ||= !(await this.dataSource.showMigrations());
    } catch (error) {
      this.logger.warn({ msg: 'not ready: the database does not answer', err: error });
      throw unavailable('the database does not answer');
    }
    if (!this.migrated) throw unavailable('the database is not migrated');
    return { status: 'ready' };
  }

  beforeApplicationShutdown(): void {
    this.stopping = true;
  }
}

const unavailable = (detail: string) => new Problem('service-unavailable', detail, [], { 'Retry-After': '5' });

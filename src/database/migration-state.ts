import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Whether the database has all tables of this version of the service. */
@Injectable()
export class MigrationState {
  private migrated = false;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Migrations are not undone under a running service: once done, nobody asks again. @throws when the database does not answer */
  async isDone(): Promise<boolean> {
    this.migrated ||= !(await this.dataSource.showMigrations());
    return this.migrated;
  }
}

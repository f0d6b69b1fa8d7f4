import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Database } from './database';
import { isNoTable } from './errors';

/** Milliseconds between two looks of all who wait. */
const POLL_MS = 2_000;

/** Whether the database has all tables of this version of the service. Only reads: a server may give this process no right to more. */
@Injectable()
export class MigrationState {
  private migrated = false;
  private lookedAt = -Infinity;
  private looked = Promise.resolve(false);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly database: Database,
  ) {}

  /** Checks until the database is migrated, and then no more: nobody reverts migrations under a running service. @throws when the database does not answer */
  async isDone(): Promise<boolean> {
    this.migrated ||= await this.areAllThere();
    return this.migrated;
  }

  /**
   * Another process may migrate a server database after this one has started, and the database may be away at the start.
   * @returns false when the wait was ended by the signal
   */
  async untilDone(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await this.look()) return !signal.aborted;
      await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
    return false;
  }

  /** One asks for all who wait. */
  private look(): Promise<boolean> {
    if (performance.now() - this.lookedAt < POLL_MS) return this.looked;
    this.lookedAt = performance.now();
    this.looked = this.isDone().catch(() => false);
    return this.looked;
  }

  private async areAllThere(): Promise<boolean> {
    try {
      const rows = await this.database.query<{ name: string }>('SELECT name FROM migrations');
      const done = new Set(rows.map(({ name }) => name));
      return this.dataSource.migrations.every(({ name, constructor }) => done.has(name ?? constructor.name));
    } catch (error) {
      if (isNoTable(error)) return false;
      throw error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../common/time/utc-timestamp';
import type { Sql } from './database';

/** The time by the database's clock, the same for every replica. */
export async function databaseNow(sql: Sql): Promise<UtcTimestamp> {
  const [row] = await sql.query<{ now: UtcTimestamp }>(`SELECT ${sql.dialect.now} AS now`);
  return row!.now;
}

/**
 * The database's clock, for snoozes, ages and everything else that depends on time. Tests replace it to simulate years.
 */
@Injectable()
export class DatabaseClock {
  now(sql: Sql): Promise<UtcTimestamp> {
    return databaseNow(sql);
  }

  /** `YYYY-MM-DD`, UTC. */
  async today(sql: Sql): Promise<string> {
    return (await this.now(sql)).slice(0, 10);
  }

  /** So many seconds from now. */
  async later(sql: Sql, seconds: number): Promise<UtcTimestamp> {
    const [row] = await sql.query<{ later: UtcTimestamp }>(`SELECT ${sql.dialect.nowPlus} AS later`, [seconds]);
    return row!.later;
  }
}

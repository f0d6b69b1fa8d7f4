import { Injectable } from '@nestjs/common';
import type { Moment } from '../common/moment';
import type { Sql } from './database';

/** The database's own moment, the same for every replica. */
export async function databaseNow(sql: Sql): Promise<Moment> {
  const [row] = await sql.query<{ now: Moment }>(`SELECT ${sql.dialect.now} AS now`);
  return row!.now;
}

/**
 * The moment by which snoozes, ages and other promises about time are judged: the database's own.
 * A test may stand in for it to live through years.
 */
@Injectable()
export class DatabaseClock {
  now(sql: Sql): Promise<Moment> {
    return databaseNow(sql);
  }

  /** So many seconds from now. */
  async later(sql: Sql, seconds: number): Promise<Moment> {
    const [row] = await sql.query<{ later: Moment }>(`SELECT ${sql.dialect.nowPlus} AS later`, [seconds]);
    return row!.later;
  }
}

import { Injectable } from '@nestjs/common';
import type { Owner } from '../common/identity/actor';
import { Database } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import type { BehindResponse } from './behind.response';
import { daysAfter } from '../favorite/store/support.list';
import { UserDayRepository } from './user-day.repository';

/** How far behind a user was, day by day. */
@Injectable()
export class BehindService {
  constructor(
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly repository: UserDayRepository,
  ) {}

  /** @param days how many, today included */
  async read({ userId }: Owner, days: number): Promise<BehindResponse> {
    const until = await this.clock.today(this.database);
    const from = daysAfter(until, 1 - days);
    const rows = await this.repository.ofUser(userId, from, until);
    return {
      known_since: await this.repository.firstDay(userId),
      from,
      until,
      days: rows.map((row) => ({ ...row, day: row.day < from ? from : row.day })),
      months: await this.repository.updatesOf(userId, from, until),
    };
  }
}

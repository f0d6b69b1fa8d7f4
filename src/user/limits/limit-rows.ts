import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { placeholders } from '../../database/rows';

const PAGE = 1_000;
/** The clocks of replicas, by which rate-limiter-flexible ends its windows, may differ by so many seconds. */
const CLOCKS_DIFFER = 3_600;

/** What `RateLimiterMySQL` leaves behind. */
@Injectable()
export class LimitRows {
  constructor(private readonly database: Database) {}

  /** @returns how many were removed */
  async removeEnded(signal?: AbortSignal): Promise<number> {
    if (this.database.dialect.embedded) return 0; // nothing is written there
    const { now, unixSeconds } = this.database.dialect;
    const ended = `expire < (${unixSeconds(now)} - ${CLOCKS_DIFFER}) * 1000`;
    for (let removed = 0; ;) {
      const rows = await this.database.query<{ id: string }>(
        `SELECT \`key\` AS id FROM rate_limit WHERE ${ended} ORDER BY expire LIMIT ${PAGE}`,
      );
      if (rows.length === 0 || signal?.aborted) return removed;
      const ids = rows.map(({ id }) => id);
      const these = `\`key\` IN (${placeholders(ids.length)})`;
      removed += await this.database.execute(`DELETE FROM rate_limit WHERE ${these} AND ${ended}`, ids);
    }
  }
}

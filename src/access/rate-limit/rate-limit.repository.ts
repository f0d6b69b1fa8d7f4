import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { placeholders } from '../../database/rows';

/** Rows deleted by one statement, so that locks are short. */
const PAGE = 1_000;
/** Seconds. Replicas of former versions ended windows by their own clocks, which may differ. */
const CLOCK_SKEW = 3_600;

/** Counts of rate limits that replicas share through a database server. The embedded database has none: it has one process. */
@Injectable()
export class RateLimitRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds points to a key, in a new window of so many seconds where the last one has ended. Locks one row, by primary key.
   * @returns the points of the window, and the milliseconds until it ends
   */
  async addPoints(key: string, points: number, seconds: number): Promise<{ points: number; endsInMs: number }> {
    const now = `TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ${this.database.dialect.now}) DIV 1000`;
    return this.database.transaction(async (sql) => {
      // `points` first: its expression needs the end of the window as it was.
      await sql.execute(
        `INSERT INTO rate_limit (\`key\`, points, expire) VALUES (?, ?, ${now} + ?)
         ON DUPLICATE KEY UPDATE points = IF(expire <= ${now}, ?, points + ?), expire = IF(expire <= ${now}, ${now} + ?, expire)`,
        [key, points, seconds * 1_000, points, points, seconds * 1_000],
      );
      const [row] = await sql.query<{ points: number; ends_in: number | string }>(
        `SELECT points, expire - (${now}) AS ends_in FROM rate_limit WHERE \`key\` = ?`,
        [key],
      );
      return { points: row!.points, endsInMs: Math.max(0, Number(row!.ends_in)) };
    });
  }

  /**
   * Deletes windows that have ended, in pages found by the index `rate_limit_expire`.
   * @returns how many were deleted
   */
  async deleteEnded(stopping?: AbortSignal): Promise<number> {
    if (this.database.dialect.embedded) return 0;
    const { now, unixSeconds } = this.database.dialect;
    const ended = `expire < (${unixSeconds(now)} - ${CLOCK_SKEW}) * 1000`;
    for (let deleted = 0; ;) {
      const rows = await this.database.query<{ id: string }>(
        `SELECT \`key\` AS id FROM rate_limit WHERE ${ended} ORDER BY expire LIMIT ${PAGE}`,
      );
      if (rows.length === 0 || stopping?.aborted) return deleted;
      const ids = rows.map(({ id }) => id);
      const these = `\`key\` IN (${placeholders(ids.length)})`;
      deleted += await this.database.execute(`DELETE FROM rate_limit WHERE ${these} AND ${ended}`, ids);
    }
  }
}

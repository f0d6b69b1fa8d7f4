import { Injectable } from '@nestjs/common';
import { Database, type Parameter } from '../database/database';
import { insertRows, placeholders } from '../database/rows';
import { STEPS } from '../version/ordering/step';

/** What `user_day` says of a day. */
export interface DayRow {
  day: string;
  tracked: number;
  major: number;
  minor: number;
  patch: number;
  other: number;
  median_days: number | null;
  worst_days: number | null;
}

export type Counts = Omit<DayRow, 'day'>;

const COUNTS = ['tracked', ...STEPS, 'median_days', 'worst_days'] as const;
/** Rows deleted by one statement, so that locks are short. */
const PAGE = 500;

interface StepRow {
  user_id: string;
  update_available: number;
  available_step: number | null;
  total: number | string;
}

interface AgeRow {
  user_id: string;
  median: number | string;
  worst: number | string;
}

/** All statements on `user_day` and `user_update`. */
@Injectable()
export class UserDayRepository {
  constructor(private readonly database: Database) {}

  /** The next users by id. */
  async usersAfter(id: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM user WHERE id > ? ORDER BY id LIMIT ${limit}`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  /**
   * What these users have now. The counts come from the index `favorite_user_update` alone; the ages read the favorites with an update, and
   * by primary key whether their versions in use have a date: `days_behind` counts from when they were found otherwise.
   */
  async countNow(userIds: string[]): Promise<Map<string, Counts>> {
    const { byIndex, thenJoin } = this.database.dialect;
    const index = byIndex('favorite_user_update');
    const of = `f.user_id IN (${placeholders(userIds.length)})`;
    const found = new Map<string, Counts>();
    const steps = await this.database.query<StepRow>(
      `SELECT f.user_id, f.update_available, f.available_step, COUNT(*) AS total FROM favorite f ${index}
       WHERE ${of} GROUP BY f.user_id, f.update_available, f.available_step`,
      userIds,
    );
    for (const { user_id: id, update_available: isOutdated, available_step: step, total } of steps) {
      const counts = found.get(id) ?? { ...NOTHING };
      counts.tracked += Number(total);
      if (Number(isOutdated) === 1 && step !== null) counts[STEPS[step]!] += Number(total);
      found.set(id, counts);
    }
    // With twice the place, the one in the middle or the two of them are between n and n + 2.
    const ages = await this.database.query<AgeRow>(
      `SELECT user_id, MAX(days) AS worst, AVG(CASE WHEN 2 * place BETWEEN n AND n + 2 THEN days END) AS median
       FROM (SELECT f.user_id, f.days_behind AS days, ROW_NUMBER() OVER (PARTITION BY f.user_id ORDER BY f.days_behind) AS place,
           COUNT(*) OVER (PARTITION BY f.user_id) AS n
         FROM favorite f ${index} ${thenJoin} version v ON v.id = f.version_id
         WHERE ${of} AND f.update_available = 1 AND f.days_behind IS NOT NULL AND v.released_at IS NOT NULL) placed
       GROUP BY user_id`,
      userIds,
    );
    for (const { user_id: id, median, worst } of ages)
      Object.assign(found.get(id) ?? {}, { median_days: daysOf(median), worst_days: daysOf(worst) });
    return found;
  }

  /** The last row of each of these users up to a day. Index: PRIMARY. */
  async lastRows(userIds: string[], day: string): Promise<Map<string, DayRow>> {
    const rows = await this.database.query<DayRow & { user_id: string }>(
      `SELECT d.user_id, d.day, ${COUNTS.map((name) => `d.${name}`).join(', ')} FROM user_day d
       WHERE d.user_id IN (${placeholders(userIds.length)})
         AND d.day = (SELECT MAX(l.day) FROM user_day l WHERE l.user_id = d.user_id AND l.day <= ?)`,
      [...userIds, day],
    );
    return new Map(rows.map(({ user_id: id, ...row }) => [id, row]));
  }

  /** Of users who were deleted meanwhile nothing is stored. */
  async write(day: string, rows: [userId: string, Counts][]): Promise<void> {
    if (rows.length === 0) return;
    await this.database.transaction(async (sql) => {
      const ids = rows.map(([id]) => id);
      const there = await sql.query<{ id: string }>(
        `SELECT id FROM user WHERE id IN (${placeholders(ids.length)}) ORDER BY id ${sql.dialect.forShare}`,
        ids,
      );
      const known = new Set(there.map(({ id }) => id));
      const values = rows
        .filter(([id]) => known.has(id))
        .map(([id, counts]): Parameter[] => [id, day, ...COUNTS.map((name) => counts[name])]);
      const replaced = Object.fromEntries(COUNTS.map((name) => [name, sql.dialect.given(name)]));
      const ending = sql.dialect.onDuplicate(['user_id', 'day'], replaced);
      await insertRows(sql, 'user_day', ['user_id', 'day', ...COUNTS], values, ending);
    });
  }

  /** Counts what users marked as updated on a day, as far as it was not taken back. Index: `favorite_bulk_created`. */
  async writeUpdates(day: string, dayAfter: string): Promise<void> {
    const { onDuplicate, given } = this.database.dialect;
    await this.database.execute(
      `INSERT INTO user_update (user_id, day, updates)
       SELECT b.user_id, ?, SUM(b.changed) FROM favorite_bulk b JOIN user u ON u.id = b.user_id
       WHERE b.created_at >= ? AND b.created_at < ? AND b.action = 'update' AND b.undone_at IS NULL AND b.changed > 0
       GROUP BY b.user_id ${onDuplicate(['user_id', 'day'], { updates: given('updates') })}`,
      [day, day, dayAfter],
    );
  }

  /** The rows of a user from a day on, and the one before. */
  async ofUser(userId: string, from: string, until: string): Promise<DayRow[]> {
    return this.database.query<DayRow>(
      `SELECT day, ${COUNTS.join(', ')} FROM user_day WHERE user_id = ? AND day <= ?
         AND day >= COALESCE((SELECT MAX(l.day) FROM user_day l WHERE l.user_id = ? AND l.day <= ?), ?) ORDER BY day`,
      [userId, until, userId, from, from],
    );
  }

  /** Updates of a user, by month: `YYYY-MM`. */
  async updatesOf(userId: string, from: string, until: string): Promise<{ month: string; updates: number }[]> {
    const rows = await this.database.query<{ month: string; updates: number | string }>(
      `SELECT SUBSTR(day, 1, 7) AS month, SUM(updates) AS updates FROM user_update
       WHERE user_id = ? AND day >= ? AND day <= ? GROUP BY SUBSTR(day, 1, 7) ORDER BY month`,
      [userId, from, until],
    );
    return rows.map(({ month, updates }) => ({ month, updates: Number(updates) }));
  }

  /** The first day of which anything is known of a user; null = of none. */
  async firstDay(userId: string): Promise<string | null> {
    const [row] = await this.database.query<{ day: string | null }>(
      'SELECT MIN(day) AS day FROM user_day WHERE user_id = ?',
      [userId],
    );
    return row!.day;
  }

  /** Deletes rows of earlier days, in pages. Indexes: `user_day_day`, `user_update_day`. */
  async removeBefore(day: string, stopping?: AbortSignal): Promise<void> {
    for (const table of ['user_day', 'user_update'])
      for (;;) {
        const rows = await this.database.query<{ user_id: string; day: string }>(
          `SELECT user_id, day FROM ${table} WHERE day < ? LIMIT ${PAGE}`,
          [day],
        );
        if (rows.length === 0 || stopping?.aborted) break;
        const given = JSON.stringify(rows.map((row) => [row.user_id, row.day]));
        const statement = this.database.dialect.deleteGiven(table, { user_id: 'text', day: 'text' });
        await this.database.execute(statement, [given]);
      }
  }
}

/** Of a user without favorites. */
export const NOTHING: Counts = {
  tracked: 0,
  major: 0,
  minor: 0,
  patch: 0,
  other: 0,
  median_days: null,
  worst_days: null,
};

/** A fix of an older series may be released after a newer version. */
const daysOf = (days: number | string) => Math.max(0, Math.floor(Number(days)));

export const isSame = (one: Counts, other: Counts) => COUNTS.every((name) => one[name] === other[name]);

import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { SHORTEST_REMINDER } from '../../config/duration';
import type { Sql } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { favoritesById, type FavoriteScope, type LockedFavorites } from './favorite-scope';

/** Whether a favorite gets reminders: the profile decides if the favorite uses its defaults and it has a value. */
export const notifiesAlways = (favorite: string) => `CASE WHEN ${favorite}.use_default_notification = 1
  THEN COALESCE((SELECT u.notify_always FROM user u WHERE u.id = ${favorite}.user_id), ${favorite}.notify_always)
  ELSE ${favorite}.notify_always END`;

const REMINDS = `(favorite.update_available = 1 AND favorite.notifications_enabled = 1
  AND ${notifiesAlways('favorite')} = 1)`;

/** Former versions stored shorter intervals than are allowed now. */
const REMIND_EVERY = `CASE WHEN p.remind_every < ${SHORTEST_REMINDER} THEN ${SHORTEST_REMINDER} ELSE p.remind_every END`;

/** The next reminder: after the interval of the policy, or the seconds of one `?`. */
const nextReminder = (dialect: Dialect) =>
  dialect.after(
    dialect.now,
    `COALESCE((SELECT ${REMIND_EVERY} FROM favorite_policy p WHERE p.favorite_id = favorite.id), ?)`,
  );

const notifiedSince = ({ byIndex }: Dialect) => `EXISTS (SELECT 1 FROM notification n ${byIndex('notification_once')}
  WHERE n.favorite_id = favorite.id AND n.version_id = favorite.available_version_id AND n.created_at >= ?)`;

/**
 * When the update check has to look at favorites again: `due_at` for the next reminder, null if there is none; `evaluate_at` for a policy
 * that makes another version available; `wake_at` for the end of a snooze, which reminds of what was notified before it.
 */
@Injectable()
export class ScheduleRepository {
  constructor(private readonly config: Config) {}

  /** After a change to what decides about reminders. */
  async refreshReminders(sql: Sql, { condition, parameters }: FavoriteScope): Promise<void> {
    const next = nextReminder(sql.dialect);
    const { remindEvery } = this.config;
    await sql.execute(
      `UPDATE favorite SET due_at = CASE WHEN NOT ${REMINDS} THEN NULL
           WHEN due_at IS NULL OR due_at > ${next} THEN ${next} ELSE due_at END
       WHERE ${condition('favorite')} AND (due_at IS NOT NULL OR ${REMINDS})`,
      [remindEvery, remindEvery, ...parameters],
    );
  }

  /** After an evaluation: restarts the interval of favorites notified at `since` or later, and ends reminders without an update. */
  async restartReminders(sql: Sql, { scope, favorites }: LockedFavorites, since: UtcTimestamp): Promise<void> {
    // A profile that changes meanwhile waits for these locks, then refreshes the favorites itself.
    if (favorites.every(({ due_at, notify_always }) => due_at === null && notify_always === 0)) return;
    await sql.execute(
      `UPDATE favorite SET due_at = CASE WHEN NOT ${REMINDS} THEN NULL
           WHEN due_at IS NULL OR ${notifiedSince(sql.dialect)} THEN ${nextReminder(sql.dialect)} ELSE due_at END
       WHERE ${scope.condition('favorite')} AND (due_at IS NOT NULL OR ${REMINDS})`,
      [since, this.config.remindEvery, ...scope.parameters],
    );
  }

  /** Locks up to `size` favorites with a due reminder by `favorite_due`, skipping locked ones, and sets their next reminder. @returns their ids */
  async claimDueReminders(sql: Sql, size: number): Promise<string[]> {
    const ids = await lockDue(sql, 'due_at', sql.dialect.now, [], size);
    if (ids.length === 0) return ids;
    const scope = favoritesById(ids);
    await sql.execute(
      `UPDATE favorite SET due_at = CASE WHEN ${REMINDS} THEN ${nextReminder(sql.dialect)} ELSE NULL END
       WHERE ${scope.condition('favorite')}`,
      [this.config.remindEvery, ...scope.parameters],
    );
    return ids;
  }

  /** Locks up to `size` favorites to evaluate by `favorite_evaluate`, skipping locked ones; the evaluation sets their next time. @returns their ids */
  async claimDuePolicies(sql: Sql, now: UtcTimestamp, size: number): Promise<string[]> {
    const ids = await lockDue(sql, 'evaluate_at', '?', [now], size);
    if (ids.length > 0) await setAll(sql, 'evaluate_at = NULL', ids);
    return ids;
  }

  /** Takes the ended snoozes of favorites that this transaction has locked, and sends their reminders. @returns their ids */
  async claimEndedSnoozes(sql: Sql, { favorites }: LockedFavorites, now: UtcTimestamp): Promise<string[]> {
    const ids = favorites.filter(({ wake_at }) => wake_at !== null && wake_at <= now).map(({ id }) => id);
    if (ids.length > 0) await setAll(sql, 'wake_at = NULL', ids);
    return ids;
  }

  /** Makes the next check evaluate these favorites. */
  async evaluateNext(sql: Sql, ids: string[]): Promise<void> {
    if (ids.length > 0) await setAll(sql, `evaluate_at = ${sql.dialect.now}`, ids);
  }

  async evaluateAt(sql: Sql, ids: string[], evaluateAt: UtcTimestamp): Promise<void> {
    if (ids.length > 0) await setAll(sql, 'evaluate_at = ?', ids, [evaluateAt]);
  }
}

async function setAll(sql: Sql, assignment: string, ids: string[], values: UtcTimestamp[] = []): Promise<void> {
  const { condition, parameters } = favoritesById(ids);
  await sql.execute(`UPDATE favorite SET ${assignment} WHERE ${condition('favorite')}`, [...values, ...parameters]);
}

async function lockDue(
  sql: Sql,
  column: 'due_at' | 'evaluate_at',
  moment: string,
  parameters: UtcTimestamp[],
  size: number,
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM favorite WHERE ${column} <= ${moment} ORDER BY ${column}, id LIMIT ${size}
     ${sql.dialect.forUpdateSkipLocked}`,
    parameters,
  );
  return rows.map(({ id }) => id);
}

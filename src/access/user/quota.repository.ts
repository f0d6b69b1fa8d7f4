import { invalidToken } from '../../common/identity/invalid-token';
import { Problem } from '../../common/problem/problem';
import type { Sql } from '../../database/database';

/** Tables with a quota for each user; each has an index that begins with the user. */
const TABLES = {
  favorite: 'favorite',
  channel: 'channel',
  token: 'access_token',
  feed: 'feed',
  inventory: 'inventory',
} as const;

type Resource = keyof typeof TABLES;

/** Locks a user's row. @returns null when there is no such user */
export async function findAndLockUser(sql: Sql, userId: string): Promise<{ disabled: boolean } | null> {
  const [row] = await sql.query<{ disabled_at: string | null }>(
    `SELECT disabled_at FROM user WHERE id = ? ${sql.dialect.forUpdate}`,
    [userId],
  );
  return row ? { disabled: row.disabled_at !== null } : null;
}

/**
 * Locks the caller's row, so that concurrent requests that create something count each other's rows, on whichever replica.
 * @throws Problem unauthorized when the user was disabled or deleted since the token was looked up
 */
export async function lockUser(sql: Sql, userId: string): Promise<void> {
  const user = await findAndLockUser(sql, userId);
  if (!user || user.disabled) throw invalidToken();
}

/** Whether a user has more than `limit`; in a transaction that locked the user. */
export async function exceedsQuota(sql: Sql, resource: Resource, userId: string, limit: number): Promise<boolean> {
  const beyond = await sql.query(`SELECT id FROM ${TABLES[resource]} WHERE user_id = ? LIMIT 1 OFFSET ${limit}`, [
    userId,
  ]);
  return beyond.length > 0;
}

/**
 * Call it after inserting, in a transaction that locked the user.
 * @throws Problem limit-reached
 */
export async function assertQuota(sql: Sql, resource: Resource, userId: string, limit: number): Promise<void> {
  if (await exceedsQuota(sql, resource, userId, limit))
    throw new Problem('limit-reached', `A user has at most ${limit} ${resource}s.`, [], {}, { limit });
}

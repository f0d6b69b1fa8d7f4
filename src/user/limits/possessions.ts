import { Problem } from '../../common/problem/problem';
import type { Sql } from '../../database/database';
import { invalidToken } from '../invalid-token';

/** The tables of what a user may have a number of; each has an index that begins with the user. */
const TABLES = { favorite: 'favorite', channel: 'channel', token: 'access_token' } as const;

type Possession = keyof typeof TABLES;

/** Holds a user until the transaction ends. @returns null when there is no such user */
export async function lockUser(sql: Sql, userId: string): Promise<{ disabled: boolean } | null> {
  const [row] = await sql.query<{ disabled_at: string | null }>(
    `SELECT disabled_at FROM user WHERE id = ? ${sql.dialect.forUpdate}`,
    [userId],
  );
  return row ? { disabled: row.disabled_at !== null } : null;
}

/**
 * Holds the user who calls until the transaction ends: of two requests that create something at a time, on whichever replicas, the
 * second one sees what the first one made.
 * @throws Problem unauthorized when the user was disabled or deleted since the token was looked up
 */
export async function holdUser(sql: Sql, userId: string): Promise<void> {
  const user = await lockUser(sql, userId);
  if (!user || user.disabled) throw invalidToken();
}

/** Whether a user has more than `limit` of them; in a transaction that holds the user. */
export async function hasMoreThan(sql: Sql, what: Possession, userId: string, limit: number): Promise<boolean> {
  const beyond = await sql.query(`SELECT id FROM ${TABLES[what]} WHERE user_id = ? LIMIT 1 OFFSET ${limit}`, [userId]);
  return beyond.length > 0;
}

/**
 * After one more was inserted, in a transaction that holds the user.
 * @throws Problem limit-reached
 */
export async function demandAtMost(sql: Sql, what: Possession, userId: string, limit: number): Promise<void> {
  if (await hasMoreThan(sql, what, userId, limit))
    throw new Problem('limit-reached', `A user has at most ${limit} ${what}s.`, [], {}, { limit });
}

import { Problem } from '../../common/problem/problem';
import type { Sql } from '../../database/database';

/**
 * Holds a user until the transaction ends: of two requests that create something at a time, on whichever replicas, the second one sees
 * what the first one made.
 */
export async function holdUser(sql: Sql, userId: string): Promise<void> {
  await sql.query(`SELECT id FROM user WHERE id = ? ${sql.dialect.forUpdate}`, [userId]);
}

/**
 * After one more was inserted, in a transaction that holds the user. It has an index that begins with the user.
 * @throws Problem limit-reached
 */
export async function demandAtMost(
  sql: Sql,
  what: 'favorite' | 'channel',
  userId: string,
  limit: number,
): Promise<void> {
  const beyond = await sql.query(`SELECT id FROM ${what} WHERE user_id = ? LIMIT 1 OFFSET ${limit}`, [userId]);
  if (beyond.length > 0) throw new Problem('limit-reached', `A user has at most ${limit} ${what}s.`, [], {}, { limit });
}

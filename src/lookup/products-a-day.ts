import type { Sql } from '../database/database';

/** Products that a user without `catalogue:write` adds in a day. */
export const PRODUCTS_A_DAY = 200;
const DAY = 86_400;

/** How many more a user may add, and after how many seconds more. Index: `audit_entry_user`. */
export async function productsLeft(sql: Sql, userId: string): Promise<{ left: number; seconds: number }> {
  const { now, nowPlus, secondsBetween } = sql.dialect;
  const [row] = await sql.query<{ added: number | string; seconds: number | string | null }>(
    `SELECT COUNT(*) AS added, ${secondsBetween('MIN(created_at)', now)} AS seconds FROM audit_entry
     WHERE user_id = ? AND created_at > ${nowPlus} AND action = 'software.added'`,
    [userId, -DAY],
  );
  return {
    left: Math.max(0, PRODUCTS_A_DAY - Number(row!.added)),
    seconds: Math.max(1, DAY - Number(row!.seconds ?? 0)),
  };
}

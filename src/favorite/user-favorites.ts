import type { Database } from '../database/database';
import { placeholders } from '../database/rows';

/**
 * Up to `size` favorites of a user, with their policies.
 * Notifications are removed by name, so that each cascade goes over two tables at most: over three, MySQL from 9.6 on leaves rows of the
 * third behind. That table is to the right of this folder.
 * @returns how many were removed
 */
export function removeFavoritesOf(database: Database, userId: string, size: number): Promise<number> {
  return database.transaction(async (sql) => {
    const { dialect } = sql;
    // Held first, as a check does that may be writing their notifications at this moment.
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM favorite ${dialect.byIndex('favorite_user_created')} WHERE user_id = ? ORDER BY user_id, created_at, id LIMIT ${size} ${dialect.forUpdate}`,
      [userId],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await sql.execute(`DELETE FROM notification WHERE favorite_id IN (${placeholders(ids.length)})`, ids);
    return sql.execute(dialect.deleteGiven('favorite', { id: 'text' }), [JSON.stringify(ids.map((id) => [id]))]);
  });
}

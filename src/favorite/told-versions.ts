import type { Sql } from '../database/database';
import { placeholders } from '../database/rows';

/**
 * Before notifications are removed: their owners know these versions, as they know those that they saw when they wrote the favorite, and
 * are not told of them once more should one be on offer again. The table is joined by name: its folder is to the right of this one.
 */
export async function noteTold(sql: Sql, notificationIds: string[]): Promise<void> {
  const source = `SELECT n.favorite_id, v.software_id, MAX(v.version_key) AS version_key
    FROM notification n ${sql.dialect.thenJoin} version v ON v.id = n.version_id
    WHERE n.id IN (${placeholders(notificationIds.length)}) AND n.state <> 'cancelled' GROUP BY n.favorite_id, v.software_id`;
  const known = (column: string) => `EXISTS (SELECT 1 FROM version k
    WHERE k.id = favorite.${column} AND k.software_id = e.software_id AND k.version_key >= e.version_key)`;
  await sql.execute(
    sql.dialect.updateJoined('favorite', {
      source,
      on: 'e.favorite_id = favorite.id AND e.software_id = favorite.software_id',
      set: `known_version_id = (SELECT MIN(w.id) FROM version w
        WHERE w.software_id = e.software_id AND w.version_key = e.version_key)`,
      where: `NOT ${known('known_version_id')} AND NOT ${known('version_id')}`,
    }),
    notificationIds,
  );
}

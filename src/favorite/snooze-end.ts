import type { Moment } from '../common/moment';
import type { Sql } from '../database/database';
import { theseFavorites } from './favorite-scope';
import type { HeldFavorites } from './held-favorites';

/**
 * The end of a snooze is a reminder of what was told before it. `wake_at` keeps that end from the moment the snooze is written until a
 * check has seen to it, whatever happens to the favorite meanwhile.
 */

/**
 * After a policy was written. A snooze that is over already is none; one that ended, and that no check has seen yet, still reminds unless
 * another one follows it.
 */
export async function noteSnooze(sql: Sql, favoriteId: string, until: Moment | null, now: Moment): Promise<void> {
  const wakeAt = until !== null && until > now ? until : null;
  await sql.execute(
    'UPDATE favorite SET wake_at = COALESCE(?, CASE WHEN wake_at <= ? THEN wake_at ELSE NULL END) WHERE id = ?',
    [wakeAt, now, favoriteId],
  );
}

/**
 * Takes those whose snooze has ended, of favorites that this transaction holds. Nobody else takes them, and nobody loses them: who
 * reminds does so in the same transaction.
 * @returns their ids
 */
export async function takeWoken(sql: Sql, { favorites }: HeldFavorites, now: Moment): Promise<string[]> {
  const ids = favorites.filter(({ wake_at }) => wake_at !== null && wake_at <= now).map(({ id }) => id);
  if (ids.length === 0) return ids;
  const { condition, parameters } = theseFavorites(ids);
  await sql.execute(`UPDATE favorite SET wake_at = NULL WHERE ${condition('favorite')}`, parameters);
  return ids;
}

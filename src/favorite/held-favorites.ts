import type { Moment } from '../common/moment';
import type { Sql } from '../database/database';
import { placeholders } from '../database/rows';
import { type FavoriteScope, pageOf } from './favorite-scope';
import { notifiesAlways } from './reminder-schedule';

/** Favorites that a transaction holds: none changes between being judged and being written. */
export interface HeldFavorites {
  scope: FavoriteScope;
  favorites: HeldFavorite[];
}

/** What decides which statements its evaluation takes. */
interface HeldFavorite {
  id: string;
  update_available: number;
  has_policy: number;
  evaluate_at: Moment | null;
  wake_at: Moment | null;
  due_at: Moment | null;
  notify_always: number;
}

/** Holds these favorites until the transaction ends. */
export const holdFavorites = async (sql: Sql, scope: FavoriteScope): Promise<HeldFavorites> => ({
  scope,
  favorites: await hold(sql, scope, ''),
});

/** Holds the next favorites of a software by id, at most `size` of them, after `after` and up to `upTo`; null when there are none left. */
export async function holdNextFavorites(
  sql: Sql,
  softwareId: string,
  { after, upTo }: { after: string; upTo?: string },
  size: number,
): Promise<HeldFavorites | null> {
  const favorites = await hold(sql, pageOf(sql.dialect, softwareId, after, upTo), `LIMIT ${size}`);
  const last = favorites.at(-1);
  return last ? { scope: pageOf(sql.dialect, softwareId, after, last.id), favorites } : null;
}

function hold(sql: Sql, scope: FavoriteScope, limit: string): Promise<HeldFavorite[]> {
  return sql.query(
    `SELECT f.id, f.update_available, f.has_policy, f.evaluate_at, f.wake_at, f.due_at, ${notifiesAlways('f')} AS notify_always
     FROM favorite f ${sql.dialect.byIndex(scope.index)}
     WHERE ${scope.condition('f')} ORDER BY f.software_id, f.id ${limit} ${sql.dialect.forUpdate}`,
    scope.parameters,
  );
}

/** Whether the policy of one of them offers something else by itself by now, which the next check is to tell of. */
export const isDue = ({ favorites }: HeldFavorites, now: Moment): boolean =>
  favorites.some(({ evaluate_at }) => evaluate_at !== null && evaluate_at <= now);

/** Whether it depends on the moment what one of them is offered, or whether it is reminded of something. */
export const isJudgedByTime = ({ favorites }: HeldFavorites): boolean =>
  favorites.some(({ has_policy, wake_at }) => has_policy === 1 || wake_at !== null);

/** The first `size` favorites of these products, by software and id. */
export const firstFavorites = (
  sql: Sql,
  softwareIds: string[],
  size: number,
): Promise<{ id: string; software_id: string }[]> =>
  sql.query(
    `SELECT id, software_id FROM favorite WHERE software_id IN (${placeholders(softwareIds.length)})
     ORDER BY software_id, id LIMIT ${size}`,
    softwareIds,
  );

/**
 * Where the favorites of a software fall into parts by id, at most `most` of about the same size, with `least` favorites or more.
 * @returns the last favorite of each part but the last one
 */
export async function endsOfParts(
  sql: Sql,
  softwareId: string,
  { most, least }: { most: number; least: number },
): Promise<string[]> {
  const [row] = await sql.query<{ total: number }>('SELECT COUNT(*) AS total FROM favorite WHERE software_id = ?', [
    softwareId,
  ]);
  const total = Number(row!.total);
  const parts = Math.min(most, Math.floor(total / least));
  const ends: string[] = [];
  for (let part = 1; part < parts; part++) {
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM favorite WHERE software_id = ? ORDER BY software_id, id LIMIT 1 OFFSET ${Math.floor((total * part) / parts)}`,
      [softwareId],
    );
    ends.push(...rows.map(({ id }) => id));
  }
  return ends;
}

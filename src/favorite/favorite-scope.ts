import type { Parameter, Sql } from '../database/database';
import type { Dialect } from '../database/dialect';
import { placeholders } from '../database/rows';

/** Which favorites a set-based statement is about. */
export interface FavoriteScope {
  /** Conditions on the favorite table under an alias. */
  condition(alias: string): string;
  parameters: Parameter[];
  /** By which they are found: of a small table a server may else read all, and wait for those that others hold. */
  index: string;
}

/** One software's favorites by id: after `after`, up to and with `upTo`, or all that follow. */
export function pageOf(dialect: Dialect, softwareId: string, after: string, upTo?: string): FavoriteScope {
  const until = (alias: string) => (upTo === undefined ? '' : ` AND ${alias}.id <= ?`);
  return {
    condition: (alias) => `${dialect.pageOf(`${alias}.software_id`)} AND ${alias}.id > ?${until(alias)}`,
    parameters: [softwareId, softwareId, after, ...(upTo === undefined ? [] : [upTo])],
    index: 'favorite_software',
  };
}

/** At least one id. */
export const theseFavorites = (ids: string[]): FavoriteScope => ({
  condition: (alias) => `${alias}.id IN (${placeholders(ids.length)})`,
  parameters: ids,
  index: 'PRIMARY',
});

const PAGE = 500;

/** The ids of a user's favorites in pages, by the index of their software. */
export async function* favoritePages(sql: Sql, userId: string): AsyncGenerator<string[]> {
  for await (const page of pagesOfUser(sql, userId)) yield page.map(({ id }) => id);
}

/** The same of those with an update available. No page is empty. */
export async function* outstandingPages(sql: Sql, userId: string): AsyncGenerator<string[]> {
  for await (const page of pagesOfUser(sql, userId)) {
    const outstanding = page.filter(({ update_available }) => update_available === 1);
    if (outstanding.length > 0) yield outstanding.map(({ id }) => id);
  }
}

interface OfUser {
  id: string;
  software_id: string;
  update_available: number;
}

async function* pagesOfUser(sql: Sql, userId: string): AsyncGenerator<OfUser[]> {
  for (let after = ''; ;) {
    const page = await sql.query<OfUser>(
      `SELECT id, software_id, update_available FROM favorite
       WHERE ${sql.dialect.pageOf('user_id')} AND software_id > ? ORDER BY user_id, software_id LIMIT ${PAGE}`,
      [userId, userId, after],
    );
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.software_id;
  }
}

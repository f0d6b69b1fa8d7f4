import type { Parameter } from '../database/database';
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

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

/** A run of one software's favorites, by id: after `after`, up to and with `upTo`. */
export interface FavoritePage extends FavoriteScope {
  softwareId: string;
  upTo: string;
}

export const pageOf = (dialect: Dialect, softwareId: string, after: string, upTo: string): FavoritePage => ({
  softwareId,
  upTo,
  condition: (alias) => `${dialect.pageOf(`${alias}.software_id`)} AND ${alias}.id > ? AND ${alias}.id <= ?`,
  parameters: [softwareId, softwareId, after, upTo],
  index: 'favorite_software',
});

/** At least one id. */
export const theseFavorites = (ids: string[]): FavoriteScope => ({
  condition: (alias) => `${alias}.id IN (${placeholders(ids.length)})`,
  parameters: ids,
  index: 'PRIMARY',
});

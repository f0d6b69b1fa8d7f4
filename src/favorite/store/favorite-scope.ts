import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Parameter } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { placeholders } from '../../database/rows';

/** The favorites that a set-based statement is about. */
export interface FavoriteScope {
  /** A condition on the favorite table under an alias. */
  condition(alias: string): string;
  parameters: Parameter[];
  /** The index to find them by. Without it a server may scan a small table, and wait for rows that others have locked. */
  index: string;
}

/** Ids of one product's favorites: after `after`, up to and including `upTo` if given. */
export interface IdRange {
  after: string;
  upTo?: string | null;
}

/** @param ids at least one */
export const favoritesById = (ids: string[]): FavoriteScope => ({
  condition: (alias) => `${alias}.id IN (${placeholders(ids.length)})`,
  parameters: ids,
  index: 'PRIMARY',
});

export function favoritesOfSoftware(dialect: Dialect, softwareId: string, { after, upTo }: IdRange): FavoriteScope {
  const until = (alias: string) => (upTo == null ? '' : ` AND ${alias}.id <= ?`);
  return {
    condition: (alias) => `${dialect.pageOf(`${alias}.software_id`)} AND ${alias}.id > ?${until(alias)}`,
    parameters: [softwareId, softwareId, after, ...(upTo == null ? [] : [upTo])],
    index: 'favorite_software',
  };
}

/** Favorites that this transaction has locked: none changes between being evaluated and being written. */
export interface LockedFavorites {
  scope: FavoriteScope;
  favorites: EvaluationState[];
}

/** Properties that decide which statements the evaluation of a favorite needs. */
export interface EvaluationState {
  id: string;
  software_id: string;
  version_id: string;
  support: number | null;
  lifecycle_id: string | null;
  eol_on: string | null;
  extended_until: string | null;
  update_available: number;
  breaking: number;
  has_policy: number;
  evaluate_at: UtcTimestamp | null;
  wake_at: UtcTimestamp | null;
  due_at: UtcTimestamp | null;
  notify_always: number;
}

/** Those of them that may get another available version by their policy by now, which the next check will notify. @returns their ids */
export const duePolicies = ({ favorites }: LockedFavorites, now: UtcTimestamp): string[] =>
  favorites.filter(({ evaluate_at }) => evaluate_at !== null && evaluate_at <= now).map(({ id }) => id);

/** Whether the evaluation depends on the time: one of them has a policy, or was snoozed. */
export const dependOnTime = ({ favorites }: LockedFavorites): boolean =>
  favorites.some(({ has_policy, wake_at }) => has_policy === 1 || wake_at !== null);

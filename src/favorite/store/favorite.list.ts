import type { ListSpec } from '../../common/list/list-spec';
import { freshnessFilter, INCLUDE_FRESHNESS } from '../../software/freshness.list';

export const AVAILABLE_VERSION = 'includeAvailableVersion';
export const VERSION_KNOWN = 'includeVersionKnown';
export const FAVORITE_INCLUDES = [AVAILABLE_VERSION, VERSION_KNOWN, INCLUDE_FRESHNESS] as const;

/** Columns as in the statement of `FavoriteRepository`. */
export const favoriteList: ListSpec = {
  filters: {
    software: {
      kind: 'name',
      column: 's.name_key',
      operators: ['eq', 'ne', 'like'],
      description: "The software's name.",
    },
    update_available: { kind: 'boolean', column: 'f.update_available', operators: ['eq'] },
    freshness: freshnessFilter,
    last_update: {
      kind: 'moment',
      column: 'f.updated_at',
      operators: ['gt', 'gte', 'lt', 'lte'],
      description: "The favorite's `updated_at`.",
    },
  },
  sorts: {
    created_at: { column: 'f.created_at', holds: 'moment' },
    updated_at: { column: 'f.updated_at', holds: 'moment' },
    software: { column: 's.name_key' },
  },
  defaultSort: 'created_at',
  idColumn: 'f.id',
  includes: FAVORITE_INCLUDES,
};

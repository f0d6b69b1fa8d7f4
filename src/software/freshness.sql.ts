import type { FilterSpec } from '../api/list/list-spec';
import { momentText } from '../common/time/utc-timestamp';
import type { Dialect } from '../database/dialect';
import { FRESHNESS_STATES, KNOWN_DOCS, KNOWN_VERSIONS } from './dto/freshness.response';

// The poll interval of a product also decides when its known versions count as stale.

/** Seconds: every source that is polled is polled daily at least, however old its releases and however long it fails. */
export const LONGEST_INTERVAL = 86_400;

/** How many times a product is polled within the age of its last release: active products are polled more often. */
export const POLLS_PER_AGE = 48;

export const INCLUDE_FRESHNESS = 'includeFreshness';

/** After so many missed polls, the known versions are stale. */
const POLLS_UNTIL_STALE = 3;

/** Of the product `s`, with the table of `freshnessJoin`. Only a column that is never null tells that there is no source. */
const STATE = `CASE WHEN fresh.software_id IS NULL THEN 'no-source' WHEN fresh.state <> 'never' THEN fresh.state
  WHEN s.catalogued_as_of IS NULL THEN 'stale' ELSE 'snapshot' END`;

/** What goes with every latest version: whether anybody asks, and when somebody answered last. */
export const CHECKED_COLUMNS = `${STATE} AS fresh_state, s.catalogued_as_of AS fresh_as_of,
  ${momentText('fresh.checked_at')} AS fresh_checked_at`;

/** Of the product `s`: what its latest version is. Index: PRIMARY. */
export const KNOWN = `CASE COALESCE((SELECT k.release_rank FROM version k WHERE k.id = s.latest_version_id), 0)
  WHEN 2 THEN 'stable' WHEN 1 THEN 'prereleases' ELSE 'nothing' END`;

export const FRESHNESS_COLUMNS = `${CHECKED_COLUMNS}, ${momentText('fresh.since')} AS fresh_since, ${KNOWN} AS fresh_known`;

export const freshnessFilter: FilterSpec = {
  kind: 'word',
  column: STATE,
  operators: ['eq'],
  values: FRESHNESS_STATES,
  description: 'How current what is known of the product is: see `includeFreshness`.',
};

export const knownFilter: FilterSpec = {
  kind: 'word',
  column: KNOWN,
  operators: ['eq'],
  values: KNOWN_VERSIONS,
  description: KNOWN_DOCS.description!,
};

/**
 * Joins the state of a product's source, by the primary key. The interval is the one that polls are scheduled by (`nextPoll`).
 * @param every `SOURCE_EVERY`, in seconds
 * @param softwareId a column of a table before it
 */
export function freshnessJoin({ now, after, secondsBetween }: Dialect, every: number, softwareId: string): string {
  const age = `(${secondsBetween('released_at', 'last_success_at')} / ${POLLS_PER_AGE})`;
  const shortest = Math.ceil(every / 2);
  const interval = `COALESCE(interval_seconds, CASE WHEN released_at IS NULL OR ${age} > ${LONGEST_INTERVAL} THEN ${LONGEST_INTERVAL}
    WHEN ${age} < ${shortest} THEN ${shortest} ELSE ${age} END)`;
  const staleAt = after('last_success_at', `${POLLS_UNTIL_STALE} * ${interval}`);
  return `LEFT JOIN (SELECT software_id, last_success_at AS checked_at,
      CASE WHEN failing_since IS NOT NULL THEN 'failing' WHEN last_success_at IS NULL THEN 'never'
        WHEN ${staleAt} > ${now} THEN 'live' ELSE 'stale' END AS state,
      CASE WHEN failing_since IS NOT NULL THEN failing_since WHEN ${staleAt} <= ${now} THEN ${staleAt} END AS since
    FROM software_source) fresh ON fresh.software_id = ${softwareId}`;
}

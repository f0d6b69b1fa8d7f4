import { momentText } from '../../common/time/utc-timestamp';
import { FRESHNESS_COLUMNS, INCLUDE_FRESHNESS } from '../../software/freshness.sql';
import { FLAG_FIELDS } from './favorite.entity';
import { AVAILABLE_VERSION, PRODUCT, RISK, SUPPORT, VERSION_KNOWN } from './favorite.list';
import { RISK_COLUMNS } from './favorite-risk.sql';

const COLUMNS = `f.id, f.software_id, s.publisher_id, s.name AS software, p.name AS publisher, f.notes,
  f.version_id, v.version, ${momentText('v.created_at')} AS version_created_at, f.update_available,
  nv.id AS notified_id, nv.version AS notified_version, ${momentText('nv.created_at')} AS notified_created_at,
  ${Object.values(FLAG_FIELDS)
    .map((flag) => `f.${flag}`)
    .join(', ')},
  ${momentText('f.created_at')} AS created_at, ${momentText('f.updated_at')} AS updated_at`;

const AVAILABLE_COLUMNS = `av.id AS available_id, av.version AS available_version, ${momentText('av.created_at')} AS available_created_at,
  ${momentText('av.released_at')} AS available_released_at, av.prerelease AS available_prerelease, s.tag_pattern AS available_tag_pattern`;

/** The version whose release notes count: the available one, or else the one in use. */
const PRODUCT_COLUMNS = `s.url AS software_url, s.identity AS software_identity,
  CASE WHEN f.available_version_id IS NULL THEN v.notes_url ELSE av.notes_url END AS notes_url`;

/** Tables that favorites are filtered and sorted by. */
export const ROWS = `LEFT JOIN software s ON s.id = f.software_id
  LEFT JOIN publisher p ON p.id = s.publisher_id
  LEFT JOIN favorite_risk r ON r.favorite_id = f.id`;

// Left joins keep the order of the driving index: the database starts at the user's favorites. It leaves out those that a request does not name.
export const TABLES = `favorite f
  LEFT JOIN software s ON s.id = f.software_id
  LEFT JOIN publisher p ON p.id = s.publisher_id
  LEFT JOIN version v ON v.id = f.version_id
  LEFT JOIN version nv ON nv.id = f.notified_version_id
  LEFT JOIN favorite_risk r ON r.favorite_id = f.id
  LEFT JOIN software_advisory ra ON ra.software_id = f.software_id`;

export const AVAILABLE_JOIN = 'LEFT JOIN version av ON av.id = f.available_version_id';

/** The columns of `FavoriteRow`, but those of what matters. */
export function favoriteColumns(includes: ReadonlySet<string>): string {
  const available = includes.has(AVAILABLE_VERSION) ? `, ${AVAILABLE_COLUMNS}` : '';
  const known = includes.has(VERSION_KNOWN) ? ', v.hidden AS version_hidden' : '';
  const freshness = includes.has(INCLUDE_FRESHNESS) ? `, ${FRESHNESS_COLUMNS}` : '';
  const product = includes.has(PRODUCT) ? `, ${PRODUCT_COLUMNS}` : '';
  const support =
    includes.has(SUPPORT) || includes.has(RISK) ? ', f.support, f.lifecycle_id, f.eol_on, f.extended_until' : '';
  return `${COLUMNS}${available}${known}${freshness}${product}${support}${includes.has(RISK) ? RISK_COLUMNS : ''}`;
}

import type { ListStatement } from '../common/list/list-sql';
import { momentText } from '../common/time/utc-timestamp';
import { PUBLISHER_COLUMNS, publisherColumn } from '../publisher/dto/publisher.response';
import { FRESHNESS_COLUMNS } from './freshness.list';

// Favorites and versions are joined by table name, as their folders come after this one.

const COLUMNS = `s.id, s.publisher_id, s.name, s.short_description, s.description, s.url, ${momentText('s.updated_at')} AS updated_at`;

// Left joins, so that the database keeps the order of the list's index: it cannot start at another table and sort afterwards.
const FAVORITE_JOIN = 'LEFT JOIN favorite uf ON uf.user_id = ? AND uf.software_id = s.id';
const PUBLISHER_JOIN = 'LEFT JOIN publisher p ON p.id = s.publisher_id';
const LATEST_JOIN = 'LEFT JOIN version lv ON lv.id = s.latest_version_id';
const PUBLISHER_SELECT = PUBLISHER_COLUMNS.filter((column) => column !== 'id')
  .map((column) => `, ${publisherColumn(column)} AS publisher_${column}`)
  .join('');
const LATEST_SELECT = `, lv.id AS latest_id, lv.version AS latest_version, ${momentText('lv.created_at')} AS latest_created_at`;

const FAVORITE_VERSION_JOIN = 'LEFT JOIN version uv ON uv.id = uf.version_id';
const FAVORITE_SELECT = ', uf.update_available AS favorite_update_available, uv.version AS favorite_version';

export const INCLUDE_FAVORITE = 'includeFavorite';

/**
 * Software as the API shows it.
 * @param freshness the join of `fresh`, if that is included
 */
export function statementFor(userId: string, includes: ReadonlySet<string>, freshness = ''): ListStatement {
  const publisher = includes.has('includePublisher');
  const latest = includes.has('includeLatestVersion');
  const favorite = includes.has(INCLUDE_FAVORITE);
  const fresh = freshness === '' ? '' : `, ${FRESHNESS_COLUMNS}`;
  return {
    select: `${COLUMNS}, uf.id AS favorite_id${favorite ? FAVORITE_SELECT : ''}${publisher ? PUBLISHER_SELECT : ''}${latest ? LATEST_SELECT : ''}${fresh}`,
    from: `software s ${FAVORITE_JOIN} ${favorite ? FAVORITE_VERSION_JOIN : ''} ${publisher ? PUBLISHER_JOIN : ''} ${latest ? LATEST_JOIN : ''} ${freshness}`,
    rows: 'software s',
    fromParameters: [userId],
    where: [],
    whereParameters: [],
  };
}

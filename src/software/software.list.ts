import {
  IDENTIFIER_PATTERN,
  IdentifierError,
  type IdentifierType,
  MAX_GIVEN_LENGTH,
  parseIdentifier,
} from 'inventory-reader';
import type { ListStatement } from '../api/list/list-sql';
import { type FilterSpec, type ListSpec, WHOLE_LIST } from '../api/list/list-spec';
import { momentText } from '../common/time/utc-timestamp';
import { PUBLISHER_OF_SOFTWARE } from '../publisher/dto/publisher.response';
import { INCLUDE_RELEASES } from './release-count.repository';
import { CHECKED_COLUMNS, FRESHNESS_COLUMNS, INCLUDE_FRESHNESS } from './freshness.sql';
import { INCLUDE_ICON } from './icon/product-icons';

/** Index: software_identifier_value. */
const hasIdentifier = (type: IdentifierType) =>
  `s.id IN (SELECT i.software_id FROM software_identifier i WHERE i.type = '${type}' AND i.value = ?)`;

export const INCLUDE_LATEST = 'includeLatestVersion';
export const INCLUDE_FAVORITE = 'includeFavorite';
export const INCLUDE_SUPPORT = 'includeSupport';

export const SOFTWARE_INCLUDES = [
  'includePublisher',
  INCLUDE_LATEST,
  'includeVersions',
  INCLUDE_FRESHNESS,
  'includeIdentifiers',
  INCLUDE_FAVORITE,
  INCLUDE_ICON,
  INCLUDE_RELEASES,
  INCLUDE_SUPPORT,
] as const;

const identifierFilter: FilterSpec = {
  kind: 'text',
  column: 's.id',
  operators: ['eq'],
  schema: { pattern: IDENTIFIER_PATTERN, maxLength: MAX_GIVEN_LENGTH },
  description:
    'A package URL of any version (`pkg:npm/express`), a CPE name (`cpe:a:nginx:nginx`, `cpe:2.3:…`), a project of Repology (`repology:nginx`) or ' +
    'another name (`alias:vs code`). Several products may have the same one.',
  read: (text) => {
    try {
      const { type, value } = parseIdentifier(text);
      return { condition: hasIdentifier(type), value };
    } catch (error) {
      if (error instanceof IdentifierError) return error.message;
      throw error;
    }
  },
};

export const softwareList: ListSpec = {
  filters: {
    name: { kind: 'name', column: 's.name_key', operators: ['eq', 'ne', 'like'] },
    last_update: { kind: 'moment', column: 's.updated_at', operators: ['gt', 'gte', 'lt', 'lte'] },
    identifier: identifierFilter,
    publisher: { kind: 'id', column: 's.publisher_id', operators: ['eq'], description: 'Id of the publisher.' },
  },
  sorts: {
    // Of the hits that the statement of a search joins.
    relevance: { column: 'hit.relevance', holds: 'number', ofSearch: true },
    name: { column: 's.name_key' },
    last_update: { column: 's.updated_at', holds: 'moment' },
  },
  search:
    'Searches names, aliases, publishers and the words of descriptions, without regard to case, diacritics and punctuation. ' +
    'First what is the text, then what begins with it, then what has it as a word, then what has it as a part; of these, names first, ' +
    'then aliases, publishers and descriptions; what is the text may be a name or an alias alike. Of hits that are alike, the better known product first, ' +
    'then shorter names before longer ones. ' +
    'Several words may be in any order, each in any of the texts. Only when nothing is found, what is one typing mistake away.',
  defaultSort: 'name',
  idColumn: 's.id',
  includes: SOFTWARE_INCLUDES,
};

export const publisherSoftwareList: ListSpec = {
  filters: { title: { kind: 'name', column: 's.name_key', operators: ['eq', 'ne', 'like'] } },
  sorts: { title: { column: 's.name_key' }, last_update: { column: 's.updated_at', holds: 'moment' } },
  defaultSort: 'title',
  idColumn: 's.id',
  defaultPerPage: WHOLE_LIST,
};

// Favorites and versions are joined by table name, as their folders come after this one.

const COLUMNS = `s.id, s.publisher_id, s.name, s.short_description, s.description, s.url, ${momentText('s.updated_at')} AS updated_at`;

// Left joins, so that the database keeps the order of the list's index: it cannot start at another table and sort afterwards.
const FAVORITE_JOIN = 'LEFT JOIN favorite uf ON uf.user_id = ? AND uf.software_id = s.id';
const PUBLISHER_JOIN = 'LEFT JOIN publisher p ON p.id = s.publisher_id';
const LATEST_JOIN = 'LEFT JOIN version lv ON lv.id = s.latest_version_id';
const LATEST_SELECT = `, lv.id AS latest_id, lv.version AS latest_version, ${momentText('lv.created_at')} AS latest_created_at,
  ${momentText('lv.released_at')} AS latest_released_at, lv.prerelease AS only_prereleases`;

const FAVORITE_VERSION_JOIN = 'LEFT JOIN version uv ON uv.id = uf.version_id';
const FAVORITE_SELECT = ', uf.update_available AS favorite_update_available, uv.version AS favorite_version';

/** Whether a statement with these needs the state of sources: a latest version is never shown without it. */
export const needsFreshness = (includes: ReadonlySet<string>) =>
  includes.has(INCLUDE_LATEST) || includes.has(INCLUDE_FRESHNESS);

/**
 * Software as the API shows it.
 * @param freshness the join of `fresh`, if `needsFreshness` says so
 */
export function statementFor(userId: string, includes: ReadonlySet<string>, freshness = ''): ListStatement {
  const publisher = includes.has('includePublisher');
  const latest = includes.has(INCLUDE_LATEST);
  const favorite = includes.has(INCLUDE_FAVORITE);
  const columns = includes.has(INCLUDE_FRESHNESS) ? FRESHNESS_COLUMNS : CHECKED_COLUMNS;
  const fresh = freshness === '' ? '' : `, ${columns}`;
  return {
    select: `${COLUMNS}, uf.id AS favorite_id${includes.has(INCLUDE_ICON) ? ', s.identity' : ''}${favorite ? FAVORITE_SELECT : ''}${publisher ? `, ${PUBLISHER_OF_SOFTWARE.select}` : ''}${latest ? LATEST_SELECT : ''}${fresh}`,
    from: `software s ${FAVORITE_JOIN} ${favorite ? FAVORITE_VERSION_JOIN : ''} ${publisher ? PUBLISHER_JOIN : ''} ${latest ? LATEST_JOIN : ''} ${freshness}`,
    rows: 'software s',
    fromParameters: [userId],
    where: [],
    whereParameters: [],
  };
}

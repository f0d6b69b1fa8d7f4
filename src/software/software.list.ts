import { type FilterSpec, type ListSpec, WHOLE_LIST } from '../common/list/list-spec';
import { INCLUDE_RELEASES } from './release-count.repository';
import { INCLUDE_FAVORITE } from './software-statement.repository';
import { INCLUDE_FRESHNESS } from './freshness.list';
import {
  IDENTIFIER_PATTERN,
  IdentifierError,
  type IdentifierType,
  MAX_GIVEN_LENGTH,
  parseIdentifier,
} from './identifier/identifier';

/** Index: software_identifier_value. */
const hasIdentifier = (type: IdentifierType) =>
  `s.id IN (SELECT i.software_id FROM software_identifier i WHERE i.type = '${type}' AND i.value = ?)`;

export const INCLUDE_SUPPORT = 'includeSupport';

export const SOFTWARE_INCLUDES = [
  'includePublisher',
  'includeLatestVersion',
  'includeVersions',
  INCLUDE_FRESHNESS,
  'includeIdentifiers',
  INCLUDE_FAVORITE,
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
    'then aliases, publishers and descriptions, and shorter names before longer ones. ' +
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

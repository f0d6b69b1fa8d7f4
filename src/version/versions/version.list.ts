import { type ListSpec, WHOLE_LIST } from '../../api/list/list-spec';

export const INCLUDE_DETAILS = 'includeDetails';

export const versionList: ListSpec = {
  filters: {
    version: {
      kind: 'version',
      column: 'v.version_key',
      operators: ['gt', 'gte', 'lt', 'lte', 'like'],
      per: { like: { kind: 'label', column: 'v.version' } },
      description: "Compared in version order, by the product's own scheme.",
    },
    has_notes: {
      kind: 'boolean',
      column: '(CASE WHEN EXISTS (SELECT 1 FROM release_note n WHERE n.version_id = v.id) THEN 1 ELSE 0 END)',
      operators: ['eq'],
      description: 'Whether its release notes are known.',
    },
    created_at: { kind: 'moment', column: 'v.created_at', operators: ['gt', 'gte', 'lt', 'lte'] },
  },
  sorts: {
    version: { column: 'v.version_key', holds: 'ascii' },
    created_at: { column: 'v.created_at', holds: 'moment' },
  },
  defaultSort: '-version',
  idColumn: 'v.id',
  defaultPerPage: WHOLE_LIST,
  includes: [INCLUDE_DETAILS],
};

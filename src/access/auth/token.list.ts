import type { ListSpec } from '../../api/list/list-spec';

export const tokenList: ListSpec = {
  filters: {
    parent: {
      kind: 'id',
      column: 't.parent_id',
      operators: ['eq'],
      description: 'Id of the token that created them.',
    },
  },
  sorts: { created_at: { column: 't.created_at', holds: 'moment' } },
  defaultSort: 'created_at',
  idColumn: 't.id',
};

import type { ListSpec } from '../common/list/list-spec';

export const tokenList: ListSpec = {
  filters: {},
  sorts: { created_at: { column: 't.created_at', holds: 'moment' } },
  defaultSort: 'created_at',
  idColumn: 't.id',
};

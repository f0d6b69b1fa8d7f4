import type { ListSpec } from '../../common/list/list-spec';

export const bulkList: ListSpec = {
  filters: {},
  sorts: { created_at: { column: 'b.created_at', holds: 'moment' } },
  defaultSort: '-created_at',
  idColumn: 'b.id',
};

import type { ListSpec } from '../../api/list/list-spec';

export const userList: ListSpec = {
  filters: {
    name: { kind: 'label', column: 'u.name', operators: ['like'] },
  },
  sorts: {
    // Ids are in order of time.
    created_at: { column: 'u.id', unique: true, holds: 'ascii' },
    name: { column: 'u.name', unique: true },
  },
  defaultSort: 'name',
  idColumn: 'u.id',
};

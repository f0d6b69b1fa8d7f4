import type { ListSpec } from '../api/list/list-spec';

export const publisherList: ListSpec = {
  filters: {
    name: { kind: 'name', column: 'p.name_key', operators: ['eq', 'ne', 'like'] },
    last_update: { kind: 'moment', column: 'p.updated_at', operators: ['gt', 'gte', 'lt', 'lte'] },
  },
  sorts: { name: { column: 'p.name_key', unique: true }, last_update: { column: 'p.updated_at', holds: 'moment' } },
  defaultSort: 'name',
  idColumn: 'p.id',
};

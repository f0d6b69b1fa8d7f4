import type { ListSpec } from '../../api/list/list-spec';

export const channelList: ListSpec = {
  filters: {
    type: { kind: 'code', column: 'c.type', operators: ['eq', 'ne'] },
    enabled: { kind: 'boolean', column: 'c.enabled', operators: ['eq'] },
  },
  sorts: { created_at: { column: 'c.created_at', holds: 'moment' } },
  defaultSort: 'created_at',
  idColumn: 'c.id',
};

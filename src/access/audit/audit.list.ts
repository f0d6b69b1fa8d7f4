import type { ListSpec } from '../../api/list/list-spec';
import { AUDIT_ACTIONS, RESOURCE_TYPES } from './dto/audit-action';

export const auditList: ListSpec = {
  filters: {
    user: { kind: 'id', column: 'a.user_id', operators: ['eq'], description: 'Id of the user who did it.' },
    action: { kind: 'word', column: 'a.action', operators: ['eq'], values: AUDIT_ACTIONS },
    resource_type: { kind: 'word', column: 'a.resource_type', operators: ['eq'], values: RESOURCE_TYPES },
    resource: { kind: 'id', column: 'a.resource_id', operators: ['eq'], description: 'Id of what was changed.' },
    created_at: { kind: 'moment', column: 'a.created_at', operators: ['gt', 'gte', 'lt', 'lte'] },
  },
  sorts: { created_at: { column: 'a.created_at', holds: 'moment' } },
  defaultSort: '-created_at',
  idColumn: 'a.id',
};

import type { ListSpec } from '../common/list/list-spec';
import { NOTIFICATION_STATES } from './delivery/notification-state.repository';

export const notificationList: ListSpec = {
  filters: {
    state: { kind: 'word', column: 'n.state', operators: ['eq', 'ne'], values: NOTIFICATION_STATES },
    software: {
      kind: 'name',
      column: 's.name_key',
      operators: ['eq', 'ne', 'like'],
      description: "The software's name.",
    },
    channel: {
      kind: 'id',
      column: '',
      condition: 'n.id IN (SELECT d.notification_id FROM delivery d WHERE d.channel_id = ?)',
      operators: ['eq'],
      description: 'Id of a channel that it goes through.',
    },
    created_at: { kind: 'moment', column: 'n.created_at', operators: ['gt', 'gte', 'lt', 'lte'] },
  },
  sorts: { created_at: { column: 'n.created_at', holds: 'moment' } },
  defaultSort: '-created_at',
  idColumn: 'n.id',
};

import type { ListSpec } from '../api/list/list-spec';
import { DELIVERY_STATES, NOTIFICATION_KINDS, NOTIFICATION_STATES } from './dto/notification.response';

export const notificationList: ListSpec = {
  filters: {
    state: { kind: 'word', column: 'n.state', operators: ['eq', 'ne'], values: NOTIFICATION_STATES },
    kind: { kind: 'word', column: 'n.kind', operators: ['eq', 'ne'], values: NOTIFICATION_KINDS },
    software: {
      kind: 'name',
      column: 's.name_key',
      operators: ['eq', 'ne', 'like'],
      description: "The product's name.",
    },
    channel: {
      kind: 'id',
      column: '',
      condition: 'n.id IN (SELECT d.notification_id FROM delivery d WHERE d.channel_id = ?)',
      operators: ['eq'],
      description: 'Id of a channel that it goes through.',
    },
    favorite: { kind: 'id', column: 'n.favorite_id', operators: ['eq'], description: 'Id of the favorite.' },
    delivery_state: {
      kind: 'word',
      column: '',
      condition: 'EXISTS (SELECT 1 FROM delivery d WHERE d.notification_id = n.id AND d.state = ?)',
      operators: ['eq'],
      values: DELIVERY_STATES,
      description: 'The state of any of its deliveries.',
    },
    created_at: { kind: 'moment', column: 'n.created_at', operators: ['gt', 'gte', 'lt', 'lte'] },
  },
  sorts: { created_at: { column: 'n.created_at', holds: 'moment' } },
  defaultSort: '-created_at',
  idColumn: 'n.id',
  includes: ['includeChannel'],
  adds: { includeChannel: '`channel_details` to each delivery' },
};

/** The same by the deliveries `l` of one channel, which are as old as their notifications. */
export const channelLogList: ListSpec = {
  ...notificationList,
  sorts: { created_at: { column: 'l.created_at', holds: 'moment' } },
  idColumn: 'l.notification_id',
};

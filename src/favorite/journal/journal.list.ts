import type { ListSpec } from '../../common/list/list-spec';

export const BULK_ACTIONS = [
  ...(['update', 'skip', 'snooze', 'unsnooze', 'mute', 'unmute', 'delete', 'policy'] as const),
  ...(['tag', 'untag'] as const),
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** What the journal knows besides: changes of single favorites, and uploads of inventories. */
export const JOURNAL_ACTIONS = [...BULK_ACTIONS, 'unskip', 'edit', 'move', 'import'] as const;
export type JournalAction = (typeof JOURNAL_ACTIONS)[number];

const NEWEST_FIRST = {
  sorts: { created_at: { column: 'b.created_at', holds: 'moment' } },
  defaultSort: '-created_at',
  idColumn: 'b.id',
} as const;

/** Bulk operations. */
export const bulkList: ListSpec = { filters: {}, ...NEWEST_FIRST };

/** All that users changed. */
export const historyList: ListSpec = {
  filters: {
    action: { kind: 'word', column: 'b.action', operators: ['eq'], values: JOURNAL_ACTIONS },
    created_at: { kind: 'moment', column: 'b.created_at', operators: ['gt', 'gte', 'lt', 'lte'] },
  },
  ...NEWEST_FIRST,
};

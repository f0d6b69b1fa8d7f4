import type { ListSpec } from '../../api/list/list-spec';

export const BULK_ACTIONS = [
  ...(['update', 'skip', 'snooze', 'unsnooze', 'mute', 'unmute', 'delete', 'policy'] as const),
  ...(['tag', 'untag'] as const),
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** What the journal knows besides: changes of single favorites, and uploads of inventories. */
export const JOURNAL_ACTIONS = [...BULK_ACTIONS, 'unskip', 'edit', 'move', 'import'] as const;
export type JournalAction = (typeof JOURNAL_ACTIONS)[number];

/** Of bulk operations, and of all that users changed: the newest first. */
export const journalList: ListSpec = {
  filters: {},
  sorts: { created_at: { column: 'b.created_at', holds: 'moment' } },
  defaultSort: '-created_at',
  idColumn: 'b.id',
};

import type { BulkAnswer, BulkDto, BulkOutcome, UndoAnswer } from './generated';

export type BulkAction = BulkDto['action'];
export type { BulkAnswer, BulkOutcome, UndoAnswer };

/** What is done, apart from which favorites it is done to. */
export type BulkOperation = Pick<BulkDto, 'action' | 'until' | 'policy' | 'use_default_notification' | 'tags'>;

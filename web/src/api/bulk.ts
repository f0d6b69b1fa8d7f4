import { api } from './client';
import type { BulkAnswer, BulkDto } from './generated';

export type BulkAction = BulkDto['action'];
export type { BulkAnswer };

/** What is done, apart from which favorites it is done to. */
export type BulkOperation = Pick<BulkDto, 'action' | 'until' | 'policy' | 'use_default_notification' | 'tags'>;

export const undoOperation = async ({ id }: { id: string }) => (await api.undoBulkOperation(id)).data;

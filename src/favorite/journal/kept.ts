import { FLAG_FIELDS, FLAGS } from '../store/favorite.entity';
import type { FavoriteState } from '../store/favorite-state.repository';
import type { Policy } from '../store/policy';
import type { NamedTag } from '../tag/tag.repository';

/** What a change keeps of a favorite as it was, so that its undo can restore it. */
export interface Kept {
  state: FavoriteState;
  /** The label of its version: an own version goes with the last favorite that has it. */
  version?: string;
  /** Where they were written; of a deleted favorite, always. */
  notes?: string | null;
  /** The fields that were written; of a deleted favorite, all: null = it had none. */
  policy?: Partial<Policy> | null;
  /** All that it had. */
  tags?: NamedTag[];
}

/** Columns that a request for a favorite may write, as the API calls them. */
export const EDITED_FIELDS = {
  versionId: 'version',
  notes: 'notes',
  ...FLAG_FIELDS,
} as const;
export type Edited = keyof typeof EDITED_FIELDS;
export const EDITED = Object.keys(EDITED_FIELDS) as Edited[];

/** What an undo restores of the row of a favorite, where the change wrote it. */
export const RESTORED = ['versionId', 'knownVersionId', 'wakeAt', 'imported', ...FLAGS] as const;

/** As it was; of a favorite that is still there, the columns that are others now. */
export type FormerState = Pick<FavoriteState, 'softwareId' | 'lastChange'> & Partial<FavoriteState>;

export function formerState({ notes: _, ...before }: FavoriteState, now: FavoriteState | undefined): FormerState {
  if (!now) return before;
  const { softwareId, lastChange } = before;
  const changed = RESTORED.filter((column) => before[column] !== now[column]);
  return { softwareId, lastChange, ...Object.fromEntries(changed.map((column) => [column, before[column]])) };
}

/** Some fields of a policy, with their lists in one order. */
export function policyFields(policy: Policy, fields: (keyof Policy)[]): Partial<Policy> {
  const inOrder = { ...policy, skip: policy.skip.toSorted(), channels: policy.channels.toSorted() };
  return Object.fromEntries(fields.map((field) => [field, inOrder[field]]));
}

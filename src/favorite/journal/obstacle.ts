import type { FavoriteState } from '../store/favorite-state.repository';
import type { Policy } from '../store/policy';
import type { NamedTag } from '../tag/tag.repository';
import type { JournalAction } from './journal.list';
import type { JournalItem } from './journal.repository';
import { hasFields, notesHash } from './snapshot';

/** What there is now of a favorite that was changed. */
export interface Current {
  state: FavoriteState;
  policy: Policy;
  notes: string | null;
  tags: readonly NamedTag[];
}

const hasSome = (tags: readonly NamedTag[], of: readonly NamedTag[]) =>
  of.some(({ id }) => tags.some((tag) => tag.id === id));

const isEditedSince = (after: JournalItem['after'], { state, notes }: Pick<Current, 'state' | 'notes'>) =>
  (after.edited ?? []).some((field) =>
    field === 'notes' ? notesHash(notes) !== after.notes : state[field] !== after.state[field],
  );

/** Whether somebody has changed since what would be restored. Not for `delete`. */
export function isChangedSince(action: JournalAction, { before, after }: JournalItem, now: Current): boolean {
  const { state, policy } = now;
  if (state.softwareId !== before.state.softwareId) return true;
  switch (action) {
    case 'update':
      return state.versionId !== after.state.versionId;
    case 'mute':
    case 'unmute':
      return state.notificationsEnabled !== (action === 'unmute');
    case 'tag':
      return !hasSome(now.tags, after.tags!);
    case 'untag':
      return after.tags!.every((tag) => hasSome(now.tags, [tag]));
    case 'edit':
      return isEditedSince(after, now);
    default:
      if (after.skipped !== undefined) return !policy.skip.includes(after.skipped);
      return !hasFields(policy, after.policy!) || isEditedSince(after, now);
  }
}

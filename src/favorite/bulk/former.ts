import type { JournalItem } from '../journal/journal.repository';
import { formerPolicy, hasFields } from '../journal/snapshot';
import { decidesAboutVersions } from '../policy/policy.mapper';
import type { FavoriteState, RestoredFavorite } from '../store/favorite-state.repository';
import { NO_POLICY, type Policy } from '../store/policy';

export const wholePolicy = (fields: NonNullable<JournalItem['before']['policy']>, skip: string[]): Policy => ({
  ...NO_POLICY,
  ...formerPolicy(fields, skip),
});

export function toFavorite({ before, notes, skip }: JournalItem, userId: string, versionId: string): RestoredFavorite {
  const { state, policy } = before;
  const hasPolicy = policy ? decidesAboutVersions(wholePolicy(policy, skip)) : false;
  return { ...state, userId, versionId, hasPolicy, notes };
}

/** The changes that restore the former policy; null = somebody else has written it since. */
export function fieldsBefore(stored: Policy, item: JournalItem, state: FavoriteState): Partial<Policy> | null {
  const { before, after, skip } = item;
  if (profileBefore(item) !== undefined && state.useDefaultNotification !== after.state.useDefaultNotification)
    return null;
  if (after.skipped !== undefined)
    return stored.skip.includes(after.skipped)
      ? { skip: stored.skip.filter((label) => label !== after.skipped) }
      : null;
  return hasFields(stored, after.policy!) ? formerPolicy(before.policy!, skip) : null;
}

/** Whether it used the channels of the profile, if that was written. */
export const profileBefore = ({ before, after }: JournalItem): boolean | undefined =>
  after.edited?.includes('useDefaultNotification') ? before.state.useDefaultNotification : undefined;

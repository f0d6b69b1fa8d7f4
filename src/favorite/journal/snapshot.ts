import { sha256 } from '../../common/fingerprint';
import type { FavoriteState } from '../store/favorite-state.repository';
import type { Policy } from '../store/policy';
import type { NamedTag } from '../tag/tag.repository';

/** Fields of a policy. The list of skipped versions is a hash: it may be long, and the former one has rows of its own. */
type PolicyFields = Partial<Omit<Policy, 'skip'>> & { skip?: string };

/** The state of a favorite in the journal. */
export interface Snapshot {
  state: FavoriteState;
  /** The label of its version: an own version goes with the last favorite that has it. */
  version?: string;
  /** The fields that were written; of a deleted favorite, all. */
  policy?: PolicyFields | null;
  /** Those that `tag` gave or `untag` took, in `after`; of a deleted favorite, all. */
  tags?: NamedTag[];
  /** The label that `skip` added. */
  skipped?: string;
  /** Of `edit`, the columns that were written; with notes, their hash. */
  edited?: Edited[];
  notes?: string | null;
}

/** What `edit` writes, and can take back. */
export type Edited = 'versionId' | 'notes' | 'notificationsEnabled' | 'useDefaultNotification' | 'notifyAlways';

/** What the API calls them. */
export const EDITED_FIELDS: Record<Edited, string> = {
  versionId: 'version',
  notes: 'notes',
  notificationsEnabled: 'notifications_enabled',
  useDefaultNotification: 'use_default_notification',
  notifyAlways: 'notify_always',
};

export const notesHash = (notes: string | null) => (notes === null ? null : sha256(notes));

export function policyFields(policy: Policy, fields: (keyof Policy)[]): PolicyFields {
  const kept = Object.fromEntries(fields.map((field) => [field, policy[field]]));
  if (fields.includes('skip')) kept.skip = sha256(JSON.stringify([...policy.skip].sort()));
  if (fields.includes('channels')) kept.channels = [...policy.channels].sort();
  return kept;
}

/** Whether a policy still has these fields. */
export const hasFields = (policy: Policy, fields: PolicyFields): boolean =>
  JSON.stringify(policyFields(policy, Object.keys(fields) as (keyof Policy)[])) === JSON.stringify(fields);

/** The fields as they were. */
export function formerPolicy(fields: PolicyFields, skip: string[]): Partial<Policy> {
  const { skip: hash, ...others } = fields;
  return hash === undefined ? others : { ...others, skip };
}

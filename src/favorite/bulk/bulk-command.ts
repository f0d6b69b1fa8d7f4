import { isId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import { parseMoment, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { readPolicy } from '../policy/policy.mapper';
import type { Policy } from '../store/policy';
import type { BulkAction } from '../journal/journal.list';
import type { EntryDetails } from '../journal/journal.repository';
import type { BulkDto } from './dto/bulk.dto';
import { readTags } from '../tag/tag-name';

/** The change of each favorite. */
export interface BulkCommand {
  action: BulkAction;
  /** The fields of the policy that are written, but for `skip`, which depends on the favorite. */
  policy: Partial<Policy>;
  /** With `policy`: whether the channels of the profile are used; undefined = as before. */
  useDefaultNotification?: boolean | undefined;
  /** With `tag` and `untag`. */
  tags: string[];
  /** For the history. */
  details?: EntryDetails;
  /** By favorite: the version on offer that the caller has seen. */
  seen: Map<string, string>;
}

/** @throws Problem invalid-body */
export function readCommand({ action, until, policy, tags, versions = {}, ...dto }: BulkDto): BulkCommand {
  if (action !== 'policy' && dto.use_default_notification !== undefined)
    throw Problem.field('use_default_notification', 'is allowed with the action policy only');
  assertGoesWith(action, 'snooze', 'until', until);
  assertGoesWith(action, 'policy', 'policy', policy);
  assertGoesWith(action, action === 'untag' ? 'untag' : 'tag', 'tags', tags);
  // Before the first page, so that nothing is begun with a mistake.
  const named = [...readTags(tags ?? []).values()];
  const written = policyOf(action, until, policy);
  // Channels of its own mean nothing to a favorite that uses those of the profile.
  const useDefaultNotification = dto.use_default_notification ?? (written.channels ? false : undefined);
  const details = detailsOf(action, written, named);
  return { action, policy: written, useDefaultNotification, tags: named, seen: readSeen(versions), ...details };
}

function detailsOf(action: BulkAction, policy: Partial<Policy>, tags: string[]): Pick<BulkCommand, 'details'> {
  if (action === 'snooze') return { details: { until: policy.snoozed_until! } };
  if (tags.length > 0) return { details: { tags } };
  return action === 'policy' ? { details: { fields: Object.keys(policy) } } : {};
}

function assertGoesWith(action: BulkAction, its: BulkAction, field: string, value: unknown): void {
  if (action === its && value === undefined) throw Problem.field(field, `is required with ${its}`);
  if (action !== its && value !== undefined) throw Problem.field(field, `is allowed with the action ${its} only`);
}

function policyOf(action: BulkAction, until: string | undefined, policy: BulkDto['policy']): Partial<Policy> {
  if (action === 'policy') return inField('policy', () => readPolicy(policy!));
  if (action === 'snooze') return { snoozed_until: readUntil(until!) };
  return action === 'unsnooze' ? { snoozed_until: null } : {};
}

function readUntil(text: string): UtcTimestamp {
  const until = parseMoment(text);
  if (until === null) throw Problem.field('until', 'must be an ISO 8601 date or datetime');
  return until;
}

/** Problems in nested fields name the whole path. */
export function inField<T>(parent: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const [first] = error instanceof Problem ? error.errors : [];
    throw first ? Problem.field(`${parent}.${first.field}`, first.message) : error;
  }
}

const SEEN_AT_MOST = 500;

function readSeen(versions: Record<string, unknown>): Map<string, string> {
  const entries = Object.entries(versions);
  if (entries.length > SEEN_AT_MOST) throw Problem.field('versions', `must have at most ${SEEN_AT_MOST} entries`);
  return new Map(
    entries.map(([favorite, version]) => {
      if (!isId(favorite) || !isId(version))
        throw Problem.field('versions', 'must map ids of favorites to ids of versions');
      return [favorite.toLowerCase(), version.toLowerCase()];
    }),
  );
}

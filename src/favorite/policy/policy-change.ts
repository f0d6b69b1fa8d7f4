import { isDeepStrictEqual } from 'node:util';
import type { SingleChange } from '../journal/change-journal';
import { policyFields } from '../journal/snapshot';
import type { Policy } from '../store/policy';

/** The version that a request names, to skip it or to end that. */
export interface Named {
  skip?: string;
  unskip?: string;
}

/** What the journal says of a written policy. @returns null when it is as it was */
export function policyChange(
  before: Policy,
  after: Policy,
  given: (keyof Policy)[],
  { skip, unskip }: Named,
): Omit<SingleChange, 'state'> | null {
  const fields = given.filter((name) => !isDeepStrictEqual(policyFields(before, [name]), policyFields(after, [name])));
  if (fields.length === 0) return null;
  if (skip !== undefined) return { action: 'skip', before: {}, after: { skipped: skip }, details: { to: skip } };
  const written = {
    before: { policy: policyFields(before, fields) },
    after: { policy: policyFields(after, fields) },
    skip: fields.includes('skip') ? before.skip : [],
  };
  if (unskip !== undefined) return { action: 'unskip', ...written, details: { to: unskip } };
  const { snoozed_until: until } = after;
  if (fields.length > 1 || fields[0] !== 'snoozed_until') return { action: 'policy', ...written, details: { fields } };
  return until === null ? { action: 'unsnooze', ...written } : { action: 'snooze', ...written, details: { until } };
}

import { TimeSlice } from '../../common/concurrency/time-slice';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { type Step, STEPS } from '../../version/ordering/step';
import type { ClaimedDelivery, DigestMember } from './claimed-delivery';
import { stepOf } from './digest/timing';

/** The lines of a message: one update for each favorite, the largest steps first. */
export interface UpdateLines {
  /** The updates that the message names. */
  lines: ClaimedDelivery[];
  total: number;
  /** The same on every attempt. */
  timestamp: UtcTimestamp;
  /** The step of each update, named or not: small ones wait for the end of quiet hours. */
  steps: { id: string; step: Step }[];
}

export const singleLine = (delivery: ClaimedDelivery): UpdateLines => ({
  lines: [delivery],
  total: 1,
  timestamp: delivery.notified_at,
  steps: [{ id: delivery.id, step: stepOf(delivery) }],
});

/** A member of a digest that is named in the message, or counted. */
export interface MemberLine {
  member: DigestMember;
  step: Step;
}

/** Alerts, then the newest version of each favorite, the largest steps first; then by name. Of each favorite one alert, the last. */
export async function memberLines(members: DigestMember[]): Promise<MemberLine[]> {
  const newest = new Map<string, DigestMember>();
  for (const member of members) {
    const key = isAlert(member) ? `alert ${member.favorite_id}` : member.favorite_id;
    const known = newest.get(key);
    if (!known || isNewer(member, known)) newest.set(key, member);
  }
  const lines: MemberLine[] = [];
  const slice = new TimeSlice();
  for (const member of newest.values()) {
    lines.push({ member, step: stepOf(member) });
    if (slice.isOver) await slice.next();
  }
  return lines.sort(
    (a, b) =>
      Number(isAlert(b.member)) - Number(isAlert(a.member)) ||
      STEPS.indexOf(a.step) - STEPS.indexOf(b.step) ||
      byName(a.member, b.member),
  );
}

export const isAlert = ({ kind }: Pick<DigestMember, 'kind'>) => kind !== 'update';

/** Of the same version the notification itself comes before its reminders. */
const isNewer = (a: DigestMember, b: DigestMember) =>
  a.version_key > b.version_key || (a.version_key === b.version_key && a.reminder < b.reminder);

const names = new Intl.Collator('en', { numeric: true });
const byName = (a: DigestMember, b: DigestMember) =>
  names.compare(a.software_name, b.software_name) || (a.id < b.id ? -1 : 1);

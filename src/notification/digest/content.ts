import type { Moment } from '../../common/moment';
import { TimeSlice } from '../../common/time-slice';
import { type Step, STEPS } from '../../version/ordering/step';
import type { ClaimedDelivery, DigestMember } from '../delivery-queue';
import { stepOf } from './timing';

/** What a message tells: one update for each favorite, the largest steps first. */
export interface Content {
  /** Those that are named. */
  lines: ClaimedDelivery[];
  total: number;
  /** The same on every attempt. */
  timestamp: Moment;
  /** Each of which is small enough to have to wait for the end of quiet hours, or is not. */
  steps: { id: string; step: Step }[];
}

/** Why a delivery ends unsent. */
export interface End {
  state: 'cancelled' | 'expired';
  reason: string;
}

export const contentOfOne = (delivery: ClaimedDelivery): Content => ({
  lines: [delivery],
  total: 1,
  timestamp: delivery.notified_at,
  steps: [{ id: delivery.id, step: stepOf(delivery) }],
});

/** A member of a digest that is named in the message, or counted. */
export interface Line {
  member: DigestMember;
  step: Step;
}

/** The newest version of each favorite, the largest steps first, then by name. */
export async function linesOf(members: DigestMember[]): Promise<Line[]> {
  const newest = new Map<string, DigestMember>();
  for (const member of members) {
    const known = newest.get(member.favorite_id);
    if (!known || isNewer(member, known)) newest.set(member.favorite_id, member);
  }
  const lines: Line[] = [];
  const slice = new TimeSlice();
  for (const member of newest.values()) {
    lines.push({ member, step: stepOf(member) });
    if (slice.isOver) await slice.next();
  }
  return lines.sort((a, b) => STEPS.indexOf(a.step) - STEPS.indexOf(b.step) || byName(a.member, b.member));
}

/** Also the first word of a version, rather than a reminder of it. */
const isNewer = (a: DigestMember, b: DigestMember) =>
  a.version_key > b.version_key || (a.version_key === b.version_key && a.reminder < b.reminder);

const names = new Intl.Collator('en', { numeric: true });
const byName = (a: DigestMember, b: DigestMember) =>
  names.compare(a.software_name, b.software_name) || (a.id < b.id ? -1 : 1);

/** Why nothing is to be sent although it was queued; null when it is still wanted. */
export function endOf(
  delivery: Omit<DigestMember, 'id' | 'favorite_id'> & Pick<ClaimedDelivery, 'channel_settings' | 'channel_enabled'>,
): End | null {
  if (delivery.expired) return { state: 'expired', reason: 'not delivered within a week' };
  const reason = unwantedBecause(delivery);
  return reason === null ? null : { state: 'cancelled', reason };
}

function unwantedBecause(delivery: Parameters<typeof endOf>[0]): string | null {
  if (delivery.channel_settings === null) return 'the channel was deleted';
  if (!delivery.channel_enabled) return 'the channel was switched off';
  if (delivery.user_disabled) return 'the user was disabled';
  if (delivery.moved) return 'the favorite has moved to other software';
  // Whoever sends it again by hand wants it all the same.
  if (delivery.at_once) return null;
  if (!delivery.notifications_enabled || !delivery.user_notifications_enabled) return 'notifications were switched off';
  if (delivery.version_standing === 0) return 'the version was withdrawn';
  if (delivery.skipped) return 'the favorite skips this version';
  if (delivery.tracked_key >= delivery.version_key) return 'the favorite has moved to this version or a newer one';
  // A snooze, a series, an age that was written since.
  if (delivery.offered_key === null || delivery.offered_key < delivery.version_key)
    return 'the favorite is not offered this version now';
  return null;
}

import { hasMoved, noticeDays, readSubject } from '../../favorite/store/next-alert';
import type { ClaimedDelivery, DigestMember } from './claimed-delivery';

/** Reasons why a delivery is cancelled. */
export interface UnsentEnd {
  state: 'cancelled' | 'expired' | 'failed';
  reason: string;
}

type Checked = Omit<DigestMember, 'id' | 'favorite_id'> & Pick<ClaimedDelivery, 'channel_settings' | 'channel_enabled'>;

/** Null when a queued delivery is still wanted. */
export function unsentEndOf(delivery: Checked): UnsentEnd | null {
  if (delivery.expired) return { state: 'expired', reason: 'not delivered within a week' };
  const reason = unwantedBecause(delivery);
  return reason === null ? null : { state: 'cancelled', reason };
}

function unwantedBecause(delivery: Checked): string | null {
  if (delivery.channel_settings === null) return 'the channel was deleted';
  if (!delivery.channel_enabled) return 'the channel was switched off';
  if (delivery.user_disabled) return 'the user was disabled';
  if (delivery.moved) return 'the favorite has moved to another product';
  // Resent by hand: it is wanted all the same.
  if (delivery.at_once) return null;
  if (!delivery.notifications_enabled || !delivery.user_notifications_enabled) return 'notifications were switched off';
  if (delivery.kind === 'update') return unwantedUpdate(delivery);
  return isRiskAlert(delivery) ? unwantedRiskAlert(delivery) : unwantedSupportAlert(delivery);
}

function unwantedUpdate(delivery: Checked): string | null {
  if (delivery.release_rank === 0) return 'the version was withdrawn';
  if (delivery.skipped) return 'the favorite skips this version';
  if (delivery.tracked_key >= delivery.version_key) return 'the favorite has moved to this version or a newer one';
  // Its policy has changed since: a snooze, a series, a minimum age.
  if (delivery.offered_key === null || delivery.offered_key < delivery.version_key)
    return 'the favorite is not offered this version now';
  return null;
}

/** About vulnerabilities. */
export const isRiskAlert = ({ kind }: Pick<DigestMember, 'kind'>): boolean => kind.startsWith('vulnerability.');

function unwantedRiskAlert({ exposed, advisories }: Checked): string | null {
  if (Number(exposed ?? 0) === 0)
    return 'the version in use has none of these vulnerabilities, or its owner has dealt with them';
  if (advisories === 'off') return 'alerts about vulnerabilities were switched off';
  return null;
}

function unwantedSupportAlert({ subject, lifecycle_id, eol_on, support_notice }: Checked): string | null {
  const about = readSubject(subject ?? '');
  if (about === null) return 'this version of the service does not know what it is about';
  if (about.lifecycleId !== lifecycle_id) return 'the favorite has moved to a version with other support';
  if (eol_on === null) return 'the end of support is not known any more';
  if (hasMoved(about.endsOn, eol_on)) return 'the end of support has moved';
  if (noticeDays(support_notice).length === 0) return 'alerts about support were switched off';
  return null;
}

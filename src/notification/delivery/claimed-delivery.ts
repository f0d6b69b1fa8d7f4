import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { SupportBasis } from '../../version/lifecycle/support';
import type { FreshnessRow } from '../../software/dto/freshness.response';
import type { InUse } from '../rendering/tracked-product';
import type { UpdateRisk } from '../rendering/alert';
import { firstCharacters } from 'small-parts';
import type { Outcome, RetryProfile } from '../providers/channel';
import { nextAttemptIn } from '../providers/retry-schedule';

/** A due delivery, before it is claimed. */
export interface Candidate {
  id: string;
  channel_id: string;
  destination: string;
  type: string;
  digest_id: string | null;
}

/** A delivery of a digest, with the facts that decide whether it is still wanted and where it is listed. */
export interface DigestMember {
  id: string;
  expired: number;
  favorite_id: string;
  /** `update`, or the kind of an alert. */
  kind: string;
  /** Of an alert. */
  subject: string | null;
  /** Of the favorite, now: its cycle and the last day of support. */
  lifecycle_id: string | null;
  eol_on: string | null;
  /** Of its policy. */
  support_notice: string | null;
  advisories: string | null;
  /** Of an update: the worst known vulnerability that it fixes: see `Urgency`. */
  urgency: number;
  /** Of an alert about vulnerabilities: how many of them the version in use still has, without those that its owner has dealt with. */
  exposed: number | null;
  reminder: number;
  notified_at: UtcTimestamp;
  notifications_enabled: number;
  user_notifications_enabled: number;
  user_disabled: number;
  /** The owner has since put the version on the list of those to skip. */
  skipped: number;
  /** The favorite is now of another product. */
  moved: number;
  /** The key of the version that the favorite is offered now; null = none. */
  offered_key: string | null;
  /** Resent by hand: quiet hours do not count. */
  at_once: number;
  software_name: string;
  tag_pattern: string | null;
  tracked_version: string;
  tracked_key: string;
  version: string;
  version_key: string;
  release_rank: number;
}

/** A delivery that this process has claimed, with the facts that decide what to send, if anything. Of a digest it is the head. */
export interface ClaimedDelivery extends DigestMember, FreshnessRow {
  claim_id: string;
  digest_id: string | null;
  /** Whether an attempt was made before. */
  tried: number;
  /** By the clock of the database. */
  now: UtcTimestamp;
  type: string;
  /** Including this attempt. */
  attempts: number;
  /** Seconds since it was queued, or since its digest was due. */
  age: number;
  /** Attempts that were never recorded because their process ended. */
  deaths: number;
  destination: string;
  notification_id: string;
  channel_id: string;
  channel_quiet_hours: string | null;
  /** See `NotesInMessages`. */
  channel_notes: string | null;
  time_zone: string;
  /** null: the channel was deleted. */
  channel_settings: string | null;
  channel_enabled: number | null;
  /** The channel is paused: it fails too often, or its receiver asked for it. */
  channel_blocked: number | null;
  /** The owner of its address has not consented yet. */
  channel_unconfirmed: number | null;
  software_id: string;
  software_url: string | null;
  publisher_id: string;
  publisher_name: string;
  tracked_id: string;
  tracked_created_at: UtcTimestamp;
  version_id: string;
  version_prerelease: number;
  has_policy: number;
  support_basis: SupportBasis | null;
  supported_until: string | null;
  version_created_at: UtcTimestamp;
  released_at: UtcTimestamp | null;
  notes_url: string | null;
  /** Whether an inventory has the favorite. */
  deployed: number;
  /** Where; null = in no inventory. */
  in_use: InUse | null;
  /** Whether the findings of the version in use and of the new one are known. */
  assessed: number;
  /** Of an update; null = nobody assesses both versions. */
  risk: UpdateRisk | null;
}

/** The state of a delivery after an attempt: `queued` means that it is retried. */
export type DeliveryEnd = 'sent' | 'queued' | 'failed' | 'cancelled' | 'expired';

/** The state of a delivery after an attempt, or without one. */
export interface Result {
  state: DeliveryEnd;
  /** Seconds until the next attempt; null = none. */
  nextIn: number | null;
  error: string | null;
  /** Of an accepted attempt: the receiver's status. */
  code?: string | null;
  /** Whether it counts as an attempt. */
  counts: boolean;
}

/** An attempt that was made. */
export interface Attempt {
  delivery: ClaimedDelivery;
  outcome: Outcome;
  result: Result;
  /** How long it took. */
  ms: number;
}

export function resultOf(delivery: ClaimedDelivery, profile: RetryProfile, outcome: Outcome): Result {
  const counts = !outcome.transport;
  if (outcome.kind === 'ok') return { state: 'sent', nextIn: null, error: null, code: codeOf(outcome), counts };
  const error = outcome.reason ?? String(outcome.code ?? outcome.kind);
  if (outcome.kind !== 'retry') return { state: 'failed', nextIn: null, error: cut(error), counts };
  const nextIn = nextAttemptIn(profile, delivery.attempts, outcome, delivery.age);
  if (nextIn !== null) return { state: 'queued', nextIn, error: cut(error), counts };
  return { state: 'failed', nextIn, error: cut(`given up after ${delivery.attempts} attempts: ${error}`), counts };
}

/** The remote's status or error code, as it is stored. */
export const codeOf = ({ code }: Outcome): string | null =>
  code === undefined ? null : firstCharacters(String(code).replace(/[^\x20-\x7e]/g, '?'), 32);

const cut = (text: string) => firstCharacters(text, 500);

import { Injectable } from '@nestjs/common';
import { TimeSlice } from 'small-parts';
import { type Step, STEPS } from 'version-order';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Urgency } from '../../favorite/store/risk.repository';
import type { DeliveryEnd, ClaimedDelivery, DigestMember } from './claimed-delivery';
import { DeliveryRecorder } from './delivery-recorder';
import { DeliveryRepository } from './delivery.repository';
import { isSecurity, type Size, sizeOf, stepOf } from './digest/timing';
import { MessageDataRepository } from './message-data.repository';
import { isRiskAlert, unsentEndOf } from './still-wanted';

/** Updates that are loaded for one message: no channel has room for more. */
const LINES_AT_MOST = 500;

/** The lines of a message: one update for each favorite, the largest steps first. */
export interface UpdateLines {
  /** The updates that the message names. */
  lines: ClaimedDelivery[];
  total: number;
  /** The same on every attempt. */
  timestamp: UtcTimestamp;
  /** The size of each update, named or not: small ones wait for the end of quiet hours. */
  sizes: ({ id: string } & Size)[];
}

/** What is left to send of a claimed delivery; of a digest `delivery` is the head, which may be another one now. */
export type Wanted = { delivery: ClaimedDelivery; update: UpdateLines } | { end: DeliveryEnd };

/** Checks that what was claimed is still wanted, ends what is not, and reads the lines of the message. */
@Injectable()
export class UpdateLinesReader {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly data: MessageDataRepository,
    private readonly recorder: DeliveryRecorder,
  ) {}

  async wanted(delivery: ClaimedDelivery): Promise<Wanted> {
    if (delivery.digest_id !== null) return this.wantedOfDigest(delivery);
    const end = unsentEndOf(delivery);
    return end ? { end: await this.recorder.end(delivery, end) } : { delivery, update: singleLine(delivery) };
  }

  private async wantedOfDigest(claimed: ClaimedDelivery): Promise<Wanted> {
    const { channel_settings, channel_enabled, claim_id } = claimed;
    const ids = (await this.deliveries.memberPages(claimed)).flat();
    const members = await this.data.membersOf(claimed, ids);
    const ends = members.map((member) => ({
      member,
      end: unsentEndOf({ ...member, channel_settings, channel_enabled }),
    }));
    const ended = ends.flatMap(({ member, end }) => (end ? [{ id: member.id, end }] : []));
    const delivery = await this.recorder.endMembers(claimed, ended);
    const wanted = await memberLines(ends.flatMap(({ member, end }) => (end ? [] : [member])));
    const named = wanted.slice(0, LINES_AT_MOST).map(({ member }) => member.id);
    if (named.length === 0) return { end: 'cancelled' };
    const loaded = new Map((await this.data.load(named, claim_id)).map((line) => [line.id, line]));
    // A favorite may have been deleted meanwhile.
    const lines = named.flatMap((id) => loaded.get(id) ?? []);
    if (lines.length === 0) return { end: 'cancelled' };
    const timestamp = members.reduce((last, { notified_at }) => (notified_at > last ? notified_at : last), '');
    const sizes = wanted.map(({ member, step }) => ({ id: member.id, step, isSecurity: isSecurity(member) }));
    return { delivery, update: { lines, total: wanted.length - (named.length - lines.length), timestamp, sizes } };
  }
}

const singleLine = (delivery: ClaimedDelivery): UpdateLines => ({
  lines: [delivery],
  total: 1,
  timestamp: delivery.notified_at,
  sizes: [{ id: delivery.id, ...sizeOf(delivery) }],
});

/** A member of a digest that is named in the message, or counted. */
interface MemberLine {
  member: DigestMember;
  step: Step;
}

/**
 * Alerts, then the newest version of each favorite: those that fix what is exploited, then the largest steps; then by name. Of each favorite the
 * last alert about support, and all about vulnerabilities, as each tells of others.
 */
async function memberLines(members: DigestMember[]): Promise<MemberLine[]> {
  const newest = new Map<string, DigestMember>();
  for (const member of members) {
    const key = keyOf(member);
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
      rankOf(a.member) - rankOf(b.member) ||
      STEPS.indexOf(a.step) - STEPS.indexOf(b.step) ||
      byName(a.member, b.member),
  );
}

function keyOf(member: DigestMember): string {
  if (!isAlert(member)) return member.favorite_id;
  return `${isRiskAlert(member) ? member.subject : 'support'} ${member.favorite_id}`;
}

/** Its place in a digest. */
function rankOf(member: DigestMember): number {
  if (member.kind === 'vulnerability.exploited') return 0;
  if (isAlert(member)) return isRiskAlert(member) ? 1 : 2;
  return Number(member.urgency) === Urgency.Exploited ? 3 : 4;
}

export const isAlert = ({ kind }: Pick<DigestMember, 'kind'>) => kind !== 'update';

/** Of the same version the notification itself comes before its reminders; of alerts the last counts. */
const isNewer = (a: DigestMember, b: DigestMember) =>
  isAlert(a)
    ? a.notified_at > b.notified_at
    : a.version_key > b.version_key || (a.version_key === b.version_key && a.reminder < b.reminder);

const names = new Intl.Collator('en', { numeric: true });
const byName = (a: DigestMember, b: DigestMember) =>
  names.compare(a.software_name, b.software_name) || (a.id < b.id ? -1 : 1);

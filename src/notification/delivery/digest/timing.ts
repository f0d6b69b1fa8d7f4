import { kindOfStep, type Step } from 'version-order';
import { fromDate, type UtcTimestamp } from '../../../common/time/utc-timestamp';
import { getOrMake } from '../../../common/get-or-make';

export const DIGEST_EVERY = ['instant', 'hourly', 'daily', 'weekly'] as const;
export const QUIET_EXCEPT = ['major', 'minor', 'patch', 'security', 'none'] as const;

/** How often a channel sends its messages. */
export type Digest =
  | { every: 'instant' }
  | { every: 'hourly' }
  | { every: 'daily'; hour: number }
  /** Monday is 1. */
  | { every: 'weekly'; hour: number; weekday: number };

/**
 * Hours of the wall clock, `HH:MM`, in which only steps of `except` or larger are sent, or what `isSecurity`. `to` may be on the next day.
 */
export interface QuietHours {
  from: string;
  to: string;
  except: (typeof QUIET_EXCEPT)[number];
}

/** When a channel may be used. */
export interface Timing {
  zone: string;
  digest: Digest;
  quiet: QuietHours | null;
}

const MINUTE = 60_000;
/** Two weeks of days have each weekday twice: one of them may not exist, or be over. */
const DAYS_AHEAD = 14;

/**
 * When an update that is found at `now` goes out.
 * @returns null when that is at once
 */
export function goesOutAt(timing: Timing, now: number, size: Size): number | null {
  const { zone, digest, quiet } = timing;
  const digestAt = nextDigest(zone, digest, now);
  const at = digestAt ?? now;
  const quietEnd = isExcepted(quiet, size) ? null : endOfQuiet(zone, quiet, at);
  return quietEnd ?? digestAt;
}

/** The time of the next digest after `now`; null when there are no digests. */
export function nextDigest(zone: string, digest: Digest, now: number): number | null {
  if (digest.every === 'instant') return null;
  if (digest.every === 'hourly') return nextHour(zone, now);
  const today = Math.floor(wallAt(zone, now) / DAY) * DAY;
  for (let day = 0; day <= DAYS_AHEAD; day++) {
    const date = today + day * DAY;
    if (digest.every === 'weekly' && weekdayOf(date) !== digest.weekday) continue;
    const moment = momentOf(zone, date + digest.hour * HOUR);
    if (moment > now) return moment;
  }
  throw new Error(`no digest within two weeks in ${zone}`);
}

/** When the quiet hours around `now` end; null when it is not in quiet hours. */
export function endOfQuiet(zone: string, quiet: QuietHours | null, now: number): number | null {
  if (quiet === null) return null;
  const wall = wallAt(zone, now);
  if (!isWithin(quiet, wall)) return null;
  const midnight = Math.floor(wall / DAY) * DAY;
  const to = midnight + minutesOf(quiet.to) * MINUTE;
  // In the hour that is repeated, `to` may have passed once already: the second time counts.
  const ends = [momentOf(zone, to), to - offsetAt(zone, now), momentOf(zone, to + DAY)];
  const end = ends.find((moment) => moment > now);
  if (end === undefined) throw new Error(`quiet hours do not end in ${zone}`);
  // The end of a day that a zone skips is the midnight after it, which may be in the quiet hours of the next day.
  return endOfQuiet(zone, quiet, end) ?? end;
}

/** What decides whether a message is sent in quiet hours. */
export interface Size {
  step: Step;
  isSecurity: boolean;
}

/** Whether it is large enough to be sent in quiet hours. */
export function isExcepted(quiet: QuietHours | null, { step, isSecurity }: Size): boolean {
  if (quiet === null) return true;
  if (quiet.except === 'security') return isSecurity;
  return quiet.except !== 'none' && rankOf(step) <= rankOf(quiet.except);
}

/** 0 = major; `other` counts as patch. */
export const rankOf = (step: Step): number => ({ major: 0, minor: 1, patch: 2, other: 2 })[step];

/** Alerts are no step. */
export const stepOf = (update: {
  kind: string;
  tracked_version: string;
  version: string;
  tag_pattern: string | null;
}): Step =>
  update.kind === 'update' ? kindOfStep(update.tracked_version, update.version, update.tag_pattern) : 'other';

/** An alert about vulnerabilities, or an update that fixes one that is known to be exploited, or critical. */
export const isSecurity = ({ kind, urgency }: { kind: string; urgency: number }): boolean =>
  kind.startsWith('vulnerability.') || Number(urgency) > 0;

export const sizeOf = (update: Parameters<typeof stepOf>[0] & Parameters<typeof isSecurity>[0]): Size => ({
  step: stepOf(update),
  isSecurity: isSecurity(update),
});

/** The next full hour of the wall clock. An offset may change by half an hour (Lord Howe), so both are tried. */
function nextHour(zone: string, now: number): number {
  const offsets = [offsetAt(zone, now), offsetAt(zone, now + 2 * HOUR)];
  const candidates = offsets.flatMap((offset) => {
    const hour = Math.floor((now + offset) / HOUR) * HOUR - offset;
    return [hour + HOUR, hour + 2 * HOUR];
  });
  const full = candidates.filter((moment) => moment > now && wallAt(zone, moment) % HOUR === 0);
  return Math.min(...full);
}

function isWithin({ from, to }: QuietHours, wall: number): boolean {
  const [start, end, time] = [minutesOf(from) * MINUTE, minutesOf(to) * MINUTE, wall % DAY];
  return start < end ? time >= start && time < end : time >= start || time < end;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

/** Monday is 1. The first of January 1970 was a Thursday. */
const weekdayOf = (date: number): number => ((Math.floor(date / DAY) + 3) % 7) + 1;

/** The timing of a channel, with the time zone of its owner. */
export interface TimingRow {
  digest: string | null;
  quiet_hours: string | null;
  time_zone: string;
}

/** Whether messages of channel `c` may have to wait. */
export const HAS_TIMING = '(c.digest IS NOT NULL OR c.quiet_hours IS NOT NULL)';

const INSTANT: Digest = { every: 'instant' };

export const readDigest = (stored: string | null): Digest =>
  stored === null ? INSTANT : (JSON.parse(stored) as Digest);

export const readQuietHours = (stored: string | null): QuietHours | null =>
  stored === null ? null : (JSON.parse(stored) as QuietHours);

export const readTiming = (row: TimingRow): Timing => ({
  zone: row.time_zone,
  digest: readDigest(row.digest),
  quiet: readQuietHours(row.quiet_hours),
});

/** Leaves out fields that do not apply, so that the API does not show them. */
export function storeDigest({
  every,
  hour = 9,
  weekday = 1,
}: {
  every: Digest['every'];
  hour?: number;
  weekday?: number;
}) {
  if (every === 'instant') return null;
  if (every === 'hourly') return JSON.stringify({ every });
  return JSON.stringify(every === 'daily' ? { every, hour } : { every, hour, weekday });
}

export function storeQuietHours(quiet: { from: string; to: string; except?: QuietHours['except'] } | null) {
  return quiet && JSON.stringify({ from: quiet.from, to: quiet.to, except: quiet.except ?? 'none' });
}

/** Whole milliseconds since 1970. */
export const msOf = (time: UtcTimestamp): number => Date.parse(`${time.slice(0, 23).replace(' ', 'T')}Z`);

export const timestampAt = (ms: number): UtcTimestamp => fromDate(new Date(ms));

/**
 * Wall clocks of IANA time zones, by the data that Intl has. Moments are milliseconds since 1970; a wall time is the same number as
 * if its date and time were UTC, so that a day is always 24 hours of it.
 */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat =>
  getOrMake(formats, zone, () => {
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      ...time,
    });
  });

/** The wall time at a moment, to the second. */
export function wallAt(zone: string, moment: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(moment)) part[type] = Number(value);
  return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second);
}

export function offsetAt(zone: string, moment: number): number {
  return wallAt(zone, moment) - Math.floor(moment / 1_000) * 1_000;
}

/**
 * The moment of a wall time: the first one when it is repeated, the next one that exists when it is skipped. A zone
 * may skip a whole day (Samoa, 2011), so the offsets are looked up two days before and after.
 */
export function momentOf(zone: string, wall: number): number {
  const offsets = [offsetAt(zone, wall - 2 * DAY), offsetAt(zone, wall + 2 * DAY)];
  const candidates = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
  const shown = candidates.find((moment) => wallAt(zone, moment) === wall);
  return shown ?? firstAfter(zone, wall, candidates[0]!, candidates[1]!);
}

/** The moment of the jump over `wall`, which lies between the two, to the second. */
function firstAfter(zone: string, wall: number, before: number, after: number): number {
  let [low, high] = [before, after];
  while (high - low > 1_000) {
    const middle = low + Math.floor((high - low) / 2_000) * 1_000;
    if (wallAt(zone, middle) >= wall) high = middle;
    else low = middle;
  }
  return high;
}

import { fromDate, type UtcTimestamp } from '../../../common/time/utc-timestamp';
import type { Digest, QuietHours, Timing } from './timing';

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

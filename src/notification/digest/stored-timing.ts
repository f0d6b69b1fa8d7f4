import { fromDate, type Moment } from '../../common/moment';
import type { Digest, QuietHours, Timing } from './timing';

/** What tells the timing of a channel: of its row, and of its owner's. */
export interface TimingRow {
  digest: string | null;
  quiet_hours: string | null;
  time_zone: string;
}

/** A channel `c` whose messages may have to wait. */
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

/** What is not asked for is left out, so that the answer shows what counts. */
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

/** Milliseconds since 1970; what is below is cut off. */
export const msOf = (moment: Moment): number => Date.parse(`${moment.slice(0, 23).replace(' ', 'T')}Z`);

export const momentAt = (ms: number): Moment => fromDate(new Date(ms));

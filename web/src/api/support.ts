import { now } from './clock';

/** How long the version in use is supported, as far as anybody has published it. Days are `YYYY-MM-DD`. */
export interface Support {
  cycle: string | null;
  state: 'supported' | 'ending' | 'extended' | 'ended' | 'unknown';
  active_until: string | null;
  eol_on: string | null;
  extended_until: string | null;
  lts: boolean;
  latest_in_cycle: string | null;
  as_of: string | null;
}

const DAY = 86_400_000;

/** Whole days from today until a day; 0 on the day itself, negative after it. */
export const daysUntil = (day: string) => Math.round((Date.parse(day) - Math.floor(now() / DAY) * DAY) / DAY);

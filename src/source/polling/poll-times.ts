import { parseDuration } from '../../config/duration';
import { LONGEST_INTERVAL, POLLS_PER_AGE } from '../../software/freshness.sql';

const SHORTEST_INTERVAL = 600;
export const INTERVAL_RULE = 'must be a duration from 10m to 1d, such as 6h';

/** The interval of a source in seconds; null = not within the limits. */
export function parseInterval(text: string): number | null {
  const seconds = parseDuration(text);
  return seconds !== null && seconds >= SHORTEST_INTERVAL && seconds <= LONGEST_INTERVAL ? seconds : null;
}

const FIRST_RETRY = 120;
/** Intervals vary by this part at random, so that polls spread out. */
const JITTER = 0.1;

/**
 * Seconds until the next poll after a success: an hour after two days without a release, a day after 48. A product that was just
 * released is polled twice as often as `usual`, as a fix often follows.
 * @param usual seconds between two polls (`SOURCE_EVERY`)
 * @param age seconds since the last release; null = there was none
 * @param fixed the interval that somebody has set
 * @param random 0 to 1
 */
export function nextPoll(usual: number, age: number | null, fixed: number | null, random: number): number {
  const interval = fixed ?? Math.min(LONGEST_INTERVAL, Math.max(usual / 2, (age ?? Infinity) / POLLS_PER_AGE));
  return jittered(interval, random);
}

/**
 * Seconds until the next poll after a failure: 2 minutes, doubled with each further failure in a row.
 * @param failures in a row, including this one
 * @param asked seconds that the source asked to wait
 */
export function nextRetry(failures: number, asked: number | null, random: number): number {
  const backOff = jittered(Math.min(LONGEST_INTERVAL, FIRST_RETRY * 2 ** Math.min(failures - 1, 16)), random);
  return Math.max(backOff, Math.min(asked ?? 0, LONGEST_INTERVAL));
}

const jittered = (seconds: number, random: number) =>
  Math.max(1, Math.round(seconds * (1 + JITTER * (2 * random - 1))));

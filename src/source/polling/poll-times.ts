import { parseDuration } from '../../config/duration';

/** Seconds. Nothing is asked less often than daily, however long ago it was released and however long it fails. */
export const LONGEST_INTERVAL = 86_400;
const SHORTEST_INTERVAL = 600;
export const INTERVAL_RULE = 'must be a duration from 10m to 1d, such as 6h';

/** What somebody sets for a product, in seconds; null when it is not within the limits. */
export function parseInterval(text: string): number | null {
  const seconds = parseDuration(text);
  return seconds !== null && seconds >= SHORTEST_INTERVAL && seconds <= LONGEST_INTERVAL ? seconds : null;
}

/** How many times a product is asked in the time that has passed since its last release. */
const POLLS_PER_AGE = 48;
const FIRST_RETRY = 120;
/** The part of a time by which it is shortened or lengthened at random: what fell together does not stay together. */
const JITTER = 0.1;

/**
 * Seconds until a source that answered is asked again: an hour after two days without a release, a day after 48. A product that was
 * just released is asked twice as often as `usual`: a fix often follows.
 * @param usual seconds between two polls (`SOURCE_EVERY`)
 * @param age seconds since the product's last release; null = it has never had one
 * @param fixed what somebody set for this product
 * @param random 0 to 1
 */
export function nextPoll(usual: number, age: number | null, fixed: number | null, random: number): number {
  const interval = fixed ?? Math.min(LONGEST_INTERVAL, Math.max(usual / 2, (age ?? Infinity) / POLLS_PER_AGE));
  return jittered(interval, random);
}

/**
 * Seconds until a source that failed is asked again: 2 minutes, and twice as long after each further failure in a row.
 * @param failures in a row, this one included
 * @param asked seconds for which the source wants to be left alone
 */
export function nextRetry(failures: number, asked: number | null, random: number): number {
  const backOff = jittered(Math.min(LONGEST_INTERVAL, FIRST_RETRY * 2 ** Math.min(failures - 1, 16)), random);
  return Math.max(backOff, Math.min(asked ?? 0, LONGEST_INTERVAL));
}

const jittered = (seconds: number, random: number) =>
  Math.max(1, Math.round(seconds * (1 + JITTER * (2 * random - 1))));

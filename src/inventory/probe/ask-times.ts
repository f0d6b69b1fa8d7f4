import { formatDuration, parseDuration } from '../../config/duration';
import { nextRetry } from '../../source/polling/poll-times';

export const USUAL_INTERVAL = 900;
const SHORTEST_INTERVAL = 300;
const LONGEST_INTERVAL = 86_400;
/** Seconds. A program that was away is seen again within an hour, or its interval if that is longer. */
const LONGEST_RETRY = 3_600;
const JITTER = 0.1;

export const INTERVAL_RULE = `must be a duration from ${formatDuration(SHORTEST_INTERVAL)} to ${formatDuration(LONGEST_INTERVAL)}, such as 1h`;

/** Seconds; null = not within the limits. */
export function parseInterval(text: string): number | null {
  const seconds = parseDuration(text);
  return seconds !== null && seconds >= SHORTEST_INTERVAL && seconds <= LONGEST_INTERVAL ? seconds : null;
}

/**
 * Seconds until a program is asked again.
 * @param failures in a row, including this time; 0 = it answered
 * @param asked seconds for which it asked to be left alone
 * @param random 0 to 1
 */
export function nextAsk(interval: number, failures: number, asked: number | null, random: number): number {
  if (failures === 0) return Math.round(interval * (1 + JITTER * (2 * random - 1)));
  const backOff = Math.min(nextRetry(failures, null, random), Math.max(interval, LONGEST_RETRY));
  return Math.max(backOff, Math.min(asked ?? 0, LONGEST_INTERVAL));
}

import { parseDuration } from './duration';

/** At most `points` in a window of `seconds`. */
export interface Rate {
  points: number;
  seconds: number;
}

const MOST = 1_000_000;
const LONGEST = 86_400;

/** Completes "… must be". */
export const RATE = 'a number and a duration, such as 600/1m (at most 1000000 and 1d), or off';

/**
 * Reads `600/1m`, or `off`.
 * @returns false for `off`; null when the text is invalid
 */
export function parseRate(text: string): Rate | false | null {
  if (text.toLowerCase() === 'off') return false;
  const match = /^(\d{1,7})\s*\/\s*(\w+)$/.exec(text);
  if (!match) return null;
  const points = Number(match[1]);
  const seconds = parseDuration(match[2]!);
  const usable = points >= 1 && points <= MOST && seconds !== null && seconds <= LONGEST;
  return usable ? { points, seconds } : null;
}

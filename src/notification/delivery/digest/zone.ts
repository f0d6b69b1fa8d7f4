/**
 * Wall clocks of IANA time zones, by the data that Intl has. Moments are milliseconds since 1970; a wall time is the same number as
 * if its date and time were UTC, so that a day is always 24 hours of it.
 */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

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

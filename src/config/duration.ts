const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Allows surrounding blanks and upper case. */
export const DURATION = /^\s*(\d{1,9})\s*([smhdwSMHDW])\s*$/;

/**
 * Reads a duration such as `30s`, `1m`, `24h`, `90d` or `2w`.
 * @returns whole seconds, from 1 to ten years; null when the text is no duration
 */
export function parseDuration(text: string): number | null {
  const match = DURATION.exec(text);
  if (!match) return null;
  const seconds = Number(match[1]) * UNIT_SECONDS[match[2]!.toLowerCase()]!;
  return seconds >= 1 && seconds <= 315_360_000 ? seconds : null;
}

/** In the largest unit that divides it: 86,400 is `1d`, 90 is `90s`. */
export function formatDuration(seconds: number): string {
  const unit = ['w', 'd', 'h', 'm'].find((name) => seconds % UNIT_SECONDS[name]! === 0) ?? 's';
  return `${seconds / UNIT_SECONDS[unit]!}${unit}`;
}

/** The shortest allowed time between two reminders, in seconds. */
export const SHORTEST_REMINDER = 3_600;

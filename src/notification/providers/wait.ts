const DAY = 86_400;

/** Seconds to wait from a provider's JSON, rounded up, 1 to 86,400; null for anything but a number. */
export function waitOf(seconds: unknown): number | null {
  return typeof seconds === 'number' && Number.isFinite(seconds)
    ? Math.min(Math.max(Math.ceil(seconds), 1), DAY)
    : null;
}

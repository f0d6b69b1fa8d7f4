/** The longest wait, in seconds: a day. */
const MAX_SECONDS = 86_400;

/**
 * Seconds to wait, 1 to 86,400, by a `Retry-After` header: a whole number of seconds or an HTTP date (RFC 9110 10.2.3).
 * Null when it is absent, negative, zero, in the past or anything else: the caller's own schedule holds then.
 */
export function parseRetryAfter(header: string | string[] | undefined, now: Date = new Date()): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!text) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now);
  return seconds > 0 ? Math.min(seconds, MAX_SECONDS) : null;
}

/** NaN for what is not an HTTP date; `Date.parse` alone would take `abc 1` and `-1` for dates. */
function secondsUntil(text: string, now: Date): number {
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text)) return NaN;
  return Math.ceil((Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) - now.getTime()) / 1000);
}

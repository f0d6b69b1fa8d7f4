const dayFormat = (month: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
// A digest has hundreds of days.
const LONG_DAY = dayFormat('long');
export const SHORT_DAY = dayFormat('short');

/** `20 November 2026`; null for anything but a date. */
export function dateOf(text: string | null, format = LONG_DAY): string | null {
  const date = new Date(text ?? NaN);
  return Number.isNaN(date.getTime()) ? null : format.format(date);
}

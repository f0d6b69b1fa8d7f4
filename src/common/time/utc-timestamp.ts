/** A moment as the databases hold it: `YYYY-MM-DD HH:MM:SS.ffffff`, UTC. Text order is order of time. */
export type UtcTimestamp = string;

const STORED = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;
const INPUT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** What `parseMoment` takes, apart from blanks around it, for the API description. `format: date-time` would leave dates out. */
export const MOMENT_PATTERN =
  '^\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,6})?)?\\s?([Zz]|[+-]\\d\\d(:?\\d\\d)?)?)?$';
/** The first sentence about a field that takes one. */
export const MOMENT_FORM =
  'ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.';

/**
 * A column of moments as texts, for a SELECT. In the answer to a prepared statement mysql2 takes several times as long to read a moment
 * as to read a text (bench/results.md).
 */
export const momentText = (column: string) => `CAST(${column} AS CHAR)`;

/** The API's form, always six digits: `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export function toApiTimestamp(stored: UtcTimestamp): string;
export function toApiTimestamp(stored: UtcTimestamp | null): string | null;
export function toApiTimestamp(stored: UtcTimestamp | null): string | null {
  if (stored === null) return null;
  // The two forms that databases give: a page has hundreds of moments.
  if (stored[10] === ' ' && stored.length === 26 && stored[19] === '.')
    return `${stored.slice(0, 10)}T${stored.slice(11)}Z`;
  if (stored[10] === ' ' && stored.length === 19) return `${stored.slice(0, 10)}T${stored.slice(11)}.000000Z`;
  const match = STORED.exec(stored);
  if (!match) throw new Error(`not a stored moment: ${stored}`);
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(6, '0')}Z`;
}

/** Whether text is such a moment, and one of the calendar. */
export const isStoredMoment = (text: string) => STORED.test(text) && parseMoment(text) !== null;

export function fromDate(date: Date): UtcTimestamp {
  return date.toISOString().replace('T', ' ').replace('Z', '000');
}

/**
 * Reads an ISO 8601 date or datetime with up to six fractional digits; without an offset it is UTC.
 * @returns null when it is not one, or no day of the calendar, or outside the years 1 to 9999
 */
export function parseMoment(text: string): UtcTimestamp | null {
  // A poll has thousands of dates, nearly all in one of these forms.
  if (DAY.test(text)) return isDay(text) ? `${text} 00:00:00.000000` : null;
  if (UTC.test(text)) return isDay(text) && isTime(text) ? stored(text.slice(0, 10), text.slice(11, -1)) : null;
  const match = INPUT.exec(text.trim());
  if (!match) return null;
  const [, day, minutes = '00:00', seconds = '00', fraction = '', offset = 'Z'] = match;
  if (!isDay(day!) || minutes > '23:59' || minutes.slice(3) > '59' || seconds > '59') return null;
  const offsetMinutes = parseOffset(offset);
  if (offsetMinutes === null) return null;
  const utc =
    offsetMinutes === 0 ? `${day} ${minutes}:${seconds}` : shifted(`${day}T${minutes}:${seconds}Z`, -offsetMinutes);
  return utc && `${utc}.${fraction.padEnd(6, '0')}`;
}

/** @returns null when it is not `YYYY-MM-DD`, or no day of the calendar */
export const parseDay = (text: string): string | null => (DAY.test(text) && isDay(text) ? text : null);

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Of the proleptic Gregorian calendar, in the years 1 to 9999. */
function isDay(text: string): boolean {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return year > 0 && day > 0 && day <= days;
}

/** @param time with or without a fraction of a second */
const stored = (day: string, time: string) => `${day} ${time}${'.000000'.slice(Math.max(0, time.length - 8))}`;

const isTime = (text: string) => twoDigits(text, 11) < 24 && twoDigits(text, 14) < 60 && twoDigits(text, 17) < 60;

const twoDigits = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * 48;

function shifted(text: string, minutes: number): string | null {
  const date = new Date(Date.parse(text) + minutes * 60_000);
  const year = date.getUTCFullYear();
  return year < 1 || year > 9999 ? null : date.toISOString().slice(0, 19).replace('T', ' ');
}

function parseOffset(offset: string): number | null {
  if (/^z$/i.test(offset)) return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return null;
  return (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

import { parseMoment } from '../time/utc-timestamp';
import { SourceError } from './source-error';

/** An object of a source's response. The readers are strict about what is needed and tolerant about the rest. */
export type Fields = Record<string, unknown>;

/** @throws SourceError when it is not an object */
export function fieldsOf(value: unknown, what = 'The response'): Fields {
  if (isFields(value)) return value;
  throw new SourceError(`${what} is not an object`, null, 'format');
}

/** @throws SourceError when it is not a list */
export function listOf(value: unknown, what = 'The response'): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new SourceError(`${what} is not a list`, null, 'format');
}

/** The objects of a list; skips other items. */
export const objectsOf = (value: unknown, what?: string): Fields[] => listOf(value, what).filter(isFields);

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A non-empty text, trimmed; null for anything else. */
export function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

/** No time of day, or one without a zone: JavaScript would assume the zone of this server. */
const ZONELESS = /^[^:]*[^:Zz]$|^[^:]*\d:\d\d(:\d\d(\.\d+)?)?( ?[AaPp][Mm])?$/;

/** A year of two digits, as RFC 822 has it and RSS still allows: 00 to 49 are of this century (RFC 2822, section 4.3). */
const RFC_822 = /^((?:[A-Z][a-z]{2}, *)?\d{1,2} [A-Z][a-z]{2} )(\d\d)( \d\d:\d\d(?::\d\d)? (?:[A-Z]{1,3}|[+-]\d{4}))$/;

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';

/** Two numbers before a year: day and month, or month and day. */
const NUMBERS = /(?<![:.\d])(\d\d?)[-/.](\d\d?)[-/.]\d{4}(?!\d)/;

/** Where the day is: after year and month, before or after the name of the month, or after its number, as JavaScript reads it. */
const WRITTEN_DAYS = [
  /(?<!\d)\d{4}[-/.]\d\d?[-/.](?<day>\d\d?)(?!\d)/,
  new RegExp(`(?<![:.\\d])(?<day>\\d\\d?)[ -]*${MONTH}`, 'i'),
  new RegExp(`${MONTH}\\.?[ -]*(?<day>\\d\\d?)(?![:\\d])`, 'i'),
  /(?<![:.\d])\d\d?[-/.](?<day>\d\d?)[-/.]\d{4}(?!\d)/,
];
const DAY_MS = 86_400_000;

/**
 * A timestamp in ISO 8601 (UTC), from a date or timestamp in any common format, which is in UTC unless it says otherwise. Null for
 * anything else: a day that does not exist, or a date whose month and day are ambiguous.
 */
export function dateOf(value: unknown): string | null {
  const given = textOf(value);
  if (given === null || given.length > 64) return null;
  // The fast path: nearly all sources write ISO 8601, and some have thousands.
  const moment = parseMoment(given);
  if (moment !== null)
    return inRange(Number(moment.slice(0, 4))) ? `${moment.slice(0, 10)}T${moment.slice(11, 23)}Z` : null;
  const text = given.replace(
    RFC_822,
    (_all, day: string, year: string, time: string) => `${day}${Number(year) < 50 ? 20 : 19}${year}${time}`,
  );
  if (!/\d{4}/.test(text)) return null;
  const date = new Date(ZONELESS.test(text) ? `${text.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ')} UTC` : text);
  const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear();
  return inRange(year) && isOfCalendar(text, date) && !isAmbiguous(text) ? date.toISOString() : null;
}

/** JavaScript turns 30 February into 2 March. A time zone may shift the day by one. */
function isOfCalendar(text: string, date: Date): boolean {
  const form = WRITTEN_DAYS.find((one) => one.test(text));
  const day = Number(form?.exec(text)?.groups?.day);
  return !form || [-1, 0, 1].some((days) => new Date(date.getTime() + days * DAY_MS).getUTCDate() === day);
}

function isAmbiguous(text: string): boolean {
  const [, first = 0, second = 0] = (NUMBERS.exec(text) ?? []).map(Number);
  return first !== second && first <= 12 && second <= 12;
}

const inRange = (year: number) => year >= 1970 && year < 2200;

/** An http(s) URL; null for anything else. */
export function linkOf(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && text.length <= 2_048 && /^https?:\/\/[^\s]+$/i.test(text) ? text : null;
}

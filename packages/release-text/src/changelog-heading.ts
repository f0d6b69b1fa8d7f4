const MAX_HEADING = 300;
const VERSION = /(?<![A-Za-z0-9.])v?(\d+(?:\.\d+)+(?:[-+._~][0-9A-Za-z]+|[A-Za-z][0-9A-Za-z]*)*)/g;
const WHOLE_NUMBER = /^[^\p{L}\p{N}]*(?:(?:version|release)\s+v?|v)?(\d{1,9})[^\p{L}\p{N}]*$/iu;
/** Between two versions: the heading is about the second one. */
const LEADS_TO = /^\s*(?:から|to|→|->|=>|\.{2,3}|and)\s*$/i;
const SERIES = /\.[x*]$/i;
const DOTTED_DATE = /^\d{1,2}\.\d{1,2}\.(?:19|20)\d\d$/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
const ISO = /(?<!\d)((?:19|20)\d\d)([-/.]|年)(\d{1,2})(?:\2|月)(\d{1,2})日?(?!\d)/;
const DAY_FIRST = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?[ -](?:of )?${MONTH},?[ -]((?:19|20)\\d\\d)(?!\\d)`,
  'i',
);
const MONTH_FIRST = new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\\d\\d)(?!\\d)`, 'i');

export interface HeadingFacts {
  version: string;
  /** YYYY-MM-DD */
  releasedAt: string | null;
  /** It holds nothing else. */
  isBare: boolean;
}

/** The version that a heading of a changelog is about; null if it is about none. */
export function readHeading(heading: string): HeadingFacts | null {
  const text = heading.trim();
  if (text.length > MAX_HEADING) return null;
  const date = readDate(text);
  const rest = (date && !isVersionItself(text, date.found) ? text.replace(date.found, ' ') : text).trim();
  const found = [...rest.matchAll(VERSION)].filter(([, version]) => !SERIES.test(version!));
  const versions = found.length > 1 ? found.filter(([, version]) => !DOTTED_DATE.test(version!)) : found;
  const [first, second] = versions;
  if (!first) {
    const number = WHOLE_NUMBER.exec(rest)?.[1];
    return number ? { version: number, releasedAt: date?.day ?? null, isBare: true } : null;
  }
  const isRange = second && LEADS_TO.test(rest.slice(first.index + first[0].length, second.index));
  const version = (isRange ? second : first)[1]!;
  const others = rest.replace(first[0], '').replace(/\b(?:version|released?(?: on)?|unreleased)\b/gi, '');
  return { version, releasedAt: date?.day ?? null, isBare: !/[\p{L}\p{N}]/u.test(others) };
}

/** `2024.01.02` alone is a version that is a date. */
const isVersionItself = (text: string, found: string) =>
  found.includes('.') && ![...text.replace(found, ' ').matchAll(VERSION)].length;

/** The first day that a line names, in the forms in which changelogs do. */
export function readDate(text: string): { day: string; found: string } | null {
  const iso = ISO.exec(text);
  if (iso) return dayOf(iso[0], Number(iso[1]), Number(iso[3]), Number(iso[4]));
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return dayOf(dayFirst[0], Number(dayFirst[3]), monthOf(dayFirst[2]!), Number(dayFirst[1]));
  const monthFirst = MONTH_FIRST.exec(text);
  return monthFirst && dayOf(monthFirst[0], Number(monthFirst[3]), monthOf(monthFirst[1]!), Number(monthFirst[2]));
}

const monthOf = (name: string) => MONTHS.indexOf(name.toLowerCase().slice(0, 3)) + 1;

function dayOf(found: string, year: number, month: number, day: number): { day: string; found: string } | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? { day: date.toISOString().slice(0, 10), found }
    : null;
}

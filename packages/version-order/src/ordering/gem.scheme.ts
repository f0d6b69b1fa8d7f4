import { invalidKey } from './generic.scheme';
import { cutKey, cutVersion, numberKey, seriesDigits, textKey } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * Ruby gems, as Gem::Version compares them. Runs of digits and of letters are segments; any letter makes a pre-release. A word is below
 * the end of a version and a number above it, and missing numbers are zero.
 *
 * Key: segments, then `*`. Words are `(` text. Zeros at the end are left out. Another zero equals the end as well, so that the next
 * segment that is not zero decides: it is `)` before a word and `+` before a number.
 */
const GEM = /^(?:\d+(?:\.[0-9a-z]+)*(?:-[0-9a-z-]+(?:\.[0-9a-z-]+)*)?)?$/i;
const WORD = '(';
const ZERO_BELOW = ')';
const END = '*';
const ZERO_ABOVE = '+';
/** Between them and the numbers. */
const ABOVE_ZEROS = ',';

/** With dots instead of hyphens; null if it is no version. The empty text is one: 0. */
function parse(version: string): string | null {
  const text = cutVersion(version).trim();
  return GEM.test(text) ? text.split('-').map(withoutHyphen).join('.') : null;
}

/** 1.0-beta is 1.0.beta, and 1.0-1, which is a pre-release too, is 1.0.pre.1. */
function withoutHyphen(part: string, index: number): string {
  return index === 0 || /^[^.]*[a-z]/i.test(part) ? part : 'pre.' + part;
}

/** From the beginning of a row of zeros and dots on; without a letter before it, up to its first dot they are of a number: the zero of 10.0. */
const ZEROS_AT_END = /(?<=[a-z])[.0]+$|(?<![.0])(0*\.)[.0]+$/i;
const ZEROS_BEFORE_WORD = /^[.0]+(?=[a-z])|(?<![.0])(0*\.)[.0]+(?=[a-z])/i;

/** Without zeros before the first word and at the end, and without a `pre` right before another word: 1.0.0.pre.rc.1.0 is 1.rc.1. */
function segmentsOf(version: string): string[] {
  const short = version.replace(ZEROS_AT_END, '$1').replace(ZEROS_BEFORE_WORD, '$1');
  const segments = short.match(/\d+|[a-z]+/gi) ?? [];
  return segments.filter((segment, index) => segment !== 'pre' || !isWord(segments[index + 1]));
}

const isWord = (segment: string | undefined) => segment !== undefined && /^[a-z]/i.test(segment);

function segmentsKey(segments: string[]): string {
  let key = '';
  let zero = '';
  for (const segment of segments.reverse()) {
    const number = isWord(segment) ? null : numberKey(segment);
    key = (number === null ? WORD + textKey(segment) : number === '0' ? zero : number) + key;
    if (number !== '0') zero = number === null ? ZERO_BELOW : ZERO_ABOVE;
  }
  return key;
}

function key(version: string): string {
  const text = parse(version);
  return text === null ? invalidKey(version) : cutKey(segmentsKey(segmentsOf(text)) + END);
}

/** The series 1.0 has 1, 1.0.2 and 1.rc1, but not 1.1: what follows the 1 is not above a zero. */
function seriesRange(series: string): KeyRange | null {
  const numbers = seriesDigits(series);
  if (!numbers) return null;
  let used = numbers.length;
  while (used > 0 && /^0+$/.test(numbers[used - 1]!)) used -= 1;
  const prefix = segmentsKey(numbers.slice(0, used));
  const zeros = numbers.length - used;
  return { gte: prefix || WORD, lt: prefix + (zeros === 0 ? '~' : ZERO_ABOVE.repeat(zeros - 1) + ABOVE_ZEROS) };
}

export const gemScheme: VersionScheme = {
  name: 'gem',
  key,
  valid: (version) => parse(version) !== null,
  prerelease: (version) => /[a-z]/i.test(parse(version) ?? ''),
  seriesRange,
};

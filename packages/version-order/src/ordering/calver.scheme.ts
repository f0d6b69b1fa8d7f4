import { genericScheme, type GenericVersion, invalidKey, partsKey, readGeneric, readTail } from './generic.scheme';
import { cutKey, cutVersion, numberKey, seriesDigits } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * Calendar versions. A pattern is only needed if the fields do not go from the largest to the smallest (DD.MM.YYYY) or years have
 * sometimes two and sometimes four digits; without one the order is the generic one.
 *
 * Key: the fields as numbers, then the rest in generic order.
 */
export function calverScheme(pattern?: string | null): VersionScheme {
  return pattern ? new PatternScheme(new CalverPattern(pattern)) : plainScheme;
}

const plainScheme: VersionScheme = {
  name: 'calver',
  key: (version) => (isPlain(version) ? genericScheme.key(version) : invalidKey(version)),
  valid: isPlain,
  prerelease: (version) => hasModifier(readGeneric(version)),
  seriesRange: (series) => genericScheme.seriesRange(series),
};

function isPlain(version: string): boolean {
  return /\d/.test(cutVersion(version));
}

/** Whatever sorts a version below its plain date is a modifier (Anitya: "any modifier"); LTS, build and patch words are not. */
function hasModifier(version: GenericVersion): boolean {
  return version.parts.some((part) => part.startsWith('('));
}

class PatternScheme implements VersionScheme {
  readonly name = 'calver';

  constructor(private readonly pattern: CalverPattern) {}

  key(version: string): string {
    const read = this.read(version);
    return read ? cutKey(read.numbers.map(numberKey).join('') + partsKey(readTail(read.tail))) : invalidKey(version);
  }

  valid(version: string): boolean {
    return this.read(version) !== null;
  }

  prerelease(version: string): boolean {
    return hasModifier(readTail(this.read(version)?.tail ?? version));
  }

  seriesRange(series: string): KeyRange | null {
    const digits = seriesDigits(series);
    const numbers = digits && this.pattern.seriesNumbers(digits);
    if (!numbers) return null;
    const prefix = numbers.map(numberKey).join('');
    return { gte: prefix, lt: prefix + '~' };
  }

  private read(version: string) {
    return this.pattern.read(cutVersion(version).trim());
  }
}

/**
 * Patterns of calendar versions, with the field names of https://calver.org: YYYY YY 0Y MM 0M WW 0W DD 0D MAJOR MINOR MICRO and, at
 * the end, MODIFIER. Everything else in a pattern is literal.
 */
type FieldKind = 'year' | 'month' | 'week' | 'day' | 'major' | 'minor' | 'micro';

const FIELD = /(YYYY|0Y|YY|0M|MM|0W|WW|0D|DD|MAJOR|MINOR|MICRO)/;

/** The pattern of a field; `joined` applies if another field follows directly, as in YYYY0M0D. */
const FIELDS = new Map<string, { kind: FieldKind; digits: RegExp; joined: RegExp }>([
  ['YYYY', { kind: 'year', digits: /\d{4}/y, joined: /\d{4}/y }],
  ['YY', { kind: 'year', digits: /\d{1,4}/y, joined: /\d{2}/y }],
  ['0Y', { kind: 'year', digits: /\d{2,4}/y, joined: /\d{2}/y }],
  ['MM', { kind: 'month', digits: /\d{1,2}/y, joined: /\d{1,2}/y }],
  ['0M', { kind: 'month', digits: /\d{2}/y, joined: /\d{2}/y }],
  ['WW', { kind: 'week', digits: /\d{1,2}/y, joined: /\d{1,2}/y }],
  ['0W', { kind: 'week', digits: /\d{2}/y, joined: /\d{2}/y }],
  ['DD', { kind: 'day', digits: /\d{1,2}/y, joined: /\d{1,2}/y }],
  ['0D', { kind: 'day', digits: /\d{2}/y, joined: /\d{2}/y }],
  ['MAJOR', { kind: 'major', digits: /\d+/y, joined: /\d+/y }],
  ['MINOR', { kind: 'minor', digits: /\d+/y, joined: /\d+/y }],
  ['MICRO', { kind: 'micro', digits: /\d+/y, joined: /\d+/y }],
]);

/** The units of a date, largest first, with their minimum and maximum. POSIX counts weeks from 0 (%U, %W). */
const DATE_UNITS = new Map<FieldKind, [least: number, most: number]>([
  ['year', [0, 9999]],
  ['month', [1, 12]],
  ['week', [0, 53]],
  ['day', [1, 31]],
]);

const MAX_CALVER_PATTERN = 64;

interface Piece {
  /** The text before the field. */
  literal: string;
  kind: FieldKind;
  digits: RegExp;
  /** This field and all later ones may be missing: YYYY.MM.MICRO also matches 2024.1. */
  optional: boolean;
}

/** A version parsed by its pattern. */
interface CalendarVersion {
  /** Numbers; the places of date fields hold the date from year to day. */
  numbers: string[];
  /** The text after the fields. */
  tail: string;
}

/** The mistake in a pattern, for its author; null = none. */
export function validateCalverPattern(pattern: string): string | null {
  if (pattern.length > MAX_CALVER_PATTERN) return `must be at most ${MAX_CALVER_PATTERN} characters long`;
  const kinds = piecesOf(pattern).map((piece) => piece.kind);
  if (!kinds.includes('year')) return 'must have a year: YYYY, YY or 0Y';
  if (new Set(kinds).size < kinds.length) return 'must have each field only once';
  if (/MODIFIER./.test(pattern)) return 'must have MODIFIER, if at all, at its end';
  return null;
}

function piecesOf(pattern: string): Piece[] {
  const parts = pattern.replace(/[-._]?MODIFIER$/, '').split(FIELD);
  const pieces: Piece[] = [];
  for (let i = 1; i < parts.length; i += 2) {
    const field = FIELDS.get(parts[i] as string);
    const literal = (parts[i - 1] as string).toLowerCase();
    const joined = parts[i + 1] === '' && i + 2 < parts.length;
    const optional = literal !== '' && pieces.some((piece) => piece.kind === 'year');
    if (field) pieces.push({ literal, kind: field.kind, digits: joined ? field.joined : field.digits, optional });
  }
  return pieces;
}

/** A parsed pattern. An invalid one matches no version. */
class CalverPattern {
  private readonly pieces: Piece[];
  /** For each place of the key, the index of its field in the pattern. */
  private readonly order: number[];
  /** Whether fields go from the largest to the smallest, so that a series is a prefix of them. */
  readonly descending: boolean;

  constructor(pattern: string) {
    this.pieces = validateCalverPattern(pattern) === null ? piecesOf(pattern) : [];
    this.order = orderOf(this.pieces.map((piece) => piece.kind));
    this.descending = this.order.every((from, to) => from === to);
  }

  read(version: string): CalendarVersion | null {
    const text = version.toLowerCase();
    const values: string[] = [];
    let position = this.start(text);
    for (const piece of this.pieces) {
      const start = text.startsWith(piece.literal, position) ? position + piece.literal.length : null;
      const value = start === null ? null : take(piece, text, start);
      if (value === null && (!piece.optional || isDigit(text, start))) return null;
      if (start === null || value === null) break;
      position = start + value.length;
      values.push(value);
    }
    if (values.length === 0 || isDigit(text, position)) return null;
    return { numbers: this.numbersOf(values), tail: text.slice(position) };
  }

  /** Completes short years of a series; null if there are more numbers than fields. */
  seriesNumbers(numbers: string[]): string[] | null {
    if (!this.descending || numbers.length > this.pieces.length) return null;
    return numbers.map((number, index) => (this.pieces[index]?.kind === 'year' ? fullYear(number) : number));
  }

  /** A pattern that begins with a field starts at the first digit: v2024.1, release-2024.1. */
  private start(text: string): number {
    const literal = this.pieces[0]?.literal;
    const found = literal ? text.indexOf(literal) : text.search(/\d/);
    return Math.max(found, 0);
  }

  private numbersOf(values: string[]): string[] {
    return this.order.map((index) => {
      const value = values[index] ?? '0';
      return this.pieces[index]?.kind === 'year' ? fullYear(value) : value;
    });
  }
}

function take(piece: Piece, text: string, position: number): string | null {
  piece.digits.lastIndex = position;
  const value = piece.digits.exec(text)?.[0];
  const [least, most] = DATE_UNITS.get(piece.kind) ?? [0, Infinity];
  return value === undefined || Number(value) < least || Number(value) > most ? null : value;
}

/** A digit here is a field that does not match (2024.13, 2024.1 for YYYY.0M), not the start of the tail. */
function isDigit(text: string, position: number | null): boolean {
  return position !== null && /\d/.test(text.charAt(position));
}

/** Sorts the date fields among their places; other fields stay where they are. */
function orderOf(kinds: FieldKind[]): number[] {
  const units = [...DATE_UNITS.keys()];
  const isDate = (index: number) => DATE_UNITS.has(kinds[index] as FieldKind);
  const dates = [...kinds.keys()].filter(isDate);
  dates.sort((a, b) => units.indexOf(kinds[a] as FieldKind) - units.indexOf(kinds[b] as FieldKind));
  return [...kinds.keys()].map((index) => (isDate(index) ? (dates.shift() as number) : index));
}

/** 24 is 2024 and 106 is 2106 (calver.org counts from 2000), but 69 to 99 are 1969 to 1999, as in POSIX %y. */
function fullYear(digits: string): string {
  const year = Number(digits);
  if (digits.length > 3) return digits;
  return String(year >= 69 && year <= 99 ? 1900 + year : 2000 + year);
}

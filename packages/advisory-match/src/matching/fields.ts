import { firstCharacters, safeUrl, withoutHidden } from 'small-parts';

/** A record that is refused. The message is the rest of a sentence that begins with the record. */
export class RecordProblem extends Error {}

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined and null are an empty list. @throws RecordProblem for anything else, and for more than `most` */
export function listOf(value: unknown, name: string, most: number): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new RecordProblem(`has ${name} that is not a list`);
  if (value.length > most) throw new RecordProblem(`has more than ${most} ${name}`);
  return value as unknown[];
}

/** Texts of a list, each once; what is none is left out. */
export const textsOf = (list: unknown[]): string[] => [
  ...new Set(list.filter((one): one is string => typeof one === 'string')),
];

/** In one line, without control characters. Null: it is no text, or has nothing to show. */
export function lineOf(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null;
  const line = withoutHidden(value.slice(0, 4 * most)).replace(/[\s\p{Cc}]+/gu, ' ');
  return firstCharacters(line.trim(), most) || null;
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
const ALIASES_AT_MOST = 50;

/** @throws RecordProblem */
export function idOf(value: unknown): string {
  if (typeof value !== 'string' || !ID.test(value)) throw new RecordProblem('has no valid id');
  return value;
}

export const aliasesOf = (value: unknown, id: string): string[] =>
  textsOf(Array.isArray(value) ? value : [])
    .filter((alias) => ID.test(alias) && alias !== id)
    .slice(0, ALIASES_AT_MOST);

/** The day of a timestamp; null = it is none. */
export function dayOf(value: unknown): string | null {
  const day = typeof value === 'string' ? /^(?:19|20|21)\d\d-\d\d-\d\d/.exec(value)?.[0] : undefined;
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : null;
}

export const webAddressOf = (value: unknown): string | null => (typeof value === 'string' ? safeUrl(value) : null);

/** Versions are compared by at most so many characters. */
const VERSION_LENGTH = 255;

/** @throws RecordProblem */
export function versionOf(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= VERSION_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(value))
    return value;
  throw new RecordProblem(`has a version that is not 1 to ${VERSION_LENGTH} printable characters`);
}

import { invalidKey } from './generic.scheme';
import { cutKey, cutVersion, numberKey, seriesNumbers } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * Composer packages: normalised as Composer\Semver\VersionParser does, then compared as PHP's version_compare does. Accepts what the
 * parser accepts: one to four numbers or a date, a stability (dev, alpha, beta, RC, patch) with numbers, and branches.
 *
 * Key: the numbers (four, unless it is a date), the stability with its numbers, dev, `*`. Stabilities before the release are `(` and
 * their rank, patch is `<`, which is above all numbers.
 */
const STABILITIES = new Map([
  ['alpha', '(1'],
  ['a', '(1'],
  ['beta', '(2'],
  ['b', '(2'],
  ['rc', '(3'],
  ['patch', '<'],
  ['pl', '<'],
  ['p', '<'],
]);
const DEV = '(0';
const END = '*';
const BRANCH_KEY = DEV + END;

const MODIFIER = '[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)([.-]?\\d+(?:[.-]\\d+)*)?)?([.-]?dev)?$';
const CLASSICAL = new RegExp(`^v?(\\d{1,5}(?:\\.\\d+){0,3})${MODIFIER}`);
const DATE = new RegExp(`^v?(\\d{4}(?:[.:-]?\\d{2}){1,6}(?:[.:-]?\\d{1,3}){0,2})${MODIFIER}`);
/** 1.x-dev: a branch with the numbers of its versions. */
const NUMERIC_BRANCH = /^v?(\d+(?:\.(?:\d+|[x*])){0,3})[.-]?dev$/;
const BRANCH_NUMBER = '9999999';
const NUMBERS = 4;

interface ComposerVersion {
  numbers: string[];
  /** Empty for a release. */
  stability: string;
  stabilityNumbers: string[];
  dev: boolean;
}

/** Versions of a branch without numbers are not comparable: all have the same key, the lowest. */
function parse(version: string): ComposerVersion | 'branch' | null {
  const text = withoutDecoration(cutVersion(version).trim());
  if (/^dev-/i.test(text) || /^(?:master|trunk|default)$/.test(text)) return 'branch';
  const plain = text.replace(/^([^,\s+]+)\+\S+$/, '$1').toLowerCase();
  const classical = CLASSICAL.exec(plain);
  if (classical) return read(padded(classical[1]!.split('.'), '0'), classical);
  const date = DATE.exec(plain);
  if (date) return read(date[1]!.split(/\D/), date);
  const branch = NUMERIC_BRANCH.exec(plain)?.[1]?.replace(/[x*]/g, BRANCH_NUMBER);
  return branch ? { ...RELEASE, numbers: padded(branch.split('.'), BRANCH_NUMBER), dev: true } : null;
}

const RELEASE = { stability: '', stabilityNumbers: [], dev: false };

/** Composer's syntax for requirements, which it allows in versions too: `1.0 as 2.0`, `1.0@beta`. */
const withoutDecoration = (text: string) =>
  text.replace(/^([^,\s]+) +as +[^,\s]+$/, '$1').replace(/@(?:stable|rc|beta|alpha|dev)$/i, '');

const padded = (numbers: string[], by: string) =>
  numbers.concat(Array.from({ length: NUMBERS - numbers.length }, () => by));

function read(numbers: string[], [, , word, digits, dev]: RegExpExecArray): ComposerVersion {
  if (word === 'stable') return { ...RELEASE, numbers };
  const stability = (word && STABILITIES.get(word)) ?? '';
  return { numbers, stability, stabilityNumbers: digits?.match(/\d+/g) ?? [], dev: dev !== undefined };
}

function key(version: string): string {
  const parsed = parse(version);
  if (parsed === null) return invalidKey(version);
  if (parsed === 'branch') return BRANCH_KEY;
  const { numbers, stability, stabilityNumbers, dev } = parsed;
  const digits = (list: string[]) => list.map(numberKey).join('');
  return cutKey(digits(numbers) + stability + digits(stabilityNumbers) + (dev ? DEV : '') + END);
}

function prerelease(version: string): boolean {
  const parsed = parse(version);
  if (parsed === null) return isUnstable(version);
  return parsed === 'branch' || parsed.dev || parsed.stability.startsWith('(');
}

const STABILITY = new RegExp(`${MODIFIER.replace(/\$$/, '')}(?:\\+.*)?$`);

/** The stability at the end of a text that is not a version: VersionParser::parseStability. */
function isUnstable(text: string): boolean {
  const plain = text.replace(/^([^#]*)#.+$/, '$1').toLowerCase();
  const [, word = '', , dev] = STABILITY.exec(plain.slice(-200)) ?? [];
  return dev !== undefined || (STABILITIES.get(word)?.startsWith('(') ?? false);
}

/** Keys have all four numbers, so that zeros need no care. */
function seriesRange(series: string): KeyRange | null {
  const prefix = seriesNumbers(series)?.join('');
  return prefix === undefined ? null : { gte: prefix, lt: prefix + '~' };
}

export const composerScheme: VersionScheme = {
  name: 'composer',
  key,
  valid: (version) => parse(version) !== null,
  prerelease,
  seriesRange,
};

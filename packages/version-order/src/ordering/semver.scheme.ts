import { invalidKey } from './generic.scheme';
import { cutKey, cutVersion, numberKey, rangeOfNumbers, seriesNumbers, textKey } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * Semantic Versioning 2.0.0, section 11 (https://semver.org). Also accepts what real registries have: `v` and `=` before the version,
 * leading zeros, fewer or more than three numbers, a pre-release without its hyphen (1.2.3beta), the `_` of a chart's tag (see `CHART_OF`).
 *
 * Key: the numbers, then `/` for a release or `-` for a pre-release with its identifiers, terminated by `!`.
 */
const SEMVER =
  /^[v=\s]*(\d+(?:\.\d+)*)(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*)|([a-z][0-9a-z-]*(?:\.[0-9a-z-]+)*))?(?:(?:\+|_(?=up\d))[!-~]*)?$/i;

/** Identifiers of a pre-release between dots, by the letter of the specification: numeric ones have no leading zeros. */
const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
export const IDENTIFIERS = `${IDENTIFIER}(?:\\.${IDENTIFIER})*`;

const CORE_NUMBERS = 3;

interface Semver {
  numbers: string[];
  prerelease: string | undefined;
}

function parse(version: string): Semver | null {
  const match = SEMVER.exec(cutVersion(version).trim());
  if (!match?.[1]) return null;
  return { numbers: coreNumbers(match[1].split('.').map(numberKey)), prerelease: match[2] ?? match[3] };
}

/** At least major, minor and patch; zeros after the patch are insignificant (1.2.3.0 is 1.2.3). */
export function coreNumbers(numbers: string[]): string[] {
  while (numbers.length < CORE_NUMBERS) numbers.push('0');
  while (numbers.length > CORE_NUMBERS && numbers.at(-1) === '0') numbers.pop();
  return numbers;
}

/**
 * Identifiers between dots, terminated. Numeric ones compare by value, below all others, which compare in ASCII order
 * (section 11.4).
 */
export function identifiersKey(text: string): string {
  return text.split('.').map(identifierKey).join('') + '!';
}

function identifierKey(identifier: string): string {
  return /^\d+$/.test(identifier) ? numberKey(identifier) : '@' + textKey(identifier);
}

/** @param numbers as `coreNumbers` gives them */
export function precedenceKey(numbers: string[], prerelease: string | undefined): string {
  return numbers.join('') + (prerelease === undefined ? '/' : '-' + identifiersKey(prerelease));
}

function key(version: string): string {
  const parsed = parse(version);
  return parsed ? cutKey(precedenceKey(parsed.numbers, parsed.prerelease)) : invalidKey(version);
}

export function semverSeriesRange(series: string): KeyRange | null {
  const numbers = seriesNumbers(series);
  return numbers && rangeOfNumbers('', numbers, '0', CORE_NUMBERS);
}

export const semverScheme: VersionScheme = {
  name: 'semver',
  key,
  valid: (version) => parse(version) !== null,
  prerelease: (version) => parse(version)?.prerelease !== undefined,
  seriesRange: semverSeriesRange,
};

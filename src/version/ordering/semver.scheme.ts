import { invalidKey } from './generic.scheme';
import { cutKey, cutVersion, numberKey, rangeOfNumbers, seriesNumbers, textKey } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * Semantic Versioning 2.0.0, section 11 (https://semver.org). Tolerated beyond it, as real registries have them: `v` and `=` before
 * the version, leading zeros, fewer or more than three numbers, a pre-release without its hyphen (1.2.3beta).
 *
 * Key: the numbers, then `/` for a release or `-` for a pre-release with its identifiers, closed by `!`.
 */
const SEMVER =
  /^[v=\s]*(\d+(?:\.\d+)*)(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*)|([a-z][0-9a-z-]*(?:\.[0-9a-z-]+)*))?(?:\+[!-~]*)?$/i;

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

/** At least major, minor and patch; zeros after the patch do not count (1.2.3.0 is 1.2.3). */
function coreNumbers(numbers: string[]): string[] {
  while (numbers.length < CORE_NUMBERS) numbers.push('0');
  while (numbers.length > CORE_NUMBERS && numbers.at(-1) === '0') numbers.pop();
  return numbers;
}

/** Identifiers of digits only by value and below all others, which compare in ASCII order (section 11.4). */
function identifierKey(identifier: string): string {
  return /^\d+$/.test(identifier) ? numberKey(identifier) : '@' + textKey(identifier);
}

function key(version: string): string {
  const parsed = parse(version);
  if (!parsed) return invalidKey(version);
  const core = parsed.numbers.join('');
  if (parsed.prerelease === undefined) return cutKey(core + '/');
  return cutKey(core + '-' + parsed.prerelease.split('.').map(identifierKey).join('') + '!');
}

function seriesRange(series: string): KeyRange | null {
  const numbers = seriesNumbers(series);
  return numbers && rangeOfNumbers('', numbers, '0', CORE_NUMBERS);
}

export const semverScheme: VersionScheme = {
  name: 'semver',
  key,
  valid: (version) => parse(version) !== null,
  prerelease: (version) => parse(version)?.prerelease !== undefined,
  seriesRange,
};

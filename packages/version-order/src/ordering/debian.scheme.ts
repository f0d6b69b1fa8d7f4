import { genericScheme, invalidKey } from './generic.scheme';
import { cutKey, cutVersion, numberKey, seriesNumbers } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * Debian packages: deb-version(7), as dpkg compares them (lib/dpkg/version.c).
 *
 * Key: epoch, upstream version, revision. Non-digits, terminated by `&`, and digits alternate. The order of non-digits is `~`, end,
 * letters, others: `~` becomes `$`, and `+ - . :` become the four characters above the letters.
 */
const DEBIAN = /^(?:(\d+):)?([A-Za-z0-9.+~:-]*?)(?:-([A-Za-z0-9.+~]+))?$/;
const END = '&';
const CHARACTERS = new Map([
  ['~', '$'],
  ['+', '{'],
  ['-', '|'],
  ['.', '}'],
  [':', '~'],
]);

interface DebianVersion {
  epoch: string;
  upstream: string;
  revision: string;
}

/** The revision follows the last hyphen; a missing one is 0. */
function parse(version: string): DebianVersion | null {
  const match = DEBIAN.exec(cutVersion(version).trim());
  if (!match?.[2] || (match[3] === undefined && match[2].includes('-'))) return null;
  if (match[1] === undefined && match[2].includes(':')) return null;
  return { epoch: match[1] ?? '0', upstream: match[2], revision: match[3] ?? '0' };
}

function partKey(part: string): string {
  let key = '';
  for (const [, text = '', digits = ''] of part.matchAll(/(\D*)(\d*)/g)) {
    if (text || digits)
      key += text.replace(/[~+.:-]/g, (character) => CHARACTERS.get(character) as string) + END + numberKey(digits);
  }
  return key + END;
}

function key(version: string): string {
  const parsed = parse(version);
  if (!parsed) return invalidKey(version);
  return cutKey(numberKey(parsed.epoch) + partKey(parsed.upstream) + partKey(parsed.revision));
}

/** Zeros are significant: 1 does not belong to the series 1.0. */
function seriesRange(series: string): KeyRange | null {
  const match = /^(?:(\d+):)?([^:]+)$/.exec(cutVersion(series).trim());
  const numbers = match?.[2] ? seriesNumbers(match[2]) : null;
  if (!match || !numbers) return null;
  const prefix = numberKey(match[1] ?? '0') + END + numbers.join(CHARACTERS.get('.') + END);
  return { gte: prefix, lt: prefix + '~~' };
}

export const debianScheme: VersionScheme = {
  name: 'debian',
  key,
  valid: (version) => parse(version) !== null,
  prerelease: (version) => genericScheme.prerelease(parse(version)?.upstream ?? version),
  seriesRange,
};

import { genericScheme } from './generic.scheme';
import { cutKey, cutVersion, epochKey, numberKey, seriesNumbers, textKey } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * RPM packages: rpm-version(7), as rpmvercmp compares them. Accepts every text.
 *
 * Key: epoch, segments of the version, `*`, segments of the release. At each place: `~` < end < `^` < letters < digits. Separators
 * have no effect, and a version without a release is below those with one.
 */
const EPOCH = /^(\d*):/;
const SEGMENT = /[0-9]+|[A-Za-z]+|[~^]/g;
const END = '*';
const NO_RELEASE = '!';

interface RpmVersion {
  epoch: string;
  version: string;
  /** After the last hyphen. */
  release: string | undefined;
}

function parse(text: string): RpmVersion {
  const trimmed = cutVersion(text).trim();
  const epoch = EPOCH.exec(trimmed);
  const rest = epoch ? trimmed.slice(epoch[0].length) : trimmed;
  const hyphen = rest.lastIndexOf('-');
  const version = hyphen < 0 ? rest : rest.slice(0, hyphen);
  return { epoch: epoch?.[1] ?? '', version, release: hyphen < 0 ? undefined : rest.slice(hyphen + 1) };
}

function segmentsKey(text: string): string {
  return (text.match(SEGMENT) ?? []).map(segmentKey).join('') + END;
}

function segmentKey(segment: string): string {
  if (segment === '~') return '(';
  if (segment === '^') return '+';
  return /^\d/.test(segment) ? numberKey(segment) : '/' + textKey(segment);
}

function key(text: string): string {
  const { epoch, version, release } = parse(text);
  return cutKey(epochKey(epoch) + segmentsKey(version) + (release === undefined ? NO_RELEASE : segmentsKey(release)));
}

/**
 * A pre-release word in the version (1.0~rc1), or in a release that begins with `0.`: 1.0-0.1.rc1 (Fedora packaging guidelines,
 * "Traditional versioning").
 */
function prerelease(text: string): boolean {
  const { version, release } = parse(text);
  return genericScheme.prerelease(version) || (release?.startsWith('0.') === true && genericScheme.prerelease(release));
}

/** Zeros are significant: 1 does not belong to the series 1.0. */
function seriesRange(series: string): KeyRange | null {
  const match = /^(?:(\d+):)?([^:]+)$/.exec(cutVersion(series).trim());
  const numbers = match?.[2] ? seriesNumbers(match[2]) : null;
  if (!match || !numbers) return null;
  const prefix = epochKey(match[1]) + numbers.join('');
  return { gte: prefix, lt: prefix + '~' };
}

export const rpmScheme: VersionScheme = { name: 'rpm', key, valid: () => true, prerelease, seriesRange };

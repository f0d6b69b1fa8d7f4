import { genericScheme } from './generic.scheme';
import { cutKey, cutVersion, epochKey, numberKey, seriesDigits, textKey } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * Arch Linux packages: `[epoch:]version[-pkgrel]`, as vercmp(8) compares them. Accepts every text.
 *
 * Key: epoch, segments of the version, `*`, segments of the package release, `*`. A segment is the count of separators before it and a
 * number, or `(` and a word; the count of zero is left out before a word. So 1.0rc < 1.0 < 1.0.rc < 1.0.1, where a word that is attached
 * is below the end, and more separators are above fewer. Separators at the end have no effect.
 *
 * pacman ignores the package release if one of two versions has none, which no key can express: a missing one counts as the first, 1.
 */
const EPOCH = /^(\d*):/;
const SEGMENT = /(?<=^|[0-9A-Za-z])([^0-9A-Za-z]*)([0-9]+|[A-Za-z]+)/g;
const END = '*';
const FIRST_RELEASE = '1';

interface AlpmVersion {
  epoch: string;
  version: string;
  release: string;
}

function parse(text: string): AlpmVersion {
  const trimmed = cutVersion(text).trim();
  const epoch = EPOCH.exec(trimmed);
  const rest = epoch ? trimmed.slice(epoch[0].length) : trimmed;
  const hyphen = rest.lastIndexOf('-');
  return {
    epoch: epoch?.[1] ?? '',
    version: hyphen < 0 ? rest : rest.slice(0, hyphen),
    release: hyphen < 0 ? FIRST_RELEASE : rest.slice(hyphen + 1),
  };
}

function segmentsKey(text: string): string {
  let key = '';
  for (const [, separators = '', segment = ''] of text.matchAll(SEGMENT)) key += segmentKey(separators.length, segment);
  return key + END;
}

function segmentKey(separators: number, segment: string): string {
  const count = numberKey(String(separators));
  if (/^\d/.test(segment)) return count + numberKey(segment);
  return (separators === 0 ? '' : count) + '(' + textKey(segment);
}

function key(text: string): string {
  const { epoch, version, release } = parse(text);
  return cutKey(epochKey(epoch) + segmentsKey(version) + segmentsKey(release));
}

/** Zeros are significant: 1 does not belong to the series 1.0. */
function seriesRange(series: string): KeyRange | null {
  const match = /^(?:(\d+):)?([^:]+)$/.exec(cutVersion(series).trim());
  const digits = match?.[2] ? seriesDigits(match[2]) : null;
  if (!match || !digits) return null;
  const prefix = epochKey(match[1]) + digits.map((number, index) => segmentKey(Math.min(index, 1), number)).join('');
  return { gte: prefix, lt: prefix + '~' };
}

export const alpmScheme: VersionScheme = {
  name: 'alpm',
  key,
  valid: () => true,
  prerelease: (text) => genericScheme.prerelease(parse(text).version),
  seriesRange,
};

import { invalidKey } from './generic.scheme';
import { cutKey, cutVersion, epochKey, numberKey, rangeOfNumbers, seriesNumbers, textKey } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * Python packages: PEP 440, now https://packaging.python.org/en/latest/specifications/version-specifiers/, with the spellings of its
 * appendix B and its normalisation section.
 *
 * Key: epoch, release without trailing zeros, `+`, then pre-release, post-release, development and local part.
 */
const PEP440 = new RegExp(
  [
    '^v?(?:(?<epoch>\\d+)!)?(?<release>\\d+(?:\\.\\d+)*)',
    '(?:[-_.]?(?<pre>alpha|a|beta|b|preview|pre|c|rc)[-_.]?(?<preNumber>\\d+)?)?',
    '(?:-(?<implicitPost>\\d+)|[-_.]?(?<post>post|rev|r)[-_.]?(?<postNumber>\\d+)?)?',
    '(?:[-_.]?(?<dev>dev)[-_.]?(?<devNumber>\\d+)?)?',
    '(?:\\+(?<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?$',
  ].join(''),
  'i',
);

/** Stages in their order; `pre`, `preview` and `c` are other spellings of `rc`. */
const STAGES = new Map([
  ['a', '1'],
  ['alpha', '1'],
  ['b', '2'],
  ['beta', '2'],
  ['c', '3'],
  ['rc', '3'],
  ['pre', '3'],
  ['preview', '3'],
]);

type Groups = Record<string, string | undefined>;

function parse(version: string): Groups | null {
  return PEP440.exec(cutVersion(version).trim())?.groups ?? null;
}

function key(version: string): string {
  const groups = parse(version);
  if (!groups?.release) return invalidKey(version);
  const release = groups.release.split('.').map(numberKey);
  while (release.at(-1) === '0') release.pop();
  return cutKey(
    epochKey(groups.epoch) +
      release.join('') +
      '+' +
      preKey(groups) +
      postKey(groups) +
      devKey(groups) +
      localKey(groups.local),
  );
}

/** 1.0.dev1 is below 1.0a1, but 1.0.post1.dev1 is above 1.0. */
function preKey({ pre, preNumber, post, implicitPost, dev }: Groups): string {
  if (pre) return STAGES.get(pre.toLowerCase()) + numberKey(preNumber ?? '0');
  return dev && !post && !implicitPost ? '0' : '4';
}

function postKey({ post, postNumber, implicitPost }: Groups): string {
  return post || implicitPost ? '1' + numberKey(implicitPost ?? postNumber ?? '0') : '0';
}

function devKey({ dev, devNumber }: Groups): string {
  return dev ? '0' + numberKey(devNumber ?? '0') : '1';
}

/** Words are below numbers, fewer parts are below more. */
function localKey(local: string | undefined): string {
  const parts = local ? local.toLowerCase().split(/[-_.]/) : [];
  return parts.map((part) => (/^\d+$/.test(part) ? numberKey(part) : '(' + textKey(part))).join('') + '!';
}

function seriesRange(series: string): KeyRange | null {
  const match = /^v?(\d+)!(.+)$/i.exec(cutVersion(series).trim());
  const numbers = seriesNumbers(match?.[2] ?? series);
  return numbers && rangeOfNumbers(epochKey(match?.[1]), numbers, '+');
}

export const pep440Scheme: VersionScheme = {
  name: 'pep440',
  key,
  valid: (version) => parse(version) !== null,
  prerelease: (version) => {
    const groups = parse(version);
    return groups?.pre !== undefined || groups?.dev !== undefined;
  },
  seriesRange,
};

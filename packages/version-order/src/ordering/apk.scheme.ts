import { invalidKey } from './generic.scheme';
import { cutKey, cutVersion, numberKey, seriesDigits, textKey } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * Alpine packages, as apk 3 compares them: numbers, a letter, suffixes, a commit and the revision, `1.2.3b_rc1_p2~0a1b2c-r4`. Accepts
 * any text that begins with a number: apk compares as far as a version fits, and there a rest that does not fit is below the end.
 *
 * Key: at each place, from the lowest: suffix before the release, rest that does not fit, end, revision, commit, number of a suffix,
 * suffix after the release, letter, number.
 */
const APK =
  /^(\d+)((?:\.\d+)*)([a-z]?)((?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)(?![a-z])\d*)*)(?:~([0-9a-f]+))?(?:-r(\d+))?/;
const EARLY = new Map([
  ['alpha', '(1'],
  ['beta', '(2'],
  ['pre', '(3'],
  ['rc', '(4'],
]);
const UNFIT = ')';
const END = '*';
const REVISION = '+';
const COMMIT = ',';
const SUFFIX_NUMBER = '-';
const LATE = new Map([
  ['cvs', '.1'],
  ['svn', '.2'],
  ['git', '.3'],
  ['hg', '.4'],
  ['p', '.5'],
]);
const LETTER = '/';

/** The first number is compared by value; of the others, those with a leading zero as text, below all that have none. */
function numbersKey([first = '', ...others]: string[]): string {
  return numberKey(first) + others.map(fractionKey).join('');
}

const fractionKey = (digits: string) => (digits.startsWith('0') ? textKey(digits) : numberKey(digits));

function suffixesKey(suffixes: string): string {
  let key = '';
  for (const [, word = '', digits] of suffixes.matchAll(/_([a-z]+)(\d*)/g))
    key += (EARLY.get(word) ?? LATE.get(word)) + (digits ? SUFFIX_NUMBER + numberKey(digits) : '');
  return key;
}

/** apk does not compare it. So that no two versions that differ are equal: as text, with numbers by value. */
const restKey = (rest: string) => UNFIT + rest.replace(/[^!-~]/g, '~').replace(/\d+/g, numberKey);

function key(version: string): string {
  const text = cutVersion(version).trim();
  const match = APK.exec(text);
  if (!match) return invalidKey(version);
  const [fit, first = '', others = '', letter = '', suffixes = '', commit, revision] = match;
  return cutKey(
    numbersKey((first + others).split('.')) +
      (letter && LETTER + letter) +
      suffixesKey(suffixes) +
      (commit === undefined ? '' : COMMIT + textKey(commit)) +
      (revision === undefined ? '' : REVISION + numberKey(revision)) +
      (fit.length === text.length ? END : restKey(text.slice(fit.length))),
  );
}

/** Snapshots (_git20240101) follow the release. */
function prerelease(version: string): boolean {
  const suffixes = APK.exec(cutVersion(version).trim())?.[4] ?? '';
  return /_(?:alpha|beta|pre|rc)/.test(suffixes);
}

/** Zeros are significant: 1 does not belong to the series 1.0. */
function seriesRange(series: string): KeyRange | null {
  const digits = seriesDigits(series);
  if (!digits) return null;
  const prefix = numbersKey(digits);
  return { gte: prefix, lt: prefix + '~' };
}

export const apkScheme: VersionScheme = {
  name: 'apk',
  key,
  valid: (version) => APK.test(cutVersion(version).trim()),
  prerelease,
  seriesRange,
};

import { invalidKey } from './generic.scheme';
import { cutKey, cutVersion, numberKey, seriesNumbers } from './key-text';
import type { KeyRange, SchemeName, VersionScheme } from './scheme';

/**
 * Versions that are only numbers, compared one after the other; where all are equal, the shorter version is lower. There are no
 * pre-releases.
 *
 * Key: the numbers, then `*`.
 */
const END = '*';

function numberListScheme(name: SchemeName, separator: RegExp): VersionScheme {
  const numbersOf = (version: string): string[] | null => {
    const numbers = cutVersion(version).trim().split(separator);
    return numbers.every((number) => /^\d+$/.test(number)) ? numbers : null;
  };
  return {
    name,
    key: (version) => {
      const numbers = numbersOf(version);
      return numbers ? cutKey(numbers.map(numberKey).join('') + END) : invalidKey(version);
    },
    valid: (version) => numbersOf(version) !== null,
    prerelease: () => false,
    seriesRange,
  };
}

/** Zeros are significant: 1 does not belong to the series 1.0. */
function seriesRange(series: string): KeyRange | null {
  const prefix = seriesNumbers(series)?.join('');
  return prefix === undefined ? null : { gte: prefix, lt: prefix + '~' };
}

/** Haskell packages: the Package Versioning Policy (https://pvp.haskell.org), as Cabal compares versions. */
export const pvpScheme = numberListScheme('pvp', /\./);

/** R packages: `numeric_version` of R's base package. A hyphen separates as a dot does. */
export const cranScheme = numberListScheme('cran', /[.-]/);

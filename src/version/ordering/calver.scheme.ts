import { CalverPattern } from './calver-pattern';
import { genericScheme, invalidKey, partsKey, readGeneric, readTail, type GenericVersion } from './generic.scheme';
import { cutKey, cutVersion, numberKey, seriesDigits } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * Calendar versions. A pattern is only needed if the fields do not go from the largest to the smallest (DD.MM.YYYY) or years have
 * sometimes two and sometimes four digits; without one the order is the generic one.
 *
 * Key: the fields as numbers, then the rest in generic order.
 */
export function calverScheme(pattern?: string | null): VersionScheme {
  return pattern ? new PatternScheme(new CalverPattern(pattern)) : plainScheme;
}

const plainScheme: VersionScheme = {
  name: 'calver',
  key: (version) => (isPlain(version) ? genericScheme.key(version) : invalidKey(version)),
  valid: isPlain,
  prerelease: (version) => hasModifier(readGeneric(version)),
  seriesRange: (series) => genericScheme.seriesRange(series),
};

function isPlain(version: string): boolean {
  return /\d/.test(cutVersion(version));
}

/** Whatever sorts a version below its plain date is a modifier (Anitya: "any modifier"); LTS, build and patch words are not. */
function hasModifier(version: GenericVersion): boolean {
  return version.parts.some((part) => part.startsWith('('));
}

class PatternScheme implements VersionScheme {
  readonly name = 'calver';

  constructor(private readonly pattern: CalverPattern) {}

  key(version: string): string {
    const read = this.read(version);
    return read ? cutKey(read.numbers.map(numberKey).join('') + partsKey(readTail(read.tail))) : invalidKey(version);
  }

  valid(version: string): boolean {
    return this.read(version) !== null;
  }

  prerelease(version: string): boolean {
    return hasModifier(readTail(this.read(version)?.tail ?? version));
  }

  seriesRange(series: string): KeyRange | null {
    const digits = seriesDigits(series);
    const numbers = digits && this.pattern.seriesNumbers(digits);
    if (!numbers) return null;
    const prefix = numbers.map(numberKey).join('');
    return { gte: prefix, lt: prefix + '~' };
  }

  private read(version: string) {
    return this.pattern.read(cutVersion(version).trim());
  }
}

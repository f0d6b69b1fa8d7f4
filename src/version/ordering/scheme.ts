/**
 * What every version scheme answers. Pure: no database, no clock, no settings of the service.
 *
 * A scheme turns a version into a short ASCII key that sorts like the version itself, so "newest first", "newer than" and "latest"
 * are range scans on an index. Keys of different schemes are not comparable with each other.
 */

/**
 * Revision of the algorithms. Raise it whenever any version's key, validity or pre-release flag may come out differently, so that
 * stored keys are computed again.
 */
export const ORDERING_REVISION = 2;

/** The schemes a product can choose, the default first. */
export const SCHEME_NAMES = ['generic', 'semver', 'pep440', 'debian', 'rpm', 'maven', 'calver', 'date'] as const;

export type SchemeName = (typeof SCHEME_NAMES)[number];

/** True for the name of a scheme; for texts that come from outside. */
export function isSchemeName(text: string): text is SchemeName {
  return (SCHEME_NAMES as readonly string[]).includes(text);
}

/** Which scheme, and the pattern that only `calver` reads. */
export interface SchemeOptions {
  scheme: SchemeName;
  calverPattern?: string | null;
}

/** What is known of a version besides its text. */
export interface KeyHints {
  /** Release date (ISO 8601); only `date` orders by it. */
  releasedAt?: string | null;
}

/** Keys of a series: `gte` <= key < `lt`. */
export interface KeyRange {
  gte: string;
  lt: string;
}

export interface VersionScheme {
  readonly name: SchemeName;
  /**
   * The sort key: 1 to 255 characters from `!` to `~`, compared byte by byte. Equal keys mean "not newer". Never throws; a version
   * the scheme does not accept gets a key below those of all versions it accepts.
   */
  key(version: string, hints?: KeyHints): string;
  /** Whether the scheme accepts this text as a version. */
  valid(version: string): boolean;
  /** Whether the text itself says that this is a pre-release. */
  prerelease(version: string): boolean;
  /** The keys of all versions of a series (`1.2` has 1.2, 1.2.7 and 1.2-rc1), or null if that is not a series of this scheme. */
  seriesRange(series: string): KeyRange | null;
}

/** Order of two keys: negative, zero or positive. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Order of two versions in a scheme, derived from their keys: negative, zero or positive. */
export function compare(scheme: VersionScheme, a: string, b: string): number {
  return compareKeys(scheme.key(a), scheme.key(b));
}

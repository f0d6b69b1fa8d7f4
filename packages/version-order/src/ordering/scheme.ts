/**
 * The interface of version schemes. Pure: no database, no clock, no settings of the service.
 *
 * A scheme turns a version into a short ASCII key that sorts like the version itself, so that "newest first", "newer than" and "latest"
 * are range scans of an index. Keys of different schemes cannot be compared.
 */

/**
 * Revision of the algorithms. Increment it if any version's key, validity or pre-release flag may change, so that stored keys are
 * computed again.
 */
export const ORDERING_REVISION = 4;

/** The schemes of products, the default first. */
export const SCHEME_NAMES = [
  'generic',
  'semver',
  'pep440',
  'debian',
  'rpm',
  'maven',
  'calver',
  'date',
  'gem',
  'composer',
  'nuget',
  'go',
  'pub',
  'pvp',
  'cran',
  'apk',
  'alpm',
] as const;

export type SchemeName = (typeof SCHEME_NAMES)[number];

/** For text from outside. */
export function isSchemeName(text: string): text is SchemeName {
  return (SCHEME_NAMES as readonly string[]).includes(text);
}

/** A scheme, with the pattern of `calver`. */
export interface SchemeOptions {
  scheme: SchemeName;
  calverPattern?: string | null;
}

/** Facts about a version besides its text. */
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
   * The sort key: 1 to 255 characters from `!` to `~`, compared byte by byte. Equal keys mean "not newer". Never throws; invalid
   * versions have keys below those of all valid ones.
   */
  key(version: string, hints?: KeyHints): string;
  /** Whether the scheme accepts the text as a version. */
  valid(version: string): boolean;
  /** Whether the text says that it is a pre-release. */
  prerelease(version: string): boolean;
  /** The keys of all versions of a series (`1.2` has 1.2, 1.2.7 and 1.2-rc1); null if it is not a series in this scheme. */
  seriesRange(series: string): KeyRange | null;
}

/** Order of two keys: negative, zero or positive. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Order of two versions in a scheme: negative, zero or positive. */
export function compare(scheme: VersionScheme, a: string, b: string): number {
  return compareKeys(scheme.key(a), scheme.key(b));
}

import { cutVersion } from './key-text';
import { compilePattern, type LinearPattern } from './pattern';
import type { KeyRange, SchemeName, VersionScheme } from './scheme';
import { schemeFor } from './scheme-registry';

/** What a product says about its versions. Patterns are checked where they enter (see pattern.ts). */
export interface OrderingSettings {
  scheme: SchemeName;
  /** Order of the date fields; only read by the scheme `calver`. */
  calverPattern?: string | null;
  /** One group that takes the version out of a label, `^cli/v(.+)$`. Labels it does not match are ignored. */
  tagPattern?: string | null;
  /** Labels in which it is found are ignored. */
  ignorePattern?: string | null;
  /** Labels in which it is found are pre-releases, whatever the text or the source says. */
  prereleasePattern?: string | null;
}

/** What a source says about a version besides its label. */
export interface ReadHints {
  /** The source's own pre-release flag; undefined when it has none. */
  prerelease?: boolean;
  releasedAt?: string | null;
}

export interface ReadVersion {
  key: string;
  prerelease: boolean;
  /** False when the product's scheme does not accept the text; such versions sort below all others. */
  valid: boolean;
  /** Not a version of this product: never the latest, never an update. */
  ignored: boolean;
}

/** Reads the version labels of one product. */
export class ProductOrdering {
  readonly scheme: VersionScheme;
  private readonly tag: LinearPattern | null;
  private readonly ignore: LinearPattern | null;
  private readonly early: LinearPattern | null;

  constructor(settings: OrderingSettings) {
    this.scheme = schemeFor(settings);
    this.tag = compilePattern(settings.tagPattern);
    this.ignore = compilePattern(settings.ignorePattern);
    this.early = compilePattern(settings.prereleasePattern);
  }

  /** Key, flags and validity of a label. Never throws. */
  read(label: string, hints: ReadHints = {}): ReadVersion {
    const short = cutVersion(label);
    const taken = this.tag ? this.tag.group(short) : short;
    const version = taken ?? short;
    const found = (pattern: LinearPattern | null) => pattern !== null && (pattern.find(short) || pattern.find(version));
    return {
      key: this.scheme.key(version, hints),
      prerelease: found(this.early) || (hints.prerelease ?? this.scheme.prerelease(version)),
      valid: this.scheme.valid(version),
      ignored: taken === null || found(this.ignore),
    };
  }

  /** What the tag pattern takes out of a label; the label itself where it takes nothing. */
  versionIn(label: string): string {
    const short = cutVersion(label);
    return this.tag?.group(short) ?? short;
  }

  /** Keys of all versions of a series such as `1.2`, or null if that is not a series. */
  seriesRange(series: string): KeyRange | null {
    return this.scheme.seriesRange(series);
  }
}

/** How many products' settings stay compiled; most products share the empty ones. */
const CACHE_SIZE = 1_000;
const cache = new Map<string, ProductOrdering>();

/** The ordering for a product's settings; equal settings share one. */
export function orderingFor(settings: OrderingSettings): ProductOrdering {
  const { scheme, calverPattern, tagPattern, ignorePattern, prereleasePattern } = settings;
  const name = JSON.stringify(
    [scheme, calverPattern, tagPattern, ignorePattern, prereleasePattern].map((v) => v || null),
  );
  let ordering = cache.get(name);
  if (ordering) cache.delete(name);
  else ordering = new ProductOrdering(settings);
  cache.set(name, ordering);
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value as string);
  return ordering;
}

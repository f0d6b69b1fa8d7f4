import { cutVersion } from './key-text';
import { compilePattern, type LinearPattern } from './pattern';
import { PatternBudget } from './pattern-budget';
import type { KeyRange, SchemeName, VersionScheme } from './scheme';
import { genericScheme } from './generic.scheme';
import { isMoving } from './generic-words';
import { schemeFor } from './scheme-registry';

/** How a product orders its versions. Patterns are validated on input (see pattern.ts). */
export interface OrderingSettings {
  scheme: SchemeName;
  /** Order of the date fields, for the scheme `calver`. */
  calverPattern?: string | null;
  /** Its group captures the version in a label: `^cli/v(.+)$`. Labels it does not match are ignored. */
  tagPattern?: string | null;
  /** Labels that it matches are ignored. */
  ignorePattern?: string | null;
  /** Labels that it matches are pre-releases, whatever the text or the source says. */
  prereleasePattern?: string | null;
}

/** Facts from a source about a version besides its label. */
export interface ReadHints {
  /** The source's own pre-release flag; undefined = none. */
  prerelease?: boolean;
  releasedAt?: string | null;
}

export interface ReadVersion {
  key: string;
  prerelease: boolean;
  /** Whether the scheme accepts the text. Invalid versions sort below all others. */
  valid: boolean;
  /** Not a version of this product: never the latest, never an update. Such as the label of whatever was built last. */
  ignored: boolean;
}

const UNLIMITED = new PatternBudget(Infinity);
/** A third of a millisecond. Typical patterns and labels need 1,000. */
const QUICK_STEPS = 10_000;

/** Versions that tag patterns captured, by pattern and label: each page and each filter reads the same few again. */
const CAPTURED_AT_MOST = 20_000;
const captured = new Map<string, string | null>();

/** Reads the version labels of one product. */
export class ProductOrdering {
  readonly scheme: VersionScheme;
  private readonly tag: LinearPattern | null;
  private readonly ignore: LinearPattern | null;
  private readonly early: LinearPattern | null;

  constructor(private readonly settings: OrderingSettings) {
    this.scheme = schemeFor(settings);
    this.tag = compilePattern(settings.tagPattern);
    this.ignore = compilePattern(settings.ignorePattern);
    this.early = compilePattern(settings.prereleasePattern);
  }

  get hasTagPattern(): boolean {
    return this.tag !== null;
  }

  /**
   * Key, flags and validity of a label.
   * @throws PatternBudgetSpent naming the column of the pattern; without a budget it never throws
   */
  read(label: string, hints: ReadHints = {}, budget = UNLIMITED): ReadVersion {
    const short = cutVersion(label);
    const capturedVersion = this.capture(short, budget);
    const version = capturedVersion ?? short;
    const isEarly = found('prerelease_pattern', this.early, [short, version], budget);
    const isLeftOut = capturedVersion === null || found('ignore_pattern', this.ignore, [short, version], budget);
    return {
      key: this.scheme.key(version, hints),
      prerelease: isEarly || this.isPrerelease(version, hints.prerelease),
      valid: this.scheme.valid(version),
      ignored: isLeftOut || (this.scheme.name !== 'date' && (isMoving(version) || !this.saysAnything(version))),
    };
  }

  /** Not a commit hash, which has digits but counts for nothing. */
  saysAnything(version: string): boolean {
    if (!/[1-9]/.test(version) && version.includes('0')) return true;
    return this.scheme.key(version) !== this.scheme.key('');
  }

  /** A source's flag counts, but many forget to set it: a label that says alpha, beta or rc is a pre-release all the same. */
  private isPrerelease(version: string, flag: boolean | undefined): boolean {
    if (flag === true) return true;
    return this.scheme.prerelease(version) && (flag === undefined || genericScheme.prerelease(version));
  }

  /** Whether the tag pattern captures a version in the label; without a tag pattern, the label is one. @throws PatternBudgetSpent */
  isTagged(label: string, budget = UNLIMITED): boolean {
    return this.capture(cutVersion(label), budget) !== null;
  }

  /** Whether the ignore pattern matches the label or the version in it. @throws PatternBudgetSpent */
  isExcluded(label: string, budget = UNLIMITED): boolean {
    return found('ignore_pattern', this.ignore, [cutVersion(label), this.versionIn(label, budget)], budget);
  }

  /**
   * The version that the tag pattern captures in a label; the label itself if it captures nothing.
   * @throws PatternBudgetSpent
   */
  versionIn(label: string, budget = UNLIMITED): string {
    const short = cutVersion(label);
    return this.capture(short, budget) ?? short;
  }

  /** As `versionIn` without a budget: returns the label itself if a search could take long. */
  quickVersionIn(label: string): string {
    const short = cutVersion(label);
    return (this.tag?.stepsFor(short.length) ?? 0) > QUICK_STEPS ? short : this.versionIn(short);
  }

  /** Null: the tag pattern captures nothing. */
  private capture(short: string, budget: PatternBudget): string | null {
    const { tag } = this;
    if (tag === null) return short;
    const name = `${this.settings.tagPattern}\n${short}`;
    const known = captured.get(name);
    if (known !== undefined) return known;
    const version = budget.run('tag_pattern', () => tag.group(short));
    if (captured.size >= CAPTURED_AT_MOST) captured.clear();
    captured.set(name, version);
    return version;
  }

  /** Keys of all versions of a series such as `1.2`; null if it is not a series. */
  seriesRange(series: string): KeyRange | null {
    return this.scheme.seriesRange(series);
  }
}

const found = (
  field: string,
  pattern: LinearPattern | null,
  [label, version]: [string, string],
  budget: PatternBudget,
) => pattern !== null && budget.run(field, () => pattern.find(label) || (version !== label && pattern.find(version)));

/** Compiled settings; most products share the default ones. */
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

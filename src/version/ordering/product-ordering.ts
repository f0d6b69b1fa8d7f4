import { cutVersion } from './key-text';
import { compilePattern, type LinearPattern } from './pattern';
import { PatternBudget } from './pattern-budget';
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

const UNLIMITED = new PatternBudget(Infinity);
/** A third of a millisecond. Usual patterns and labels need a thousand. */
const QUICK_STEPS = 10_000;

/** What tag patterns have taken out of labels, by pattern and label: the same few are read again with each page and each filter. */
const TAKEN_AT_MOST = 20_000;
const takenBefore = new Map<string, string | null>();

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

  /**
   * Key, flags and validity of a label.
   * @throws PatternBudgetSpent naming the column of the pattern; without a budget it never throws
   */
  read(label: string, hints: ReadHints = {}, budget = UNLIMITED): ReadVersion {
    const short = cutVersion(label);
    const taken = this.taken(short, budget);
    const version = taken ?? short;
    const found = (field: string, pattern: LinearPattern | null) =>
      pattern !== null && budget.run(field, () => pattern.find(short) || (version !== short && pattern.find(version)));
    return {
      key: this.scheme.key(version, hints),
      prerelease: found('prerelease_pattern', this.early) || (hints.prerelease ?? this.scheme.prerelease(version)),
      valid: this.scheme.valid(version),
      ignored: taken === null || found('ignore_pattern', this.ignore),
    };
  }

  /**
   * What the tag pattern takes out of a label; the label itself where it takes nothing.
   * @throws PatternBudgetSpent
   */
  versionIn(label: string, budget = UNLIMITED): string {
    const short = cutVersion(label);
    return this.taken(short, budget) ?? short;
  }

  /** As `versionIn`, where there is no budget: a label that would take long stays whole. */
  quickVersionIn(label: string): string {
    const short = cutVersion(label);
    return (this.tag?.stepsFor(short.length) ?? 0) > QUICK_STEPS ? short : this.versionIn(short);
  }

  /** Null: the tag pattern takes nothing. */
  private taken(short: string, budget: PatternBudget): string | null {
    const { tag } = this;
    if (tag === null) return short;
    const name = `${this.settings.tagPattern}\n${short}`;
    const known = takenBefore.get(name);
    if (known !== undefined) return known;
    const taken = budget.run('tag_pattern', () => tag.group(short));
    if (takenBefore.size >= TAKEN_AT_MOST) takenBefore.clear();
    takenBefore.set(name, taken);
    return taken;
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

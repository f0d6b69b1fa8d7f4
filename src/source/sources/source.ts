import { TimeSlice } from 'small-parts';
import type { SchemeName } from 'version-order';
import type { Prepared } from '../../common/settings/settings';
import type { ProductCycle } from '../../version/lifecycle/product-cycle';
import { textOf } from '../../common/fetch/read';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

/** One release, as its source lists it. */
export interface Release {
  /** The label, exactly as the source writes it. */
  version: string;
  /** `YYYY-MM-DDTHH:MM:SS.mmmZ`, as of `dateOf`; null = unknown. */
  releasedAt: string | null;
  /** As the source says; null = it does not say, and the label decides. */
  prerelease: boolean | null;
  /** Address of the release notes; null = unknown. */
  notesUrl: string | null;
  /** The source has withdrawn it (a yanked package). */
  withdrawn?: boolean;
  /** Why it is never offered although it is there: one sentence for people, such as that it is deprecated. */
  leftOut?: string;
  /** Of a source that `hasNotes`, if this release has some. */
  notes?: ReleaseNotesText;
}

/** The content of a source's answer. */
export interface SourceAnswer {
  releases: Release[];
  /** All release cycles of the product, where the source knows until when they are supported. */
  cycles?: ProductCycle[];
}

/** One of several sources that are asked at once. */
export interface Asked<S> {
  settings: S;
  /** As the last answer that was stored had it; null = none counts. */
  known: string | null;
  /** As of `fetch`. */
  inUse: () => Promise<string[]>;
}

/** What is learnt of one of several sources. */
export interface OneOfMany {
  /** Of at most 200 characters: the same as long as the answer is the same. */
  validator: string;
  /** Null = as `known`, so nothing has changed. Its releases have no notes. */
  answer: SourceAnswer | null;
  /** As `SourceWeb.notice`. */
  notice: string | null;
}

/**
 * Where releases of a product come from. A source is a file `<type>.source.ts` and its entry in `index.ts`, or comes from a plug-in. The schedule,
 * conditional requests, rate limits, the address guard and storage are outside of it.
 */
export abstract class Source<S extends object = object> {
  /** The word in the API, kebab-case. It is stored, so it never changes. */
  abstract readonly type: string;
  /** The name that people see. */
  abstract readonly title: string;
  /** A class whose properties carry `@Setting`. */
  abstract readonly settingsClass: new () => S;
  /** Whether a response lists every version: then a missing one was withdrawn. Most list only the newest. */
  abstract readonly listsEverything: boolean;
  /** Whether its responses have release notes. */
  readonly hasNotes: boolean = false;
  /** Whether it reads the versions that favorites of the product have. */
  readonly readsInUse: boolean = false;
  /** How versions of this kind are ordered, if one rule fits all. A product with the default ordering gets it with the source. */
  readonly scheme?: SchemeName;
  /** The package that brought it; null = it is the service's own. */
  readonly plugin: string | null = null;

  /**
   * Runs when settings are saved, after their validation.
   * @throws SettingsError naming the field
   */
  prepare?(settings: S): Prepared<S>;

  /** Package URLs (https://packageurl.org) of what is released there. The product has them as identifiers. */
  packageUrlsOf?(settings: S): string[];

  /**
   * Fetches the releases; `inUse` are labels that favorites have, the most frequent first, if it `readsInUse`. Leaves out those without a usable version; a response that is not as documented is an error.
   * @throws SourceError, or NotModified when nothing has changed since the last fetch (both come from `web`)
   */
  abstract fetch(settings: S, web: SourceWeb, inUse?: string[]): Promise<Release[]>;

  /**
   * Asks for several at once, where one request can. What `web` throws leaves them to `fetch`.
   * @returns in their order; null = it has to be asked by itself
   */
  fetchMany?(asked: Asked<S>[], web: SourceWeb): Promise<(OneOfMany | SourceError | null)[]>;

  /** As `fetch`, with further facts of the same answer. */
  async fetchAll(settings: S, web: SourceWeb, inUse: string[] = []): Promise<SourceAnswer> {
    return { releases: await this.fetch(settings, web, inUse) };
  }
}

/** The release of a label, with what else its source says of it; none without a label. */
export function oneRelease(label: unknown, said: Partial<Release> = {}): Release[] {
  const version = textOf(label);
  return version === null ? [] : [{ version, releasedAt: null, prerelease: null, notesUrl: null, ...said }];
}

/** More than any product has. More is an error, as the newest could be among those left out. */
export const MAX_RELEASES = 50_000;
/** UTF-16 units. What is longer exceeds the 255 characters of a label and cannot be stored. */
export const MAX_LABEL = 510;

/**
 * The releases of a response, each label once: the first one counts.
 * @param toReleases the releases of one item; must not take long
 * @throws SourceError when there are more than `MAX_RELEASES`
 */
export async function uniqueReleases<T>(items: Iterable<T>, toReleases: (item: T) => Release[]): Promise<Release[]> {
  const found = new Map<string, Release>();
  const slice = new TimeSlice();
  for (const item of items) {
    if (slice.isOver) await slice.next();
    for (const release of toReleases(item))
      if (release.version.length <= MAX_LABEL && !found.has(release.version)) found.set(release.version, release);
    if (found.size > MAX_RELEASES) throw tooMany();
  }
  return [...found.values()];
}

export const tooMany = () => new SourceError(`There are more than ${MAX_RELEASES} releases`, null, 'size');

/** Characters of the reason for which a version is left out. */
const MAX_REASON = 200;

/** The sentence for a version that its makers advise against. @param reason in their words, if they give some */
export function deprecated(reason: unknown): string {
  const text = textOf(reason)?.replace(/\s+/g, ' ');
  return text ? `It is deprecated: ${text.slice(0, MAX_REASON).toWellFormed()}` : 'It is deprecated';
}

/** Release notes, as their author wrote them. */
export interface ReleaseNotesText {
  format: 'markdown' | 'html' | 'text' | 'rst';
  text: string;
}

/** UTF-16 units of release notes that are read: GitHub takes 125,000. */
export const MAX_NOTES = 131_072;

/** Undefined where there are none. */
export function notesOf(value: unknown, format: ReleaseNotesText['format']): ReleaseNotesText | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return { format, text: value.slice(0, MAX_NOTES).replaceAll('\0', '') };
}

import type { SchemeName } from 'version-order';
import type { Prepared } from '../../common/settings/settings';
import type { ProductCycle } from '../../version/lifecycle/product-cycle';
import type { ReleaseNotesText } from './release-notes';
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

/**
 * Where releases of a product come from. A source is one file `<type>.source.ts` and one line in `index.ts`, or comes from a plug-in. The schedule,
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

  /** As `fetch`, with further facts of the same answer. */
  async fetchAll(settings: S, web: SourceWeb, inUse: string[] = []): Promise<SourceAnswer> {
    return { releases: await this.fetch(settings, web, inUse) };
  }
}

import type { Prepared } from '../../common/settings/settings';
import type { SchemeName } from '../../version/ordering/scheme';
import type { SourceWeb } from './source-web';

/** One release, as its source tells it. */
export interface Release {
  /** The label, exactly as the source writes it. */
  version: string;
  /** `YYYY-MM-DDTHH:MM:SS.mmmZ`, as of `dateOf`; null when the source does not say. */
  releasedAt: string | null;
  /** The source's own word; null = it does not say, and the label decides. */
  prerelease: boolean | null;
  /** Where a person reads what is new; null when the source does not say. */
  notesUrl: string | null;
  /** The source says that it was withdrawn (a yanked package). */
  withdrawn?: boolean;
}

/**
 * Where releases of a product come from. A source is one file `<type>.source.ts` and one line in `index.ts`; when to ask,
 * conditional requests, politeness, limits, the address guard and storage are outside it.
 */
export abstract class Source<S extends object = object> {
  /** The word in the API, kebab-case; never changes, it is stored. */
  abstract readonly type: string;
  /** What a person calls it. */
  abstract readonly title: string;
  /** A class whose properties carry `@Setting`. */
  abstract readonly settingsClass: new () => S;
  /** Whether an answer lists all that there is: then a version that is missing was withdrawn. Most list the newest only. */
  abstract readonly listsEverything: boolean;
  /**
   * How versions of this kind are ordered, where there is a rule for all of them. A product that gets such a source is ordered so, unless
   * somebody has said otherwise.
   */
  readonly scheme?: SchemeName;

  /**
   * Runs when settings are saved, after their validation.
   * @throws SettingsError naming the field
   */
  prepare?(settings: S): Prepared<S>;

  /** `github.com/owner/name`, lower case: by what a webhook of its host calls the repository; null when it is none. */
  repositoryOf?(settings: S): string | null;

  /** Why it cannot be used here, in words for its user: the operator has not configured what it needs. */
  unavailableBecause?(): string | null;

  /**
   * Asks once. A release without a usable version is left out; an answer that is not what the source documents is an error.
   * @throws SourceError, or NotModified when nothing has changed since the last time (both come from `web`)
   */
  abstract fetch(settings: S, web: SourceWeb): Promise<Release[]>;
}

/** Asking brought nothing. The message is for a person: no secret, no path of a URL, no library's words. */
export class SourceError extends Error {
  constructor(
    message: string,
    /** Seconds for which the source wants to be left alone. */
    readonly after: number | null = null,
    /** HTTP status, or a word. */
    readonly code: number | string | null = null,
  ) {
    super(message);
  }
}

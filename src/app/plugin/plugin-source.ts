import { isSchemeName, SCHEME_NAMES, type SchemeName } from 'version-order';
import { secretsIn, withoutSecrets } from '../../common/settings/secret-texts';
import type { Prepared } from '../../common/settings/settings';
import { dateOf, linkOf } from '../../common/fetch/read';
import { MAX_LABEL, notesOf, type Release, Source, uniqueReleases } from '../../source/sources/source';
import { SourceError } from '../../common/fetch/source-error';
import { NotModified, type SourceWeb } from '../../common/fetch/source-web';
import { faultOfPart, isText, prepareBy } from './part-faults';
import type { Origin } from './plugin-channel';
import type { PluginCalls } from './plugin-calls';

/** Of one fetch: a little more than the two minutes of `web`, which says more, and well within the lease of the host. */
const LONGEST_MS = 125_000;
const NOTES_FORMATS = ['markdown', 'html', 'text', 'rst'] as const;

/** A source of a plug-in, whose releases are checked. */
export class PluginSource extends Source {
  readonly type;
  readonly title;
  readonly settingsClass;
  readonly listsEverything: boolean;
  override readonly hasNotes: boolean;
  override readonly scheme?: SchemeName;
  override readonly plugin: string;
  private readonly calls: PluginCalls;

  /** @throws Error that says what is wrong with it */
  constructor(
    private readonly own: Source,
    { calls }: Origin,
  ) {
    super();
    const fault = faultOf(own);
    if (fault !== null) throw new Error(`The source ${String(own.type)}: ${fault}`);
    this.type = own.type;
    this.title = own.title;
    this.settingsClass = own.settingsClass;
    this.listsEverything = own.listsEverything;
    this.hasNotes = own.hasNotes === true;
    if (own.scheme) this.scheme = own.scheme;
    this.plugin = calls.plugin;
    this.calls = calls;
  }

  override prepare(settings: object): Prepared {
    const make = () => ({ settings: (this.own.prepare?.(settings) ?? { settings }).settings });
    return prepareBy(this.calls, this.settingsClass, settings, make);
  }

  async fetch(settings: object, web: SourceWeb): Promise<Release[]> {
    const secrets = secretsIn(this.settingsClass, settings);
    try {
      const given: unknown = await this.calls.run(LONGEST_MS, () => this.own.fetch(settings, web), secrets);
      if (!Array.isArray(given)) throw new Error('fetch must return a list of releases');
      const releases = await uniqueReleases(given as unknown[], (one) => [checkedRelease(one, this.hasNotes)]);
      this.calls.state.ended(false);
      return releases;
    } catch (error) {
      this.calls.state.ended(!(error instanceof SourceError || error instanceof NotModified));
      throw error instanceof SourceError ? checkedError(error, this.calls.formsWith(secrets)) : error;
    }
  }
}

function faultOf(own: Source): string | null {
  if (typeof own.fetch !== 'function') return 'fetch must be a method';
  if (typeof own.listsEverything !== 'boolean') return 'listsEverything must be true or false';
  if (own.scheme !== undefined && !isSchemeName(own.scheme)) return `scheme must be one of ${SCHEME_NAMES.join(', ')}`;
  return faultOfPart(own);
}

/** What it asks for must not reach the statement that stores it. */
function checkedError({ message, retryAfter, code, isOfNetwork }: SourceError, forms: string[]): SourceError {
  const after = Number.isFinite(retryAfter) ? retryAfter : null;
  const known = Number.isSafeInteger(code) || isText(code, 32) ? code : null;
  return new SourceError(withoutSecrets(String(message), forms), after, known, isOfNetwork === true);
}

/** @throws Error when it is no release, which is a mistake of the plug-in */
function checkedRelease(given: unknown, hasNotes: boolean): Release {
  const release = (typeof given === 'object' && given !== null ? given : {}) as Partial<Record<keyof Release, unknown>>;
  const { version, releasedAt = null, prerelease = null, notesUrl = null, withdrawn, leftOut, notes } = release;
  if (typeof version !== 'string' || version === '' || version !== version.trim() || version.length > MAX_LABEL)
    throw new Error(
      `The version of a release must be a text of up to ${MAX_LABEL} characters, without white space around it`,
    );
  if (releasedAt !== null && (typeof releasedAt !== 'string' || dateOf(releasedAt) !== releasedAt))
    throw new Error('releasedAt of a release must be what dateOf returns');
  if (prerelease !== null && typeof prerelease !== 'boolean') throw new Error('prerelease must be true, false or null');
  if (notesUrl !== null && (typeof notesUrl !== 'string' || linkOf(notesUrl) !== notesUrl))
    throw new Error('notesUrl of a release must be what linkOf returns');
  const text = hasNotes ? checkedNotes(notes) : undefined;
  return {
    version,
    releasedAt,
    prerelease,
    notesUrl,
    ...(withdrawn === true && { withdrawn }),
    ...(typeof leftOut === 'string' && { leftOut: leftOut.slice(0, 200) }),
    ...(text && { notes: text }),
  };
}

function checkedNotes(given: unknown) {
  const { format, text } = (given ?? {}) as { format?: unknown; text?: unknown };
  const known = NOTES_FORMATS.find((one) => one === format);
  if (given !== undefined && given !== null && !known)
    throw new Error(`The format of notes must be one of ${NOTES_FORMATS.join(', ')}`);
  return known && notesOf(text, known);
}

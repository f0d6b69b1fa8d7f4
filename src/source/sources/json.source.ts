import { JSONPathRecursionLimitError } from 'json-p3';
import { Setting, UrlSetting } from '../../common/settings/setting';
import { type Prepared, SettingsError } from '../../common/settings/settings';
import { AddressedSource } from './addressed-source';
import { compilePath, descends, firstAt, type Found, type Path, validatePath, valuesAt } from './json-path';
import { dateOf, linkOf, textOf } from '../../common/fetch/read';
import { MAX_RELEASES, notesOf, type Release, type ReleaseNotesText, tooMany, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

const MAX_PATH = 255;
/** Parts of a document for paths with a filter or `..`, which the library evaluates in one step. */
const MAX_PARTS_BELOW = 200_000;
const ITEMS = '$[*]';
const VERSION = '$';
/** Instead of a path: the name of the item in its object. */
const NAME = '~';
const PATHS = ['items', 'version', 'date', 'prerelease', 'notes', 'notes_text'] as const;
const MARKDOWN = 'markdown';

export class JsonSettings {
  @UrlSetting(
    'Document',
    'The address of a JSON document that lists the releases.',
    'https://example.org/releases.json',
  )
  url!: string;

  @Setting({
    title: 'Items',
    description:
      'A JSONPath (RFC 9535) that leads to each release, as $.releases[*] or $.releases[?@.channel == "stable"].',
    maxLength: MAX_PATH,
    optional: true,
    default: ITEMS,
    examples: ['$.releases[*]'],
  })
  items?: string;

  @Setting({
    title: 'Version',
    description:
      'A JSONPath within the item, where $ is the item itself, as $.version. For an object whose names are the versions it is ~.',
    maxLength: MAX_PATH,
    optional: true,
    default: VERSION,
    examples: ['$.version'],
  })
  version?: string;

  @Setting({
    title: 'Date',
    description: 'A JSONPath within the item that leads to the date or time of its release.',
    maxLength: MAX_PATH,
    optional: true,
    examples: ['$.date'],
  })
  date?: string;

  @Setting({
    title: 'Pre-release',
    description: 'A JSONPath within the item that leads to true for a pre-release and false for any other.',
    maxLength: MAX_PATH,
    optional: true,
    examples: ['$.prerelease'],
  })
  prerelease?: string;

  @Setting({
    title: 'Notes',
    description: 'A JSONPath within the item that leads to the address of its release notes.',
    maxLength: MAX_PATH,
    optional: true,
    examples: ['$.notes'],
  })
  notes?: string;

  @Setting({
    title: 'Text of the notes',
    description: 'A JSONPath within the item that leads to the text of its release notes.',
    maxLength: MAX_PATH,
    optional: true,
    examples: ['$.body'],
  })
  notes_text?: string;

  @Setting({
    title: 'Format of the notes',
    description: 'How the text of the notes is written.',
    maxLength: 8,
    values: [MARKDOWN, 'html', 'text'],
    optional: true,
    default: MARKDOWN,
    examples: [MARKDOWN],
  })
  notes_format?: ReleaseNotesText['format'];
}

/** Releases in any JSON document: a path leads to the items, and paths within each item lead to its fields. */
export class JsonSource extends AddressedSource<JsonSettings> {
  readonly type = 'json';
  readonly title = 'JSON document';
  readonly settingsClass = JsonSettings;
  readonly listsEverything = false;
  override readonly hasNotes = true;

  override prepare(settings: JsonSettings): Prepared<JsonSettings> {
    const problems = PATHS.flatMap((field) => {
      const path = settings[field];
      if (path === undefined || (field === 'version' && path === NAME)) return [];
      const message = validatePath(path);
      return message ? [{ field, message }] : [];
    });
    if (problems.length > 0) throw new SettingsError(problems);
    checkDescents(settings);
    return super.prepare(settings);
  }

  async fetch(settings: JsonSettings, web: SourceWeb): Promise<Release[]> {
    const response = await web.get(settings.url, { accept: 'application/json' });
    const below = PATHS.some((field) => searchesAt(settings, field));
    const document = await web.parse(response, below ? MAX_PARTS_BELOW : undefined);
    try {
      const releases = await releasesIn(document, settings);
      if (releases.length > 0) return releases;
    } catch (error) {
      if (!(error instanceof JSONPathRecursionLimitError)) throw error;
      throw new SourceError('The document is nested too deeply for these paths', null, 'format');
    }
    // An error, or a document that has changed its structure would never fail.
    throw new SourceError('The paths match no release in the document', null, 'nothing');
  }
}

const descendsAt = (settings: JsonSettings, field: (typeof PATHS)[number]): boolean => {
  const path = settings[field];
  return path !== undefined && path !== NAME && descends(compilePath(path));
};

/** Whether the library evaluates the path, without a pause. */
const searchesAt = (settings: JsonSettings, field: (typeof PATHS)[number]): boolean => {
  const path = settings[field];
  return path !== undefined && path !== NAME && compilePath(path).names === null;
};

/** `..` for the items and again within each item would take quadratic time. */
function checkDescents(settings: JsonSettings): void {
  const within = PATHS.filter((field) => field !== 'items' && descendsAt(settings, field));
  if (within.length === 0 || !descendsAt(settings, 'items')) return;
  throw new SettingsError(within.map((field) => ({ field, message: 'must not have .. when items has it' })));
}

function releasesIn(document: unknown, settings: JsonSettings): Promise<Release[]> {
  const { items = ITEMS, version = VERSION, date, prerelease, notes, notes_text, notes_format = MARKDOWN } = settings;
  const paths = {
    version: version === NAME ? null : compilePath(version),
    date: compiled(date),
    prerelease: compiled(prerelease),
    notes: compiled(notes),
    text: compiled(notes_text),
  };
  let left = MAX_RELEASES;
  return uniqueReleases(valuesAt(compilePath(items), document), (item) => {
    if (left-- === 0) throw tooMany();
    const label = paths.version ? labelOf(first(paths.version, item)) : nameOf(item);
    if (label === null) return [];
    const early = first(paths.prerelease, item);
    const prerelease = typeof early === 'boolean' ? early : null;
    const releasedAt = momentOf(first(paths.date, item));
    const release = { version: label, releasedAt, prerelease, notesUrl: linkOf(first(paths.notes, item)) };
    return [paths.text ? { ...release, notes: notesOf(first(paths.text, item), notes_format) } : release];
  });
}

const compiled = (path: string | undefined): Path | null => (path === undefined ? null : compilePath(path));

const first = (path: Path | null, item: Found): unknown => (path === null ? undefined : firstAt(path, item.value));

/** A whole number is a version too. Another number is not: it is unknown whether it was written as 1.1 or 1.10. */
const labelOf = (value: unknown): string | null => (Number.isSafeInteger(value) ? String(value) : textOf(value));

const nameOf = ({ key }: Found): string | null => (typeof key === 'string' ? textOf(key) : null);

/** A number is seconds or milliseconds since 1970. */
function momentOf(value: unknown): string | null {
  if (typeof value !== 'number') return dateOf(value);
  const date = new Date(value < 1e11 ? value * 1_000 : value);
  return Number.isNaN(date.getTime()) ? null : dateOf(date.toISOString());
}

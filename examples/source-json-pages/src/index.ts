import {
  checkedUrl,
  dateOf,
  type Fields,
  isFields,
  linkOf,
  Module,
  objectsOf,
  OutgoingHttp,
  type Prepared,
  type Release,
  ReleaseSource,
  Setting,
  Source,
  type SourceWeb,
  textOf,
  TOKEN_PATTERN,
  uniqueReleases,
} from 'tracker-plugin-kit';

const MAX_PAGES = 10;
const MEMBER = /^[A-Za-z_][A-Za-z0-9_-]*$/;

export class JsonPagesSettings {
  @Setting({
    title: 'First page',
    description: 'The address of the first page of a JSON list.',
    format: 'url',
    maxLength: 2048,
    examples: ['https://example.org/api/releases'],
  })
  url!: string;

  @Setting({
    title: 'List',
    description: 'The member of a page that has the list. Leave it out where the page is the list.',
    format: 'text',
    maxLength: 60,
    pattern: MEMBER,
    optional: true,
    examples: ['results'],
  })
  list?: string;

  @Setting({
    title: 'Next page',
    description: 'The member of a page that has the address of the next one. Leave it out where a Link header has it.',
    format: 'text',
    maxLength: 60,
    pattern: MEMBER,
    optional: true,
    examples: ['next'],
  })
  next?: string;

  @Setting({
    title: 'Version',
    description: 'The member of a release that has its version.',
    format: 'text',
    maxLength: 60,
    pattern: MEMBER,
    optional: true,
    default: 'version',
    examples: ['name'],
  })
  version?: string;

  @Setting({
    title: 'Token',
    description: 'Sent as a bearer token, where the list needs one.',
    format: 'text',
    maxLength: 500,
    pattern: TOKEN_PATTERN,
    secret: true,
    optional: true,
    examples: ['a0b1c2d3e4'],
  })
  token?: string;
}

/** Releases in a JSON list of several pages. Each is an object with a version, and if it has them `date`, `prerelease` and `url`. */
@ReleaseSource()
export class JsonPagesSource extends Source<JsonPagesSettings> {
  readonly type = 'json-pages';
  readonly title = 'JSON list in pages';
  readonly settingsClass = JsonPagesSettings;
  readonly listsEverything = true;

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: JsonPagesSettings): Prepared<JsonPagesSettings> {
    return { settings: { ...settings, url: checkedUrl(this.http, 'url', settings.url) } };
  }

  async fetch({ url, list, next, version = 'version', token }: JsonPagesSettings, web: SourceWeb): Promise<Release[]> {
    const entries = await web.pages(url, MAX_PAGES, {
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
      ...(list && { entriesOf: (page: unknown) => objectsOf(memberOf(page, list), 'The list of releases') }),
      ...(next && { next: (page: unknown) => textOf(memberOf(page, next)) }),
    });
    return uniqueReleases(entries, (entry) => releasesOf(entry, version));
  }
}

const memberOf = (page: unknown, name: string): unknown => (isFields(page) ? page[name] : undefined);

function releasesOf(entry: Fields, member: string): Release[] {
  const version = textOf(entry[member]);
  if (version === null) return [];
  const prerelease = typeof entry.prerelease === 'boolean' ? entry.prerelease : null;
  return [{ version, releasedAt: dateOf(entry.date), prerelease, notesUrl: linkOf(entry.url) }];
}

@Module({ providers: [JsonPagesSource] })
export class JsonPagesModule {}

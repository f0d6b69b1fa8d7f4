import { ReleaseSource } from '../../common/plugin/marks';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import { type Prepared, under } from '../../common/settings/settings';
import { Config } from '../../config/config';
import { packageUrls } from './package-urls';
import { dateOf, type Fields, isFields, linkOf, objectsOf, textOf } from './read';
import { preparedServer, RegistryServer, serverOf } from './registry-server';
import { type Release, Source } from './source';
import type { SourceWeb } from './source-web';
import { uniqueReleases } from './unique';

export class RubygemsSettings {
  @Setting({
    title: 'Gem',
    description: 'The name of the gem.',
    format: 'text',
    maxLength: 128,
    pattern: /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/,
    examples: ['rails'],
  })
  gem!: string;

  @RegistryServer('a gem server', 'RUBYGEMS_URL')
  server?: string;
}

/**
 * All versions of a gem, by "Gem Version Methods" of the gem server's API: `GET /api/v1/versions/{gem}.json`. A version is listed once
 * for each platform; a yanked one is not listed.
 */
@ReleaseSource()
export class RubygemsSource extends Source<RubygemsSettings> {
  readonly type = 'rubygems';
  readonly title = 'Ruby gems';
  readonly settingsClass = RubygemsSettings;
  readonly listsEverything = true;
  override readonly scheme = 'gem';

  constructor(
    private readonly http: OutgoingHttp,
    private readonly config: Config,
  ) {
    super();
  }

  override prepare(settings: RubygemsSettings): Prepared<RubygemsSettings> {
    return preparedServer(this.http, settings, this.config.rubygemsUrl);
  }

  override packageUrlsOf({ gem }: RubygemsSettings): string[] {
    return packageUrls('gem', gem);
  }

  async fetch(settings: RubygemsSettings, web: SourceWeb): Promise<Release[]> {
    const server = serverOf(settings, this.config.rubygemsUrl);
    const versions = await web.json(under(server, 'api', 'v1', 'versions', `${settings.gem}.json`));
    const earliest = new Map<string, string>();
    const entries = objectsOf(versions, 'The list of versions');
    const releases = await uniqueReleases(entries, (entry) => {
      const found = toRelease(entry);
      for (const release of found) noteDate(earliest, release);
      return found;
    });
    return releases.map((release) => ({ ...release, releasedAt: earliest.get(release.version) ?? null }));
  }
}

function toRelease({ number, created_at, prerelease, metadata }: Fields): Release[] {
  const version = textOf(number);
  if (version === null) return [];
  return [
    {
      version,
      releasedAt: dateOf(created_at),
      prerelease: typeof prerelease === 'boolean' ? prerelease : null,
      notesUrl: isFields(metadata) ? linkOf(metadata.changelog_uri) : null,
    },
  ];
}

/** The date of a version is that of its first platform, wherever that is in the list. */
function noteDate(earliest: Map<string, string>, { version, releasedAt }: Release): void {
  const before = earliest.get(version);
  if (releasedAt !== null && (before === undefined || releasedAt < before)) earliest.set(version, releasedAt);
}

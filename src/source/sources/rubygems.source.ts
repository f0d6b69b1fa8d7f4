import { Setting } from '../../common/settings/setting';
import { packageUrls } from './package-urls';
import { dateOf, type Fields, isFields, linkOf, objectsOf } from '../../common/fetch/read';
import { RegistryServer, RegistrySource } from './addressed-source';
import { oneRelease, type Release, uniqueReleases } from './source';
import type { SourceWeb } from '../../common/fetch/source-web';

export class RubygemsSettings {
  @Setting({
    title: 'Gem',
    description: 'The name of the gem.',
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
export class RubygemsSource extends RegistrySource<RubygemsSettings> {
  readonly type = 'rubygems';
  readonly title = 'Ruby gems';
  readonly settingsClass = RubygemsSettings;
  readonly listsEverything = true;
  override readonly scheme = 'gem';
  protected readonly registry = 'rubygemsUrl';
  protected readonly purls = ({ gem }: RubygemsSettings) => packageUrls('gem', gem);

  async fetch(settings: RubygemsSettings, web: SourceWeb): Promise<Release[]> {
    const versions = await web.json(this.url(settings, 'api', 'v1', 'versions', `${settings.gem}.json`));
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
  return oneRelease(number, {
    releasedAt: dateOf(created_at),
    prerelease: typeof prerelease === 'boolean' ? prerelease : null,
    notesUrl: isFields(metadata) ? linkOf(metadata.changelog_uri) : null,
  });
}

/** The date of a version is that of its first platform, wherever that is in the list. */
function noteDate(earliest: Map<string, string>, { version, releasedAt }: Release): void {
  const before = earliest.get(version);
  if (releasedAt !== null && (before === undefined || releasedAt < before)) earliest.set(version, releasedAt);
}

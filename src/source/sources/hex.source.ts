import { ReleaseSource } from '../../common/plugin/marks';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import { type Prepared, under } from '../../common/settings/settings';
import { Config } from '../../config/config';
import { packageUrls } from './package-urls';
import { dateOf, type Fields, fieldsOf, isFields, linkOf, objectsOf, textOf } from './read';
import { preparedServer, RegistryServer, serverOf } from './registry-server';
import { type Release, Source } from './source';
import type { SourceWeb } from './source-web';
import { uniqueReleases } from './unique';

export class HexSettings {
  @Setting({
    title: 'Package',
    description: 'The name of the package.',
    format: 'text',
    maxLength: 128,
    pattern: /^[a-z][a-z0-9_]*$/,
    examples: ['phoenix'],
  })
  package!: string;

  @RegistryServer('a Hex server with an HTTP API', 'HEX_URL')
  server?: string;
}

/**
 * All releases of a Hex package, by "Package" of https://github.com/hexpm/specifications/blob/main/apiary.apib. A retired release is a
 * withdrawn one: its authors advise against it.
 */
@ReleaseSource()
export class HexSource extends Source<HexSettings> {
  readonly type = 'hex';
  readonly title = 'Hex packages';
  readonly settingsClass = HexSettings;
  readonly listsEverything = true;
  override readonly scheme = 'semver';

  constructor(
    private readonly http: OutgoingHttp,
    private readonly config: Config,
  ) {
    super();
  }

  override prepare(settings: HexSettings): Prepared<HexSettings> {
    return preparedServer(this.http, settings, this.config.hexUrl);
  }

  override packageUrlsOf(settings: HexSettings): string[] {
    return packageUrls('hex', settings.package);
  }

  async fetch(settings: HexSettings, web: SourceWeb): Promise<Release[]> {
    const url = under(serverOf(settings, this.config.hexUrl), 'api', 'packages', settings.package);
    const { releases, retirements, meta } = fieldsOf(await web.json(url));
    const retired = new Set(isFields(retirements) ? Object.keys(retirements) : []);
    const notesUrl = isFields(meta) ? changelogOf(meta) : null;
    return uniqueReleases(objectsOf(releases, 'The list of releases'), (entry) => toRelease(entry, retired, notesUrl));
  }
}

function toRelease({ version: label, inserted_at }: Fields, retired: Set<string>, notesUrl: string | null): Release[] {
  const version = textOf(label);
  if (version === null) return [];
  const release = { version, releasedAt: dateOf(inserted_at), prerelease: null, notesUrl };
  return [retired.has(version) ? { ...release, withdrawn: true } : release];
}

/** The names of links are free; this one is usual. */
function changelogOf({ links }: Fields): string | null {
  if (!isFields(links)) return null;
  const [, url] = Object.entries(links).find(([name]) => /^change ?log$/i.test(name)) ?? [];
  return linkOf(url);
}

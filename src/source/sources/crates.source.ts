import { ReleaseSource } from '../../common/plugin/marks';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import { type Prepared, under } from '../../common/settings/settings';
import { Config } from '../../config/config';
import { packageUrls } from './package-urls';
import { dateOf, type Fields, fieldsOf, objectsOf, textOf } from './read';
import { preparedServer, RegistryServer, serverOf } from './registry-server';
import { type Release, Source } from './source';
import type { SourceWeb } from './source-web';
import { uniqueReleases } from './unique';

export class CratesSettings {
  @Setting({
    title: 'Crate',
    description: 'The name of the crate.',
    format: 'text',
    maxLength: 64,
    pattern: /^[A-Za-z][A-Za-z0-9_-]*$/,
    examples: ['serde'],
  })
  crate!: string;

  @RegistryServer('a crate registry with a web API', 'CRATES_URL')
  server?: string;
}

/**
 * All versions of a crate, by the web API of the crate registry: `GET /api/v1/crates/{name}`, which lists yanked versions too
 * (https://doc.rust-lang.org/cargo/commands/cargo-yank.html).
 */
@ReleaseSource()
export class CratesSource extends Source<CratesSettings> {
  readonly type = 'crates';
  readonly title = 'Rust crates';
  readonly settingsClass = CratesSettings;
  readonly listsEverything = true;
  override readonly scheme = 'semver';

  constructor(
    private readonly http: OutgoingHttp,
    private readonly config: Config,
  ) {
    super();
  }

  override prepare(settings: CratesSettings): Prepared<CratesSettings> {
    return preparedServer(this.http, settings, this.config.cratesUrl);
  }

  override packageUrlsOf({ crate }: CratesSettings): string[] {
    return packageUrls('cargo', crate);
  }

  async fetch(settings: CratesSettings, web: SourceWeb): Promise<Release[]> {
    const url = under(serverOf(settings, this.config.cratesUrl), 'api', 'v1', 'crates', settings.crate);
    const { versions } = fieldsOf(await web.json(url));
    return uniqueReleases(objectsOf(versions, 'The list of versions'), toRelease);
  }
}

function toRelease({ num, created_at, yanked }: Fields): Release[] {
  const version = textOf(num);
  if (version === null) return [];
  const release = { version, releasedAt: dateOf(created_at), prerelease: null, notesUrl: null };
  return [yanked === true ? { ...release, withdrawn: true } : release];
}

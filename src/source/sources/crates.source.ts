import { Setting } from '../../common/settings/setting';
import { packageUrls } from './package-urls';
import { dateOf, type Fields, fieldsOf, objectsOf } from '../../common/fetch/read';
import { RegistryServer, RegistrySource } from './addressed-source';
import { oneRelease, type Release, uniqueReleases } from './source';
import type { SourceWeb } from '../../common/fetch/source-web';

export class CratesSettings {
  @Setting({
    title: 'Crate',
    description: 'The name of the crate.',
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
export class CratesSource extends RegistrySource<CratesSettings> {
  readonly type = 'crates';
  readonly title = 'Rust crates';
  readonly settingsClass = CratesSettings;
  readonly listsEverything = true;
  override readonly scheme = 'semver';
  protected readonly registry = 'cratesUrl';
  protected readonly purls = ({ crate }: CratesSettings) => packageUrls('cargo', crate);

  async fetch(settings: CratesSettings, web: SourceWeb): Promise<Release[]> {
    const { versions } = fieldsOf(await web.json(this.url(settings, 'api', 'v1', 'crates', settings.crate)));
    return uniqueReleases(objectsOf(versions, 'The list of versions'), toRelease);
  }
}

function toRelease({ num, created_at, yanked }: Fields): Release[] {
  return oneRelease(num, { releasedAt: dateOf(created_at), ...(yanked === true && { withdrawn: true }) });
}

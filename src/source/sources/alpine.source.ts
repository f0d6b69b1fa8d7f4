import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { Setting } from '../../common/settings/setting';
import { fieldReader, type IndexFields, releasesIn } from './package-index';
import { distributionUrls } from './package-urls';
import { dateOf } from '../../common/fetch/read';
import { RegistryServer, RegistrySource } from './addressed-source';
import type { Release } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

const REPOSITORY = 'main';
const ARCHITECTURE = 'x86_64';
const INDEX = 'APKINDEX';

const timeOf = fieldReader('t');
const FIELDS: IndexFields = { nameOf: fieldReader('P'), versionOf: fieldReader('V'), releasedAtOf: builtAt };

export class AlpineSettings {
  @Setting({
    title: 'Package',
    description: 'The name of the package.',
    maxLength: 128,
    pattern: /^[A-Za-z0-9_][A-Za-z0-9+._-]*$/,
    examples: ['nginx'],
  })
  package!: string;

  @Setting({
    title: 'Branch',
    description: 'The branch of the distribution.',
    maxLength: 32,
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    examples: ['v3.20', 'edge'],
  })
  branch!: string;

  @Setting({
    title: 'Repository',
    description: 'The repository of the branch.',
    maxLength: 64,
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    optional: true,
    default: REPOSITORY,
    examples: [REPOSITORY, 'community'],
  })
  repository?: string;

  @Setting({
    title: 'Architecture',
    description: 'The architecture that the package was built for.',
    maxLength: 32,
    pattern: /^[a-z0-9][a-z0-9_]*$/,
    optional: true,
    default: ARCHITECTURE,
    examples: [ARCHITECTURE, 'aarch64'],
  })
  architecture?: string;

  @RegistryServer('a mirror of Alpine, or of a distribution with the same layout', 'ALPINE_URL')
  server?: string;
}

/**
 * The version of a package that an Alpine branch has now, with the date of its build: the stanzas of its package index with this name
 * (https://wiki.alpinelinux.org/wiki/Apk_spec). The index is a signature and a tar archive, each compressed by itself.
 */
export class AlpineSource extends RegistrySource<AlpineSettings> {
  readonly type = 'alpine';
  readonly title = 'Alpine packages';
  readonly settingsClass = AlpineSettings;
  /** A branch replaces its packages: older versions are still good where they are installed. */
  readonly listsEverything = false;
  override readonly scheme = 'apk';
  protected readonly registry = 'alpineUrl';
  protected readonly purls = (settings: AlpineSettings) =>
    distributionUrls('apk', ['alpine'], settings.package, settings.server);

  async fetch(settings: AlpineSettings, web: SourceWeb): Promise<Release[]> {
    const { branch, repository = REPOSITORY, architecture = ARCHITECTURE } = settings;
    const url = this.url(settings, branch, repository, architecture, 'APKINDEX.tar.gz');
    return web.gunzipped(url, (pieces) => releasesIn(indexIn(pieces), settings.package, FIELDS));
  }
}

/** The contents of the file `APKINDEX` in the archive. */
async function* indexIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(pieces);
  const entries = extract();
  source.on('error', (error) => entries.destroy(error)).pipe(entries);
  try {
    for await (const entry of entries) {
      if (entry.header.name !== INDEX) entry.resume();
      else for await (const piece of entry) yield piece as Buffer;
    }
  } catch (error) {
    throw error instanceof SourceError
      ? error
      : new SourceError('The response is not a .tar.gz archive', null, 'format');
  } finally {
    source.destroy();
  }
}

/** The time of its build; 0 is that of a build that hides it. */
function builtAt(stanza: string): string | null {
  const time = timeOf(stanza);
  if (time === null || !/^[1-9]\d{0,9}$/.test(time)) return null;
  return dateOf(new Date(Number(time) * 1_000).toISOString());
}

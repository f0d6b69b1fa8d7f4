import { Setting } from '../../common/settings/setting';
import { fieldReader, type IndexFields, releasesIn } from './package-index';
import { distributionUrls } from './package-urls';
import { RegistryServer, RegistrySource } from './addressed-source';
import type { Release } from './source';
import type { SourceWeb } from '../../common/fetch/source-web';

const COMPONENT = 'main';
const ARCHITECTURE = 'amd64';
/** Names with slashes between them, as in `updates/main`. None is `..`, and none is empty. */
const PATH = /^[A-Za-z0-9][A-Za-z0-9.~+_-]*(\/[A-Za-z0-9][A-Za-z0-9.~+_-]*)*$/;

const FIELDS: IndexFields = { nameOf: fieldReader('Package'), versionOf: fieldReader('Version') };

export class DebianSettings {
  @Setting({
    title: 'Package',
    description: 'The name of the binary package.',
    maxLength: 128,
    pattern: /^[a-z0-9][a-z0-9+._-]*$/,
    examples: ['nginx'],
  })
  package!: string;

  @Setting({
    title: 'Distribution',
    description: 'The name of the release, or of its updates, as in sources.list.',
    maxLength: 64,
    pattern: PATH,
    examples: ['bookworm', 'bookworm-updates', 'noble'],
  })
  distribution!: string;

  @Setting({
    title: 'Component',
    description: 'The component of the distribution.',
    maxLength: 64,
    pattern: PATH,
    optional: true,
    default: COMPONENT,
    examples: [COMPONENT, 'universe'],
  })
  component?: string;

  @Setting({
    title: 'Architecture',
    description: 'The architecture that the package was built for.',
    maxLength: 32,
    pattern: /^[a-z0-9][a-z0-9-]*$/,
    optional: true,
    default: ARCHITECTURE,
    examples: [ARCHITECTURE, 'arm64'],
  })
  architecture?: string;

  @RegistryServer('a mirror of Debian, or of a distribution with the same layout', 'DEBIAN_URL')
  server?: string;
}

/**
 * The versions of a package that a Debian distribution has now: the stanzas of its package index with this name
 * (https://wiki.debian.org/DebianRepository/Format). The index is not sorted by any rule, so it is read to its end. It has no dates.
 */
export class DebianSource extends RegistrySource<DebianSettings> {
  readonly type = 'debian';
  readonly title = 'Debian packages';
  readonly settingsClass = DebianSettings;
  /** A distribution replaces its packages: older versions are still good where they are installed. */
  readonly listsEverything = false;
  override readonly scheme = 'debian';
  protected readonly registry = 'debianUrl';
  protected readonly purls = (settings: DebianSettings) =>
    distributionUrls('deb', ['debian', 'ubuntu'], settings.package, settings.server);

  async fetch(settings: DebianSettings, web: SourceWeb): Promise<Release[]> {
    const { distribution, component = COMPONENT, architecture = ARCHITECTURE } = settings;
    const folder = ['dists', ...distribution.split('/'), ...component.split('/'), `binary-${architecture}`];
    const url = this.url(settings, ...folder, 'Packages.gz');
    return web.gunzipped(url, (pieces) => releasesIn(pieces, settings.package, FIELDS));
  }
}

import { Setting } from '../../common/settings/setting';
import { packageUrls } from './package-urls';
import { dateOf, type Fields, fieldsOf, isFields, objectsOf, textOf } from '../../common/fetch/read';
import { RegistryServer, RegistrySource } from './addressed-source';
import { oneRelease, type Release, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

/** The only minified form. */
const MINIFIED = 'composer/2.0';
/** In it, the value of a field that a version lacks although the version before has it. */
const UNSET = '__unset';
/** A branch; repositories without a file for branches list them among the versions. */
const BRANCH = /^dev-|[.-]dev$/i;

export class PackagistSettings {
  @Setting({
    title: 'Package',
    description: 'Vendor and name of the package, in lower case.',
    maxLength: 200,
    pattern: /^[a-z0-9][a-z0-9_.-]*\/[a-z0-9][a-z0-9_.-]*$/,
    examples: ['symfony/console'],
  })
  package!: string;

  @RegistryServer('a Composer repository', 'PACKAGIST_URL')
  server?: string;
}

/**
 * All tagged versions of a package in a Composer repository, by its version 2 metadata: `/p2/{vendor}/{name}.json`
 * (https://getcomposer.org/doc/05-repositories.md#metadata-url-available-packages-and-available-package-patterns). Branches are in another
 * file, `~dev.json`, which is not read. An abandoned package is not withdrawn.
 */
export class PackagistSource extends RegistrySource<PackagistSettings> {
  readonly type = 'packagist';
  readonly title = 'Composer packages';
  readonly settingsClass = PackagistSettings;
  readonly listsEverything = true;
  override readonly scheme = 'composer';
  protected readonly registry = 'packagistUrl';
  protected readonly purls = (settings: PackagistSettings) => packageUrls('composer', settings.package);

  async fetch(settings: PackagistSettings, web: SourceWeb): Promise<Release[]> {
    const [vendor, name] = settings.package.split('/') as [string, string];
    const url = this.url(settings, 'p2', vendor, `${name}.json`);
    const { packages, minified } = fieldsOf(await web.json(url));
    const versions = versionsOf(fieldsOf(packages, 'The list of packages')[settings.package]);
    return uniqueReleases(expanded(versions, minified), toRelease);
  }
}

/** Some repositories (GitLab's) have an object instead of a list, as in `packages.json`. */
const versionsOf = (versions: unknown): Fields[] =>
  objectsOf(isFields(versions) ? Object.values(versions) : versions, 'The list of versions');

/**
 * The versions before they were minified: each has only the fields that differ from the version before
 * (https://github.com/composer/metadata-minifier). Only fields that are read here are carried on.
 */
function* expanded(versions: Fields[], minified: unknown): Generator<Fields> {
  if (minified === undefined) return yield* versions;
  if (minified !== MINIFIED) throw new SourceError('The list is minified in an unsupported way', null, 'format');
  let before: Fields = {};
  for (const own of versions) {
    const { version = before.version, time = before.time } = own;
    before = { version, time: time === UNSET ? null : time };
    yield before;
  }
}

function toRelease({ version, time }: Fields): Release[] {
  return BRANCH.test(textOf(version) ?? '') ? [] : oneRelease(version, { releasedAt: dateOf(time) });
}

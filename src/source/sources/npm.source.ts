import { compare, semverScheme } from 'version-order';
import { Setting } from '../../common/settings/setting';
import { packageUrls } from './package-urls';
import { dateOf, type Fields, fieldsOf, isFields, textOf } from '../../common/fetch/read';
import { RegistryServer, RegistrySource } from './addressed-source';
import { deprecated, type Release, uniqueReleases } from './source';
import type { SourceWeb } from '../../common/fetch/source-web';

export class NpmSettings {
  @Setting({
    title: 'Package',
    description: 'The name of the package, with its scope if it has one.',
    maxLength: 214,
    pattern: /^(@[A-Za-z0-9~_-][A-Za-z0-9._~-]*\/)?[A-Za-z0-9~_-][A-Za-z0-9._~-]*$/,
    examples: ['@angular/core', 'express'],
  })
  package!: string;

  @RegistryServer('an npm registry', 'NPM_REGISTRY_URL')
  server?: string;
}

/**
 * All versions of a package, by its full metadata: the short form has no times. A deprecated version can still be installed, so it is
 * not withdrawn, but not offered either; an unpublished one is not listed. What is above the tag `latest` is a pre-release to its makers.
 * https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md
 */
export class NpmSource extends RegistrySource<NpmSettings> {
  readonly type = 'npm';
  readonly title = 'npm';
  readonly settingsClass = NpmSettings;
  readonly listsEverything = true;
  override readonly scheme = 'semver';
  protected readonly registry = 'npmRegistryUrl';
  protected readonly purls = (settings: NpmSettings) => packageUrls('npm', settings.package);

  async fetch(settings: NpmSettings, web: SourceWeb): Promise<Release[]> {
    const metadata = fieldsOf(await web.json(this.url(settings, settings.package)));
    const times = isFields(metadata.time) ? metadata.time : {};
    // A package that was unpublished has only times.
    if (isFields(times.unpublished)) return [];
    const versions = fieldsOf(metadata.versions, 'The list of versions');
    const latest = latestOf(metadata, versions);
    const isAboveLatest = (version: string) => latest !== null && compare(semverScheme, version, latest) > 0;
    return uniqueReleases(Object.keys(versions), (version) =>
      toRelease(version, times[version], versions[version], isAboveLatest),
    );
  }
}

/** Null: the registry has no such tag, or it names a version that is not listed. */
function latestOf(metadata: Fields, versions: Fields): string | null {
  const tags = metadata['dist-tags'];
  const latest = isFields(tags) ? textOf(tags.latest) : null;
  return latest !== null && Object.hasOwn(versions, latest) ? latest : null;
}

function toRelease(key: string, time: unknown, about: unknown, isAboveLatest: (version: string) => boolean): Release[] {
  const version = textOf(key);
  if (version === null) return [];
  const prerelease = isAboveLatest(version) || semverScheme.prerelease(version);
  const release = { version, releasedAt: dateOf(time), prerelease, notesUrl: null };
  const reason = isFields(about) ? about.deprecated : null;
  if (reason === true || textOf(reason) !== null) return [{ ...release, leftOut: deprecated(reason) }];
  return [release];
}

import { Setting } from '../../common/settings/setting';
import { packageUrls } from './package-urls';
import { dateOf, type Fields, fieldsOf, isFields, linkOf, objectsOf, textOf } from '../../common/fetch/read';
import { RegistryServer, RegistrySource } from './addressed-source';
import { oneRelease, type Release, uniqueReleases } from './source';
import type { SourceWeb } from '../../common/fetch/source-web';

export class HexSettings {
  @Setting({
    title: 'Package',
    description: 'The name of the package.',
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
export class HexSource extends RegistrySource<HexSettings> {
  readonly type = 'hex';
  readonly title = 'Hex packages';
  readonly settingsClass = HexSettings;
  readonly listsEverything = true;
  override readonly scheme = 'semver';
  protected readonly registry = 'hexUrl';
  protected readonly purls = (settings: HexSettings) => packageUrls('hex', settings.package);

  async fetch(settings: HexSettings, web: SourceWeb): Promise<Release[]> {
    const answer = await web.json(this.url(settings, 'api', 'packages', settings.package));
    const { releases, retirements, meta } = fieldsOf(answer);
    const retired = new Set(isFields(retirements) ? Object.keys(retirements) : []);
    const notesUrl = isFields(meta) ? changelogOf(meta) : null;
    return uniqueReleases(objectsOf(releases, 'The list of releases'), ({ version: label, inserted_at }) => {
      const withdrawn = retired.has(textOf(label) ?? '');
      return oneRelease(label, { releasedAt: dateOf(inserted_at), notesUrl, ...(withdrawn && { withdrawn }) });
    });
  }
}

/** The names of links are free; this one is usual. */
function changelogOf({ links }: Fields): string | null {
  if (!isFields(links)) return null;
  const [, url] = Object.entries(links).find(([name]) => /^change ?log$/i.test(name)) ?? [];
  return linkOf(url);
}

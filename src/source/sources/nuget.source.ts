import { Setting } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import { packageUrls } from './package-urls';
import { dateOf, type Fields, fieldsOf, isFields, linkOf, listOf, objectsOf } from '../../common/fetch/read';
import { RegistryServer, RegistrySource } from './addressed-source';
import { deprecated, oneRelease, type Release, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

/** The services that list versions, the best first: the first two include versions by SemVer 2.0.0. */
const REGISTRATIONS = ['/3.6.0', '/Versioned', '/3.4.0', '/3.0.0-rc', '/3.0.0-beta', ''].map(
  (version) => `RegistrationsBaseUrl${version}`,
);
const FLAT_CONTAINER = ['PackageBaseAddress/3.0.0'];
/** Pages of usually 64 versions, the oldest first: the newest of them are read. */
const MAX_PAGES = 10;

export class NugetSettings {
  @Setting({
    title: 'Package',
    description: 'The ID of the package.',
    maxLength: 100,
    pattern: /^\w+([.-]\w+)*$/,
    examples: ['Newtonsoft.Json'],
  })
  package!: string;

  @RegistryServer(
    'a NuGet server, which is that of its service index (…/index.json) or of a flat container',
    'NUGET_URL',
  )
  server?: string;
}

/**
 * The versions of a NuGet package, by https://learn.microsoft.com/nuget/api/overview. The service index leads to the registrations, which
 * have dates and say what is unlisted: such a version counts as withdrawn. Without them, and for an address that is no service index,
 * it is the flat container: all versions, unlisted ones too, and nothing else.
 */
export class NugetSource extends RegistrySource<NugetSettings> {
  readonly type = 'nuget';
  readonly title = 'NuGet packages';
  readonly settingsClass = NugetSettings;
  readonly listsEverything = false;
  override readonly scheme = 'nuget';
  protected readonly registry = 'nugetUrl';
  protected readonly purls = (settings: NugetSettings) => packageUrls('nuget', settings.package);

  async fetch(settings: NugetSettings, web: SourceWeb): Promise<Release[]> {
    const server = this.serverOf(settings);
    const id = settings.package.toLowerCase();
    if (!server.endsWith('.json')) return inContainer(server, id, web);
    const { resources } = fieldsOf(await web.json(server));
    const services = objectsOf(resources, 'The list of services');
    const registrations = serviceOf(services, REGISTRATIONS);
    if (registrations !== null) return inRegistrations(registrations, id, web);
    const container = serviceOf(services, FLAT_CONTAINER);
    if (container !== null) return inContainer(container, id, web);
    throw new SourceError('The service index names no list of versions', null, 'format');
  }
}

function serviceOf(services: Fields[], types: string[]): string | null {
  const addresses = types.map((type) => linkOf(services.find((service) => service['@type'] === type)?.['@id']));
  return addresses.find((address) => address !== null) ?? null;
}

async function inContainer(address: string, id: string, web: SourceWeb): Promise<Release[]> {
  const { versions } = fieldsOf(await web.json(under(address, id, 'index.json')));
  return uniqueReleases(listOf(versions, 'The list of versions'), (label) => oneRelease(label));
}

async function inRegistrations(address: string, id: string, web: SourceWeb): Promise<Release[]> {
  const { items } = fieldsOf(await web.json(under(address, id, 'index.json')));
  const found: Release[] = [];
  // Page by page, since all that a page says of its versions is much.
  const pages = objectsOf(items, 'The list of pages');
  if (pages.length > MAX_PAGES)
    web.notice = `Only the last ${MAX_PAGES} of ${pages.length} pages of versions were read`;
  for (const page of pages.slice(-MAX_PAGES))
    for (const release of await uniqueReleases(await entriesOf(page, web), toRelease)) found.push(release);
  return uniqueReleases(found, (release) => [release]);
}

/** The versions of a page, which has them itself or is at another address. */
async function entriesOf(page: Fields, web: SourceWeb): Promise<Fields[]> {
  if (page.items !== undefined) return objectsOf(page.items, 'The list of versions');
  const address = linkOf(page['@id']);
  if (address === null) throw new SourceError('A page of the list has no address', null, 'format');
  return objectsOf(fieldsOf(await web.json(address)).items, 'The list of versions');
}

/** The date of an unlisted version is in 1900, which `dateOf` takes for none. */
function toRelease({ catalogEntry }: Fields): Release[] {
  const { version, published, listed, deprecation } = fieldsOf(catalogEntry, 'The entry of a version');
  const releasedAt = dateOf(published);
  if (listed === false) return oneRelease(version, { releasedAt, withdrawn: true });
  const leftOut = isFields(deprecation) && { leftOut: deprecated(deprecation.message) };
  return oneRelease(version, { releasedAt, ...leftOut });
}

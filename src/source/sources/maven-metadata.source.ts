import { childOf, childrenOf, type XmlElement } from 'inventory-reader';
import { compare, mavenScheme } from 'version-order';
import { Setting } from '../../common/settings/setting';
import { packageUrls } from './package-urls';
import { dateOf } from '../../common/fetch/read';
import { RegistryServer, RegistrySource } from './addressed-source';
import { type Release, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';
import { parseXml, xmlText } from './xml-text';

export class MavenMetadataSettings {
  @Setting({
    title: 'Group',
    description: 'The group id of the artifact.',
    maxLength: 200,
    pattern: /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/,
    examples: ['org.apache.commons'],
  })
  group!: string;

  @Setting({
    title: 'Artifact',
    description: 'The artifact id.',
    maxLength: 200,
    pattern: /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/,
    examples: ['commons-lang3'],
  })
  artifact!: string;

  @RegistryServer('a Maven repository', 'MAVEN_URL')
  server?: string;
}

/**
 * All versions of an artifact in a Maven repository, by its `maven-metadata.xml`:
 * https://maven.apache.org/ref/current/maven-repository-metadata/repository-metadata.html
 */
export class MavenMetadataSource extends RegistrySource<MavenMetadataSettings> {
  readonly type = 'maven-metadata';
  readonly title = 'Maven artifacts';
  readonly settingsClass = MavenMetadataSettings;
  readonly listsEverything = true;
  override readonly scheme = 'maven';
  protected readonly registry = 'mavenUrl';
  protected readonly purls = ({ group, artifact }: MavenMetadataSettings) =>
    packageUrls('maven', `${group}/${artifact}`);

  async fetch(settings: MavenMetadataSettings, web: SourceWeb): Promise<Release[]> {
    const folder = [...settings.group.split('.'), settings.artifact];
    const url = this.url(settings, ...folder, 'maven-metadata.xml');
    const { body } = await web.get(url, { accept: 'application/xml, text/xml' });
    if (/<!DOCTYPE/i.test(body))
      throw new SourceError('The response is XML with a document type, which is not supported', null, 'format');
    const metadata = childIn(await parseXml(body), 'metadata', 'The metadata of the artifact');
    const versioning = childIn(metadata, 'versioning', 'The versioning of the artifact');
    const labels = childrenOf(childIn(versioning, 'versions', 'The list of versions'), 'version');
    if (labels.length === 0) throw new SourceError('The list of versions is empty', null, 'format');
    const lastUpdated = labels.length === 1 ? xmlText(childOf(versioning, 'lastUpdated')) : null;
    const release = xmlText(childOf(versioning, 'release'));
    const isListed = release !== null && labels.some((label) => xmlText(label) === release);
    return uniqueReleases(labels, (label) => toRelease(xmlText(label), lastUpdated, isListed ? release : null));
  }
}

function childIn(element: XmlElement, name: string, what: string): XmlElement {
  const child = childOf(element, name);
  if (!child) throw new SourceError(`${what} is not there`, null, 'format');
  return child;
}

/**
 * What is above `<release>`, and no pre-release, is of a numbering of long ago (20030203 of commons-io): it is never offered.
 * The list has only the date of its last change, which is the date of a release when there is no other. A snapshot is a build before
 * the release, by the rule of Maven.
 */
function toRelease(version: string | null, lastUpdated: string | null, newest: string | null): Release[] {
  if (version === null) return [];
  const prerelease = version.endsWith('-SNAPSHOT') ? true : null;
  const release = { version, releasedAt: momentOf(lastUpdated), prerelease, notesUrl: null };
  if (newest === null || mavenScheme.prerelease(version) || compare(mavenScheme, version, newest) <= 0)
    return [release];
  return [{ ...release, leftOut: `It is above ${newest}, which its repository names as the newest release` }];
}

/** yyyyMMddHHmmss in UTC. */
function momentOf(value: string | null): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(value ?? '');
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return dateOf(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

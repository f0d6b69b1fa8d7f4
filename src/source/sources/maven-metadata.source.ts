import { Injectable } from '@nestjs/common';
import { XMLParser } from 'fast-xml-parser';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import type { Prepared } from '../../common/settings/settings';
import { under } from '../../common/settings/url-setting';
import { Config } from '../../config/config';
import { boundXml } from './feed-xml';
import { dateOf, type Fields, fieldsOf, listOf, textOf } from './read';
import { preparedServer, RegistryServer, serverOf } from './registry-server';
import { type Release, Source, SourceError } from './source';
import type { SourceWeb } from './source-web';
import { uniqueReleases } from './unique';

/** UTF-16 units: a hundred times the longest one in use. */
const MAX_XML = 4 * 1024 * 1024;

export class MavenMetadataSettings {
  @Setting({
    title: 'Group',
    description: 'The group id of the artifact.',
    format: 'text',
    maxLength: 200,
    pattern: /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/,
    examples: ['org.apache.commons'],
  })
  group!: string;

  @Setting({
    title: 'Artifact',
    description: 'The artifact id.',
    format: 'text',
    maxLength: 200,
    pattern: /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/,
    examples: ['commons-lang3'],
  })
  artifact!: string;

  @RegistryServer('a Maven repository', 'MAVEN_URL')
  server?: string;
}

/**
 * All versions of an artifact in a Maven repository, out of its `maven-metadata.xml`:
 * https://maven.apache.org/ref/current/maven-repository-metadata/repository-metadata.html
 */
@Injectable()
export class MavenMetadataSource extends Source<MavenMetadataSettings> {
  readonly type = 'maven-metadata';
  readonly title = 'Maven artifacts';
  readonly settingsClass = MavenMetadataSettings;
  readonly listsEverything = true;
  override readonly scheme = 'maven';

  constructor(
    private readonly http: OutgoingHttp,
    private readonly config: Config,
  ) {
    super();
  }

  override prepare(settings: MavenMetadataSettings): Prepared<MavenMetadataSettings> {
    return preparedServer(this.http, settings, this.config.mavenUrl);
  }

  async fetch(settings: MavenMetadataSettings, web: SourceWeb): Promise<Release[]> {
    const folder = [...settings.group.split('.'), settings.artifact];
    const url = under(serverOf(settings, this.config.mavenUrl), ...folder, 'maven-metadata.xml');
    const { body } = await web.get(url, { accept: 'application/xml, text/xml' });
    const metadata = fieldsOf(parseXml(body).metadata, 'The metadata of the artifact');
    const versioning = fieldsOf(metadata.versioning, 'The versioning of the artifact');
    const { version } = fieldsOf(versioning.versions, 'The list of versions');
    const labels = listOf(version, 'The list of versions').flatMap((label) => textOf(label) ?? []);
    return uniqueReleases(labels.map((label) => toRelease(label, labels.length === 1 ? versioning.lastUpdated : null)));
  }
}

/** A DTD, and with it any entity but the five of XML itself, is refused before anything is parsed. */
function parseXml(text: string): Fields {
  if (text.length > MAX_XML) throw new SourceError('The answer is too long to be read', null, 'size');
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new SourceError('The answer is XML with a document type, which is not read', null, 'format');
  boundXml(text);
  try {
    const parser = new XMLParser({
      parseTagValue: false,
      processEntities: { enabled: true, maxTotalExpansions: 100_000, maxExpandedLength: text.length + 1 },
      maxNestedTags: 32,
      isArray: (name) => name === 'version',
    });
    return fieldsOf(parser.parse(text));
  } catch {
    throw new SourceError('The answer is not XML', null, 'format');
  }
}

/**
 * The list has one date, of its last change, which may be that of a patch to an old branch: it is the date of a release only when there is
 * no other. A snapshot is a build before the release, by the rule of Maven.
 */
function toRelease(version: string, lastUpdated: unknown): Release {
  const prerelease = version.endsWith('-SNAPSHOT') ? true : null;
  return { version, releasedAt: momentOf(lastUpdated), prerelease, notesUrl: null };
}

/** yyyyMMddHHmmss in UTC. */
function momentOf(value: unknown): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(textOf(value) ?? '');
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return dateOf(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

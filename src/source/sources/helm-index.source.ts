import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import type { Prepared } from '../../common/settings/settings';
import { checkedBase, under } from '../../common/settings/url-setting';
import { MAX_YAML, parsePlainYaml } from './plain-yaml';
import { dateOf, type Fields, fieldsOf, isFields, objectsOf, textOf } from './read';
import { type Release, Source, SourceError } from './source';
import type { SourceWeb } from './source-web';
import { uniqueReleases } from './unique';

export class HelmIndexSettings {
  @Setting({
    title: 'Repository',
    description: 'The address of the chart repository, as for "helm repo add".',
    format: 'url',
    maxLength: 2048,
    examples: ['https://kubernetes.github.io/ingress-nginx'],
  })
  repository!: string;

  @Setting({
    title: 'Chart',
    description: 'The name of the chart.',
    format: 'text',
    maxLength: 250,
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    examples: ['ingress-nginx'],
  })
  chart!: string;
}

/**
 * All versions of a chart in a Helm repository, out of its `index.yaml`: https://helm.sh/docs/topics/chart_repository/#the-index-file
 * A deprecated chart is no withdrawn one. Whether a version is a pre-release is said by an annotation, if at all:
 * https://artifacthub.io/docs/topics/annotations/helm/
 */
@Injectable()
export class HelmIndexSource extends Source<HelmIndexSettings> {
  readonly type = 'helm-index';
  readonly title = 'Helm charts';
  readonly settingsClass = HelmIndexSettings;
  readonly listsEverything = true;
  override readonly scheme = 'semver';

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: HelmIndexSettings): Prepared<HelmIndexSettings> {
    checkedBase(this.http, 'repository', settings.repository);
    return { settings };
  }

  async fetch({ repository, chart }: HelmIndexSettings, web: SourceWeb): Promise<Release[]> {
    const { body } = await web.get(under(repository, 'index.yaml'), { accept: 'application/yaml, text/yaml, */*' });
    const index = fieldsOf(parsePlainYaml(partFor(chart, body)), 'The index');
    const entries = fieldsOf(index.entries, 'The list of charts');
    if (!Object.hasOwn(entries, chart)) throw new SourceError('The repository has no chart of this name', null, 404);
    return uniqueReleases(objectsOf(entries[chart], 'The list of versions').flatMap(toRelease));
  }
}

/**
 * The index with one chart only, since those of whole vendors have tens of megabytes: when it is written as Helm writes it, where an entry
 * begins in the third column and nothing else does below `entries:`. Any other way to write YAML is read as a whole.
 */
function partFor(chart: string, index: string): string {
  const entries = /^entries:\r?$/m.exec(index);
  const from = entries ? lineFrom(index, `  ${chart}:`, entries.index) : -1;
  const part = from < 0 ? index : `entries:\n${index.slice(from, endOfEntry(index, from))}`;
  if (part.length <= MAX_YAML) return part;
  const what =
    from < 0 ? 'The index names no such chart, or is written in an unusual way, and' : 'The list of versions';
  throw new SourceError(`${what} is too long to be read`, null, 'size');
}

/** Where the line begins that reads so; -1 when there is none from there on. */
function lineFrom(text: string, line: string, from: number): number {
  for (let at = text.indexOf(`\n${line}`, from); at >= 0; at = text.indexOf(`\n${line}`, at + 1))
    if (/^\r?(\n|$)/.test(text.slice(at + 1 + line.length, at + 3 + line.length))) return at + 1;
  return -1;
}

function endOfEntry(index: string, from: number): number {
  const next = /\n(?: {2})?[^\s#-]/g;
  next.lastIndex = from;
  return next.exec(index)?.index ?? index.length;
}

function toRelease({ version: label, created, annotations }: Fields): Release[] {
  const version = textOf(label);
  if (version === null) return [];
  const said = isFields(annotations) ? annotations['artifacthub.io/prerelease'] : null;
  const prerelease = said === 'true' ? true : said === 'false' ? false : null;
  return [{ version, releasedAt: dateOf(created), prerelease, notesUrl: null }];
}

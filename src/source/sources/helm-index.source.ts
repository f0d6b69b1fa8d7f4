import { Setting, UrlSetting } from '../../common/settings/setting';
import { checkedBase, type Prepared, under } from '../../common/settings/settings';
import { AddressedSource } from './addressed-source';
import { MAX_YAML, parsePlainYaml } from './plain-yaml';
import { dateOf, type Fields, fieldsOf, isFields, objectsOf } from '../../common/fetch/read';
import { oneRelease, type Release, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

export class HelmIndexSettings {
  @UrlSetting(
    'Repository',
    'The address of the chart repository, as for "helm repo add".',
    'https://kubernetes.github.io/ingress-nginx',
  )
  repository!: string;

  @Setting({
    title: 'Chart',
    description: 'The name of the chart.',
    maxLength: 250,
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    examples: ['ingress-nginx'],
  })
  chart!: string;
}

/**
 * All versions of a chart in a Helm repository, by its `index.yaml`: https://helm.sh/docs/topics/chart_repository/#the-index-file
 * A deprecated version is not withdrawn. An annotation may mark a pre-release: https://artifacthub.io/docs/topics/annotations/helm/
 */
export class HelmIndexSource extends AddressedSource<HelmIndexSettings> {
  readonly type = 'helm-index';
  readonly title = 'Helm charts';
  readonly settingsClass = HelmIndexSettings;
  readonly listsEverything = true;
  override readonly scheme = 'semver';

  override prepare(settings: HelmIndexSettings): Prepared<HelmIndexSettings> {
    checkedBase(this.http, 'repository', settings.repository);
    return { settings };
  }

  async fetch({ repository, chart }: HelmIndexSettings, web: SourceWeb): Promise<Release[]> {
    const { body } = await web.get(under(repository, 'index.yaml'), { accept: 'application/yaml, text/yaml, */*' });
    const from = startOf(chart, body);
    if (from < 0) return uniqueReleases(entriesIn(wholeIndex(body), chart), toRelease);
    const texts = itemsOf(body.slice(from, endOfEntry(body, from)));
    return uniqueReleases(texts, (text) => entriesIn(`entries:\n  ${chart}:\n${text}`, chart).flatMap(toRelease));
  }
}

function entriesIn(yaml: string, chart: string): Fields[] {
  const index = fieldsOf(parsePlainYaml(yaml), 'The index');
  const entries = fieldsOf(index.entries, 'The list of charts');
  if (!Object.hasOwn(entries, chart)) throw new SourceError('The repository has no chart of this name', null, 404);
  return objectsOf(entries[chart], 'The list of versions');
}

function wholeIndex(body: string): string {
  if (body.length <= MAX_YAML) return body;
  throw new SourceError('The index is too long, and the chart was not found in it', null, 'size');
}

/**
 * Where the entry of a chart begins, as indexes of large vendors have tens of megabytes. Helm begins each entry, and nothing else below
 * `entries:`, in the third column. -1 for YAML in another style, which is parsed as a whole.
 */
function startOf(chart: string, index: string): number {
  const entries = /^entries:\r?$/m.exec(index);
  return entries ? lineFrom(index, `  ${chart}:`, entries.index) : -1;
}

/**
 * The versions of an entry as one text each, as all of them together may be too long to parse: each is indented further than the hyphen
 * that it begins with. One text where there is no such list.
 */
function* itemsOf(entry: string): Generator<string> {
  const start = entry.indexOf('\n') + 1;
  const list = entry.slice(start);
  const indent = /^ *(?=- )/.exec(list)?.[0];
  if (start === 0 || indent === undefined) return yield list;
  for (let from = 0; from < list.length;) {
    const next = list.indexOf(`\n${indent}- `, from);
    const end = next < 0 ? list.length : next + 1;
    yield list.slice(from, end);
    from = end;
  }
}

/** Where the next such line begins; -1 = there is none. */
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

function toRelease({ version, created, annotations }: Fields): Release[] {
  const said = isFields(annotations) ? annotations['artifacthub.io/prerelease'] : null;
  const prerelease = said === 'true' ? true : said === 'false' ? false : null;
  return oneRelease(version, { releasedAt: dateOf(created), prerelease });
}

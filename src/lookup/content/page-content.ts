import { Parser } from 'htmlparser2';
import { htmlText } from '../../source/sources/html-text';
import type { WebResponse } from '../../common/fetch/source-web';
import { guessJson } from './json-guess';

/** What an answer is, as far as its beginning tells. */
export type PageContent =
  | { kind: 'feed'; title: string | null }
  /** `settings` of the source `json`; null = it would find no versions. */
  | { kind: 'json'; settings: Record<string, string> | null }
  | { kind: 'helm'; charts: string[] }
  | { kind: 'gitlab' | 'forgejo' | 'git' }
  | { kind: 'registry' }
  /** `feeds`: those that the page names, the likeliest first. */
  | { kind: 'page'; title: string | null; feeds: string[] }
  /** `fault`: why it is not what it says it is. */
  | { kind: 'other'; status: number; fault?: string };

/** UTF-16 units of a page that are looked at. */
const LOOKED_AT = 1_000_000;
const MAX_FEEDS = 3;
const MAX_CHARTS = 1_000;
const MAX_TITLE = 200;

/** @param url of the request */
export function contentOf({ status, headers, body }: WebResponse, url: string): PageContent {
  const type = text(headers['content-type']);
  const start = body.slice(0, LOOKED_AT).trimStart();
  if (isRegistry(headers)) return { kind: 'registry' };
  const forge = forgeOf(start, headers);
  if (forge) return { kind: forge };
  if (status !== 200) return { kind: 'other', status };
  if (/^<(?:feed|rss|rdf:RDF)\b/i.test(withoutProlog(start))) return { kind: 'feed', title: titleIn(start) };
  if (/\bjson\b/.test(type) || /^[[{]/.test(start)) return jsonOf(body);
  const charts = chartsOf(body);
  if (charts !== null) return { kind: 'helm', charts };
  return /html/.test(type) || /^<(?:!doctype|html|head|!--)/i.test(start)
    ? htmlPage(start, url)
    : { kind: 'other', status };
}

/** From the first element on: without the declaration of XML, further instructions and comments. */
function withoutProlog(document: string): string {
  let at = 0;
  for (;;) {
    const end = document.startsWith('<!--', at) ? '-->' : document.startsWith('<?', at) ? '?>' : null;
    if (end === null) return document.slice(at);
    const found = document.indexOf(end, at + 2);
    if (found < 0) return '';
    at = found + end.length;
    while (/\s/.test(document.charAt(at))) at++;
  }
}

function jsonOf(body: string): PageContent {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return { kind: 'other', status: 200, fault: 'The response is not JSON' };
  }
  return { kind: 'json', settings: guessJson(document) };
}

const text = (header: string | string[] | undefined): string => [header ?? []].flat().join(', ').toLowerCase();

/** https://github.com/opencontainers/distribution-spec/blob/main/spec.md#determining-support */
const isRegistry = (headers: WebResponse['headers']): boolean =>
  headers['docker-distribution-api-version'] !== undefined;

/** Forges say who they are in headers, cookies and the head of each page. */
function forgeOf(page: string, headers: WebResponse['headers']): 'gitlab' | 'forgejo' | 'git' | null {
  const cookies = text(headers['set-cookie']);
  if (headers['x-gitlab-meta'] !== undefined || /_gitlab_session=/.test(cookies)) return 'gitlab';
  if (/i_like_(?:gitea|forgejo)=/.test(cookies)) return 'forgejo';
  const metas = page.slice(0, 50_000).match(/<meta\s[^<>]{1,1000}>/gi) ?? [];
  const says = (name: RegExp, content: RegExp) => metas.some((meta) => name.test(meta) && content.test(meta));
  if (says(/og:site_name/i, /content=["']?GitLab/i)) return 'gitlab';
  if (says(/name=["']?(?:keywords|generator)/i, /content=["'][^"']*\b(?:gitea|forgejo)\b/i)) return 'forgejo';
  if (says(/name=["']?generator/i, /content=["'](?:cgit|gitweb)\b/i)) return 'git';
  return null;
}

/** The charts of the index of a Helm repository: https://helm.sh/docs/topics/chart_repository/#the-index-file; null = it is none. */
function chartsOf(body: string): string[] | null {
  const entries = /^entries:[ \t]*\r?$/m.exec(body);
  if (!entries || !/^apiVersion:/m.test(body)) return null;
  const charts: string[] = [];
  const line = /^( *)(["']?)([A-Za-z0-9][\w.-]*)\2:[ \t]*\r?$|^[A-Za-z]/gm;
  line.lastIndex = entries.index + entries[0].length;
  let indent: string | null = null;
  for (let found = line.exec(body); found && charts.length < MAX_CHARTS; found = line.exec(body)) {
    const [, spaces, , chart] = found;
    if (chart === undefined || spaces === '') break;
    indent ??= spaces!;
    if (spaces === indent) charts.push(chart);
  }
  return charts;
}

function titleIn(document: string): string | null {
  const [, title] = /<title[^<>]{0,200}>(?:<!\[CDATA\[)?([^<\]]{1,500})/i.exec(document.slice(0, 100_000)) ?? [];
  return title === undefined ? null : (htmlText(title)?.slice(0, MAX_TITLE).trim() ?? null);
}

/** Words of feeds of releases, and of feeds that are none. */
const RELEASES = /release|version|tag|changelog|update|download/i;
const OTHERS = /comment|podcast|event|forum/i;

/** https://html.spec.whatwg.org/multipage/links.html#rel-alternate */
function htmlPage(page: string, url: string): PageContent {
  const feeds: { url: string; rank: number }[] = [];
  let base = url;
  const parser = new Parser({
    onopentag: (name, { rel = '', type = '', href = '', title = '' }) => {
      if (name === 'base' && href !== '') base = absolute(href, url) ?? url;
      const isFeed = name === 'link' && /\balternate\b/i.test(rel) && /^application\/(?:atom|rss)\+xml/i.test(type);
      const target = isFeed && feeds.length < 50 ? absolute(href, base) : null;
      const words = `${href} ${title}`;
      if (target !== null) feeds.push({ url: target, rank: RELEASES.test(words) ? 0 : OTHERS.test(words) ? 2 : 1 });
    },
  });
  parser.end(page);
  const best = [...new Set(feeds.sort((a, b) => a.rank - b.rank).map((feed) => feed.url))];
  return { kind: 'page', title: titleIn(page), feeds: best.slice(0, MAX_FEEDS) };
}

function absolute(href: string, base: string): string | null {
  try {
    const url = new URL(href, base);
    return /^https?:$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

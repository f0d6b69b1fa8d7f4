import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import { type Prepared, SettingsError } from '../../common/settings/settings';
import { checkedUrl } from '../../common/settings/url-setting';
import { compilePattern, type LinearPattern, MAX_PATTERN, validateTagPattern } from '../../version/ordering/pattern';
import { PatternBudget, PatternBudgetSpent } from '../../version/ordering/pattern-budget';
import { elementsOf, fieldsIn, innerText, xmlText } from './feed-xml';
import { htmlText, mixedText } from './html-text';
import { dateOf, type Fields, isFields, linkOf } from './read';
import { MAX_NOTES, notesOf, type ReleaseNotesText } from './release-notes';
import { type Release, Source } from './source';
import { SourceError } from './source-error';
import type { SourceWeb } from './source-web';
import { uniqueReleases } from './unique';
import { parseXml } from './xml-text';

/** UTF-16 units of a title or a link that are searched. */
const MAX_TEXT = 2_048;
/** Milliseconds for the pattern in all entries. */
const PATTERN_MS = 2_000;
const ACCEPT =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/xml, text/xml;q=0.9, */*;q=0.1';

export class FeedSettings {
  @Setting({
    title: 'Feed',
    description: 'The address of an Atom or RSS feed in which each release is an entry.',
    format: 'url',
    maxLength: 2048,
    examples: ['https://example.org/releases.atom'],
  })
  url!: string;

  @Setting({
    title: 'Pattern',
    description:
      'A regular expression (RE2) with one group that captures the version; entries that do not match are skipped. Without it the whole text is the version.',
    format: 'text',
    maxLength: MAX_PATTERN,
    optional: true,
    examples: ['^Release v?([0-9.]+)$'],
  })
  pattern?: string;

  @Setting({
    title: 'Search in',
    description: 'The part of an entry that holds the version: its title or its link.',
    format: 'text',
    maxLength: 5,
    values: ['title', 'link'],
    optional: true,
    default: 'title',
    examples: ['title'],
  })
  field?: string;
}

/**
 * The entries of a feed: Atom (RFC 4287), RSS 2.0 (https://www.rssboard.org/rss-specification) and RSS 1.0
 * (https://web.resource.org/rss/1.0/spec, dates by its module Dublin Core).
 */
@Injectable()
export class FeedSource extends Source<FeedSettings> {
  readonly type = 'feed';
  readonly title = 'Atom or RSS feed';
  readonly settingsClass = FeedSettings;
  readonly listsEverything = false;
  override readonly hasNotes = true;

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: FeedSettings): Prepared<FeedSettings> {
    const problem = settings.pattern === undefined ? null : validateTagPattern(settings.pattern);
    if (problem) throw new SettingsError([{ field: 'pattern', message: problem }]);
    return { settings: { ...settings, url: checkedUrl(this.http, 'url', settings.url) } };
  }

  async fetch({ url, pattern, field }: FeedSettings, web: SourceWeb): Promise<Release[]> {
    const { body } = await web.get(url, { accept: ACCEPT });
    const compiled = compilePattern(pattern);
    const budget = new PatternBudget(PATTERN_MS);
    return uniqueReleases(entriesOf(await parseXml(body)), (element) => {
      const entry = element();
      const text = (field === 'link' ? entry.link : entry.title)?.slice(0, MAX_TEXT) ?? '';
      const version = (compiled ? groupIn(text, compiled, budget) : text)?.trim();
      if (!version) return [];
      const { date: releasedAt, link, notes } = entry;
      return [{ version, releasedAt, prerelease: null, notesUrl: linkOf(link), notes: notes() }];
    });
  }
}

/** @throws SourceError when the pattern takes too long */
function groupIn(text: string, pattern: LinearPattern, budget: PatternBudget): string | null {
  try {
    return budget.run('pattern', () => pattern.group(text));
  } catch (error) {
    if (!(error instanceof PatternBudgetSpent)) throw error;
    throw new SourceError('The feed is too long for this pattern: use a simpler one', null, 'size');
  }
}

interface Entry {
  title: string | null;
  link: string | null;
  date: string | null;
  notes: () => ReleaseNotesText | undefined;
}

/**
 * The entries; each is read when its function is called.
 * @throws SourceError when the document is no feed
 */
function entriesOf(document: Fields): (() => Entry)[] {
  const each = (elements: unknown, read: (entry: Fields) => Entry) =>
    elementsOf(elements).map((element) => () => read(fieldsIn(element)));
  if ('feed' in document) return each(fieldsIn(document.feed).entry, atomEntry);
  if ('rss' in document) return each(fieldsIn(fieldsIn(document.rss).channel).item, rssItem);
  if ('rdf:RDF' in document) return each(fieldsIn(document['rdf:RDF']).item, rssItem);
  throw new SourceError('The response is neither an Atom nor an RSS feed', null, 'format');
}

function atomEntry(entry: Fields): Entry {
  const links = elementsOf(entry.link).map(fieldsIn);
  const link = links.find((one) => one['@rel'] === undefined || one['@rel'] === 'alternate');
  const href = link?.['@href'];
  return {
    title: atomTitle(entry.title),
    link: typeof href === 'string' ? href : null,
    date: dateOf(xmlText(entry.published)) ?? dateOf(xmlText(entry.updated)),
    notes: () => atomText(entry.content) ?? atomText(entry.summary),
  };
}

/** An Atom text (RFC 4287, section 3.1) as a line of plain text. */
function atomTitle(element: unknown): string | null {
  const [first] = elementsOf(element);
  const text = xmlText(first);
  // XHTML has the text within a div.
  if (text === null || isXhtml(first)) return innerText(first);
  return isHtml(first) ? htmlText(text) : text;
}

const typeOf = (element: unknown) => (isFields(element) ? element['@type'] : undefined);
const isHtml = (element: unknown) => typeOf(element) === 'html' || typeOf(element) === 'text/html';
const isXhtml = (element: unknown) => typeOf(element) === 'xhtml' || typeOf(element) === 'application/xhtml+xml';

/** An Atom text or its content (RFC 4287, sections 3.1 and 4.1.3): text by default. Of XHTML, only the text is read. */
function atomText(element: unknown): ReleaseNotesText | undefined {
  const [first] = elementsOf(element);
  if (isHtml(first)) return notesOf(xmlText(first, MAX_NOTES), 'html');
  if (typeOf(first) === 'text/markdown') return notesOf(xmlText(first, MAX_NOTES), 'markdown');
  if (isXhtml(first)) return notesOf(innerText(first), 'text');
  return notesOf(xmlText(first, MAX_NOTES), 'text');
}

function rssItem(item: Fields): Entry {
  return {
    title: mixedText(xmlText(item.title) ?? innerText(item.title) ?? ''),
    link: xmlText(item.link),
    date: dateOf(xmlText(item.pubDate)) ?? dateOf(xmlText(item['dc:date'])),
    notes: () => notesOf(xmlText(item['content:encoded'], MAX_NOTES) ?? xmlText(item.description, MAX_NOTES), 'html'),
  };
}

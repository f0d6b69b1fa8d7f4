import { childOf, childrenOf, type XmlElement } from 'inventory-reader';
import {
  compilePattern,
  type LinearPattern,
  MAX_PATTERN,
  PatternBudget,
  PatternBudgetSpent,
  validateTagPattern,
} from 'version-order';
import { Setting, UrlSetting } from '../../common/settings/setting';
import { type Prepared, SettingsError } from '../../common/settings/settings';
import { AddressedSource } from './addressed-source';
import { htmlText, mixedText } from './html-text';
import { dateOf, linkOf } from '../../common/fetch/read';
import { MAX_NOTES, notesOf, type Release, type ReleaseNotesText, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';
import { innerText, parseXml, xmlText } from './xml-text';

/** UTF-16 units of a title or a link that are searched. */
const MAX_TEXT = 2_048;
/** Milliseconds for the pattern in all entries. */
const PATTERN_MS = 2_000;
const ACCEPT =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/xml, text/xml;q=0.9, */*;q=0.1';

export class FeedSettings {
  @UrlSetting(
    'Feed',
    'The address of an Atom or RSS feed in which each release is an entry.',
    'https://example.org/releases.atom',
  )
  url!: string;

  @Setting({
    title: 'Pattern',
    description:
      'A regular expression (RE2) with one group that captures the version; entries that do not match are skipped. Without it the whole text is the version.',
    maxLength: MAX_PATTERN,
    optional: true,
    examples: ['^Release v?([0-9.]+)$'],
  })
  pattern?: string;

  @Setting({
    title: 'Search in',
    description: 'The part of an entry that holds the version: its title or its link.',
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
export class FeedSource extends AddressedSource<FeedSettings> {
  readonly type = 'feed';
  readonly title = 'Atom or RSS feed';
  readonly settingsClass = FeedSettings;
  readonly listsEverything = false;
  override readonly hasNotes = true;

  override prepare(settings: FeedSettings): Prepared<FeedSettings> {
    const problem = settings.pattern === undefined ? null : validateTagPattern(settings.pattern);
    if (problem) throw new SettingsError([{ field: 'pattern', message: problem }]);
    return super.prepare(settings);
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
function entriesOf(document: XmlElement): (() => Entry)[] {
  const each = (elements: XmlElement[], read: (entry: XmlElement) => Entry) =>
    elements.map((element) => () => read(element));
  const [feed, rss, rdf] = ['feed', 'rss', 'rdf:RDF'].map((name) => childOf(document, name));
  if (feed) return each(childrenOf(feed, 'entry'), atomEntry);
  if (rss) return each(childrenOf(childOf(rss, 'channel'), 'item'), rssItem);
  if (rdf) return each(childrenOf(rdf, 'item'), rssItem);
  throw new SourceError('The response is neither an Atom nor an RSS feed', null, 'format');
}

function atomEntry(entry: XmlElement): Entry {
  const child = (name: string) => childOf(entry, name);
  const link = childrenOf(entry, 'link').find(
    ({ attributes }) => (attributes.get('rel') ?? 'alternate') === 'alternate',
  );
  return {
    title: atomTitle(child('title')),
    link: link?.attributes.get('href') ?? null,
    date: dateOf(xmlText(child('published'))) ?? dateOf(xmlText(child('updated'))),
    notes: () => atomText(child('content')) ?? atomText(child('summary')),
  };
}

/** An Atom text (RFC 4287, section 3.1) as a line of plain text. */
function atomTitle(element: XmlElement | undefined): string | null {
  const text = xmlText(element);
  // XHTML has the text within a div.
  if (text === null || isXhtml(element)) return innerText(element);
  return isHtml(element) ? htmlText(text) : text;
}

const typeOf = (element: XmlElement | undefined) => element?.attributes.get('type') ?? '';
const isHtml = (element: XmlElement | undefined) => ['html', 'text/html'].includes(typeOf(element));
const isXhtml = (element: XmlElement | undefined) => ['xhtml', 'application/xhtml+xml'].includes(typeOf(element));

/** An Atom text or its content (RFC 4287, sections 3.1 and 4.1.3): text by default. Of XHTML, only the text is read. */
function atomText(element: XmlElement | undefined): ReleaseNotesText | undefined {
  if (isXhtml(element)) return notesOf(innerText(element), 'text');
  const format = isHtml(element) ? 'html' : typeOf(element) === 'text/markdown' ? 'markdown' : 'text';
  return notesOf(xmlText(element, MAX_NOTES), format);
}

function rssItem(item: XmlElement): Entry {
  const textOf = (name: string, maxLength?: number) => xmlText(childOf(item, name), maxLength);
  return {
    title: mixedText(textOf('title') ?? innerText(childOf(item, 'title')) ?? ''),
    link: textOf('link'),
    date: dateOf(textOf('pubDate')) ?? dateOf(textOf('dc:date')),
    notes: () => notesOf(textOf('content:encoded', MAX_NOTES) ?? textOf('description', MAX_NOTES), 'html'),
  };
}

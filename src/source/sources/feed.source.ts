import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import { type Prepared, SettingsError } from '../../common/settings/settings';
import { checkedUrl } from '../../common/settings/url-setting';
import { compilePattern, MAX_PATTERN, validateTagPattern } from '../../version/ordering/pattern';
import { elementsOf, innerText, parseXml, xmlText } from './feed-xml';
import { dateOf, type Fields, isFields, linkOf } from './read';
import { type Release, Source, SourceError } from './source';
import type { SourceWeb } from './source-web';
import { uniqueReleases } from './unique';

/** UTF-16 units of a title or a link in which a version is searched. */
const MAX_TEXT = 2_048;
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
      'A regular expression (RE2) with one group, which takes the version; entries in which it is not found are left out. Without it the whole text is the version.',
    format: 'text',
    maxLength: MAX_PATTERN,
    optional: true,
    examples: ['^Release v?([0-9.]+)$'],
  })
  pattern?: string;

  @Setting({
    title: 'Search in',
    description: 'What of an entry holds the version: its title or its link.',
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
    const releases = entriesOf(parseXml(body)).flatMap((entry): Release[] => {
      const text = (field === 'link' ? entry.link : entry.title)?.slice(0, MAX_TEXT) ?? '';
      const version = (compiled ? compiled.group(text) : text)?.trim();
      return version ? [{ version, releasedAt: entry.date, prerelease: null, notesUrl: linkOf(entry.link) }] : [];
    });
    return uniqueReleases(releases);
  }
}

interface Entry {
  title: string | null;
  link: string | null;
  date: string | null;
}

/** @throws SourceError when it is no feed */
function entriesOf(document: Fields): Entry[] {
  if ('feed' in document) return elementsOf(fields(document.feed).entry).map(fields).map(atomEntry);
  if ('rss' in document)
    return elementsOf(fields(fields(document.rss).channel).item)
      .map(fields)
      .map(rssItem);
  if ('rdf:RDF' in document) return elementsOf(fields(document['rdf:RDF']).item).map(fields).map(rssItem);
  throw new SourceError('The answer is neither an Atom nor an RSS feed', null, 'format');
}

/** An element that says nothing is an empty text. */
const fields = (element: unknown): Fields => (isFields(element) ? element : {});

function atomEntry(entry: Fields): Entry {
  const links = elementsOf(entry.link).map(fields);
  const link = links.find((one) => one['@rel'] === undefined || one['@rel'] === 'alternate');
  const href = link?.['@href'];
  return {
    // It may be XHTML (section 3.1.1.3): then it has a div, and in that the text.
    title: xmlText(entry.title) ?? innerText(entry.title),
    link: typeof href === 'string' ? href : null,
    date: dateOf(xmlText(entry.published)) ?? dateOf(xmlText(entry.updated)),
  };
}

function rssItem(item: Fields): Entry {
  return {
    title: xmlText(item.title),
    link: xmlText(item.link),
    date: dateOf(xmlText(item.pubDate)) ?? dateOf(xmlText(item['dc:date'])),
  };
}

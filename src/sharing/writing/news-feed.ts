import { xml, type Xml } from './xml';

/** The head of a news feed. Timestamps have the form of the API. */
interface FeedHead {
  /** A UUID. */
  id: string;
  title: string;
  /** A page for people; null = there is none. */
  page: string | null;
  updatedAt: string;
}

export interface Entry {
  /** A UUID, the same for ever. */
  id: string;
  title: string;
  author: string | null;
  /** A page for people; null = there is none. */
  url: string | null;
  publishedAt: string;
  updatedAt: string;
  summary: string;
  /** Harmless HTML; null = the summary is all there is. */
  html: string | null;
  tags: string[];
}

/**
 * RFC 4287. Without a link to itself, which would have the secret of the address in it: documents are kept and passed on by those who
 * read them.
 */
export function writeAtom(head: FeedHead, entries: Entry[]): string {
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>urn:uuid:${head.id}</id>
<title>${head.title}</title>
<updated>${head.updatedAt}</updated>
<author><name>Software Update Tracker</name></author>
${link(head.page)}${entries.map(entryXml)}</feed>
`.source;
}

const entryXml = (entry: Entry): Xml => xml`<entry>
<id>urn:uuid:${entry.id}</id>
<title>${entry.title}</title>
<published>${entry.publishedAt}</published>
<updated>${entry.updatedAt}</updated>
${entry.author === null ? null : xml`<author><name>${entry.author}</name></author>\n`}${link(entry.url)}${entry.tags.map(
  (tag) => xml`<category term="${tag}"/>\n`,
)}${entry.html === null ? null : xml`<summary>${entry.summary}</summary>\n`}${content(entry)}
</entry>
`;

const content = ({ html, summary }: Entry): Xml =>
  html === null ? xml`<content>${summary}</content>` : xml`<content type="html">${html}</content>`;

const link = (url: string | null) =>
  url === null ? null : xml`<link rel="alternate" type="text/html" href="${url}"/>\n`;

/** JSON Feed 1.1. Without `feed_url`, which would have the secret of the address in it. */
export function writeJsonFeed({ title, page }: FeedHead, entries: Entry[]): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    ...(page === null ? {} : { home_page_url: page }),
    language: 'en',
    authors: [{ name: 'Software Update Tracker' }],
    items: entries.map(itemOf),
  });
}

const itemOf = ({ id, title, author, url, publishedAt, updatedAt, summary, html, tags }: Entry) => ({
  id: `urn:uuid:${id}`,
  title,
  ...(url === null ? {} : { url }),
  ...(html === null ? { content_text: summary } : { content_html: html, summary }),
  date_published: publishedAt,
  date_modified: updatedAt,
  ...(author === null ? {} : { authors: [{ name: author }] }),
  ...(tags.length > 0 ? { tags } : {}),
});

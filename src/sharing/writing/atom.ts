import type { Entry, FeedHead } from './entry';
import { type Xml, xml } from './xml';

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

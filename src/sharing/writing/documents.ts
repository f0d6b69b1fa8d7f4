export const FEED_KINDS = ['updates', 'calendar', 'badge', 'product'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** The details of each product in a document: names of products and new versions, or the version in use and release notes as well. */
export const FEED_DETAILS = ['names', 'full'] as const;
export type FeedDetails = (typeof FEED_DETAILS)[number];

export const FORMATS = ['atom', 'json', 'ics', 'svg'] as const;
export type Format = (typeof FORMATS)[number];

interface Document {
  kind: FeedKind;
  format: Format;
  type: string;
}

/** By the last part of the address. */
export const DOCUMENTS: Readonly<Record<string, Document>> = {
  'updates.atom': { kind: 'updates', format: 'atom', type: 'application/atom+xml; charset=utf-8' },
  'updates.json': { kind: 'updates', format: 'json', type: 'application/feed+json; charset=utf-8' },
  'releases.atom': { kind: 'product', format: 'atom', type: 'application/atom+xml; charset=utf-8' },
  'releases.json': { kind: 'product', format: 'json', type: 'application/feed+json; charset=utf-8' },
  'calendar.ics': { kind: 'calendar', format: 'ics', type: 'text/calendar; charset=utf-8' },
  'badge.svg': { kind: 'badge', format: 'svg', type: 'image/svg+xml; charset=utf-8' },
  'badge.json': { kind: 'badge', format: 'json', type: 'application/json; charset=utf-8' },
};

/** Names of documents of a kind, by format. */
export const documentsOf = (kind: FeedKind): Partial<Record<Format, string>> =>
  Object.fromEntries(
    Object.entries(DOCUMENTS)
      .filter(([, document]) => document.kind === kind)
      .map(([name, { format }]) => [format, name]),
  );

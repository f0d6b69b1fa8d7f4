import type { Entry, FeedHead } from './entry';

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

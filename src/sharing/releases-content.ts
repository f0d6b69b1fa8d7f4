import { Injectable } from '@nestjs/common';
import { safeUrl } from 'small-parts';
import { toApiTimestamp } from '../common/time/utc-timestamp';
import { type ChangedVersion, ChangesRepository } from '../version/release-notes/changes.repository';
import { type Content, type Frame, nameLine, pageOf } from './content';
import { type EntryNotes, EntryNotesReader, later } from './entry-notes';
import type { ReadFeed } from './feed.repository';
import { FeedUpdatesRepository, type ProductRow } from './feed-updates.repository';
import { writeEntries } from './updates-content';
import type { Entry } from './writing/news-feed';

const ENTRIES_AT_MOST = 100;
const ALL = { above: null, upTo: null };

/** The highest versions of a product. */
@Injectable()
export class ReleasesContent {
  constructor(
    private readonly updates: FeedUpdatesRepository,
    private readonly changes: ChangesRepository,
    private readonly notes: EntryNotesReader,
  ) {}

  /** Null: there is no such product any more. */
  async read(feed: ReadFeed): Promise<Content | null> {
    const softwareId = feed.software_id!;
    const product = await this.updates.product(softwareId);
    if (!product) return null;
    const versions = await this.changes.versions(softwareId, ALL, null, ENTRIES_AT_MOST);
    const ids = feed.details === 'full' ? versions.map(({ id }) => id) : [];
    const digests = await this.notes.digests(ids);
    return {
      basis: [product, versions, digests],
      write: async (frame) => {
        const notes = await this.notes.read(ids);
        const page = `software/${softwareId}`;
        const entries = versions.map((version) => entryOf(version, product, page, notes.get(version.id), frame));
        const title = nameLine(feed.name ?? `${product.name} releases`);
        return writeEntries(feed, title, page, entries, frame);
      },
    };
  }
}

function entryOf(
  { id, version, created_at, prerelease, notes_url }: ChangedVersion,
  product: ProductRow,
  page: string,
  notes: EntryNotes | undefined,
  frame: Frame,
): Entry {
  const publishedAt = toApiTimestamp(created_at);
  const title = `${nameLine(product.name)} ${nameLine(version)}`;
  return {
    id,
    title,
    author: nameLine(product.publisher),
    url: safeUrl(notes_url) ?? pageOf(frame, page),
    publishedAt,
    updatedAt: later(publishedAt, notes?.since),
    summary: prerelease ? `${title} is a pre-release.` : `${title} was released.`,
    html: notes?.html ?? null,
    tags: [prerelease ? 'pre-release' : 'release'],
  };
}

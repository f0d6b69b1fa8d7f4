import { Injectable } from '@nestjs/common';
import { toApiTimestamp } from '../common/time/utc-timestamp';
import { safeUrl } from '../common/text';
import { FavoriteRepository } from '../favorite/store/favorite.repository';
import { readSubject } from '../favorite/store/next-alert';
import { LifecycleRepository } from '../lifecycle/lifecycle.repository';
import type { Cycle } from '../lifecycle/product-cycle';
import { kindOfStep } from '../version/ordering/step';
import { type Content, filtersOf, type Frame, nameLine, pageOf } from './content';
import { type EntryNotes, EntryNotesReader, later } from './entry-notes';
import type { ReadFeed } from './feed.repository';
import { FeedUpdatesRepository, type UpdateRow } from './feed-updates.repository';
import { type Entry, writeAtom, writeJsonFeed } from './writing/news-feed';

const ENTRIES_AT_MOST = 100;
const UPDATE = 'update';

/** The newest notifications of a user. */
@Injectable()
export class UpdatesContent {
  constructor(
    private readonly updates: FeedUpdatesRepository,
    private readonly favorites: FavoriteRepository,
    private readonly lifecycles: LifecycleRepository,
    private readonly notes: EntryNotesReader,
  ) {}

  async read(feed: ReadFeed): Promise<Content> {
    const rows = await this.updates.newest(feed.user_id, await this.onlyOf(feed), ENTRIES_AT_MOST);
    const isFull = feed.details === 'full';
    const versions = isFull ? rows.filter(({ kind }) => kind === UPDATE).map(({ version_id }) => version_id) : [];
    const cycles = await this.cyclesOf(rows);
    const digests = await this.notes.digests(versions);
    return {
      basis: [rows, [...cycles.values()].map(({ id, cycle, link }) => [id, cycle, link]), digests],
      write: async (frame) => {
        const notes = await this.notes.read(versions);
        const entries = rows.map((row) => entryOf(row, isFull, cycles, notes.get(row.version_id), frame));
        return writeEntries(feed, titleOf(feed), 'updates', entries, frame);
      },
    };
  }

  private onlyOf(feed: ReadFeed) {
    if (feed.favorite_id !== null) return { text: '?', parameters: [feed.favorite_id] };
    const filters = filtersOf(feed);
    return filters.length === 0 ? null : this.favorites.matching(feed.user_id, filters);
  }

  private async cyclesOf(rows: UpdateRow[]): Promise<Map<string, Cycle>> {
    const ids = new Set(rows.flatMap(({ subject }) => readSubject(subject ?? '')?.lifecycleId ?? []));
    return ids.size === 0 ? new Map() : this.lifecycles.byId([...ids]);
  }
}

const titleOf = ({ name, about }: ReadFeed): string => {
  if (name !== null) return nameLine(name);
  return about === null ? 'Software updates' : `${nameLine(about)} updates`;
};

/** @param page of the web application */
export function writeEntries({ id }: ReadFeed, title: string, page: string, entries: Entry[], frame: Frame): string {
  const head = { id, title, page: pageOf(frame, page), updatedAt: frame.changedAt };
  return frame.format === 'atom' ? writeAtom(head, entries) : writeJsonFeed(head, entries);
}

function entryOf(
  row: UpdateRow,
  isFull: boolean,
  cycles: Map<string, Cycle>,
  notes: EntryNotes | undefined,
  frame: Frame,
): Entry {
  const createdAt = toApiTimestamp(row.created_at);
  const page = pageOf(frame, `software/${row.software_id}`);
  const base = { id: row.id, author: nameLine(row.publisher), publishedAt: createdAt };
  if (row.kind !== UPDATE)
    return { ...base, ...alertOf(row, isFull, cycles), url: page ?? safeUrl(row.software_url), updatedAt: createdAt };
  const title = `${nameLine(row.software)} ${nameLine(row.version)}`;
  return {
    ...base,
    title,
    url: safeUrl(row.notes_url) ?? page ?? safeUrl(row.software_url),
    updatedAt: later(createdAt, notes?.since),
    summary: isFull ? `${title} is available. You use ${nameLine(row.tracked)}.` : `${title} is available.`,
    html: notes?.html ?? null,
    tags: isFull ? ['update', kindOfStep(row.tracked, row.version, row.tag_pattern)] : ['update'],
  };
}

/** In words that stay true: the entry does not change from day to day. */
function alertOf(row: UpdateRow, isFull: boolean, cycles: Map<string, Cycle>) {
  const subject = readSubject(row.subject ?? '');
  const cycle = cycles.get(subject?.lifecycleId ?? '')?.cycle;
  const name = nameLine(row.software);
  const title = isFull ? `${name} ${nameLine(cycle ?? row.version)}` : name;
  const verb = row.kind === 'support.ended' ? 'ended' : 'ends';
  const day = subject === null ? '' : ` ${subject.endsOn}${subject.was === null ? '' : ` (was ${subject.was})`}`;
  const inUse = isFull ? `${name} ${nameLine(row.version)}, which is in use,` : `the version of ${name} that is in use`;
  return {
    title: `${title}: support ${verb}${day}`,
    summary: `Support of ${inUse} ${verb}${day}.`,
    html: null,
    tags: ['support'],
  };
}

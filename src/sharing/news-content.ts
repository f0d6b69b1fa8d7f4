import { Injectable } from '@nestjs/common';
import { safeUrl } from 'small-parts';
import { kindOfStep } from 'version-order';
import { toApiTimestamp } from '../common/time/utc-timestamp';
import { FavoriteRepository } from '../favorite/store/favorite.repository';
import { readSubject } from '../favorite/store/next-alert';
import { LifecycleRepository } from '../version/lifecycle/lifecycle.repository';
import type { Cycle } from '../version/lifecycle/product-cycle';
import { type ChangedVersion, ChangesRepository } from '../version/release-notes/changes.repository';
import { type Content, filtersOf, type Frame, nameLine, pageOf } from './content';
import { type EntryNotes, EntryNotesReader, later } from './entry-notes';
import { RiskDataRepository, riskKey } from '../notification/delivery/risk-data.repository';
import { isRiskAlert } from '../notification/delivery/still-wanted';
import { changeOf } from '../notification/rendering/clean-text';
import { EXPLOITED, vulnerabilitiesText } from '../notification/rendering/risk-words';
import { cleaned } from '../notification/rendering/message';
import { FeedRepository, type ProductRow, type ReadFeed, type UpdateRow } from './feed.repository';
import { type Entry, writeAtom, writeJsonFeed } from './writing/news-feed';

const ENTRIES_AT_MOST = 100;
const UPDATE = 'update';
const ALL = { above: null, upTo: null };

/** What news feeds have: the newest notifications of a user, or the highest versions of a product. */
@Injectable()
export class NewsContent {
  constructor(
    private readonly feeds: FeedRepository,
    private readonly favorites: FavoriteRepository,
    private readonly lifecycles: LifecycleRepository,
    private readonly changes: ChangesRepository,
    private readonly notes: EntryNotesReader,
    private readonly risks: RiskDataRepository,
  ) {}

  async updates(feed: ReadFeed): Promise<Content> {
    const rows = await this.feeds.newest(feed.user_id, await this.onlyOf(feed), ENTRIES_AT_MOST);
    const isFull = feed.details === 'full';
    const versions = isFull ? rows.filter(({ kind }) => kind === UPDATE).map(({ version_id }) => version_id) : [];
    const cycles = await this.cyclesOf(rows);
    const digests = await this.notes.digests(versions);
    const known = isFull ? await this.riskOf(rows) : new Map<string, string>();
    return {
      basis: [rows, [...cycles.values()].map(({ id, cycle, link }) => [id, cycle, link]), digests, [...known]],
      write: async (frame) => {
        const notes = await this.notes.read(versions);
        const entries = rows.map((row) =>
          entryOf(row, isFull, { cycles, notes: notes.get(row.version_id), risk: known.get(row.id) ?? null }, frame),
        );
        return writeEntries(feed, titleOf(feed), 'updates', entries, frame);
      },
    };
  }

  /** Null: there is no such product any more. */
  async releases(feed: ReadFeed): Promise<Content | null> {
    const softwareId = feed.software_id!;
    const product = await this.feeds.product(softwareId);
    if (!product) return null;
    const versions = await this.changes.versions(softwareId, ALL, null, ENTRIES_AT_MOST);
    const ids = feed.details === 'full' ? versions.map(({ id }) => id) : [];
    const digests = await this.notes.digests(ids);
    return {
      basis: [product, versions, digests],
      write: async (frame) => {
        const notes = await this.notes.read(ids);
        const page = `software/${softwareId}`;
        const entries = versions.map((version) => releaseOf(version, product, page, notes.get(version.id), frame));
        const title = nameLine(feed.name ?? `${product.name} releases`);
        return writeEntries(feed, title, page, entries, frame);
      },
    };
  }

  /** By notification: what an update fixes, and what an alert tells. */
  private async riskOf(rows: UpdateRow[]): Promise<Map<string, string>> {
    const assessed = rows.filter(({ kind, assessed }) => kind === UPDATE && assessed);
    const risks = await this.risks.ofUpdates(assessed.map(stepOf));
    const told = await this.risks.toldBy(rows.filter(isRiskAlert).map(({ id }) => id));
    const fixes = assessed.flatMap((row): [string, string][] => {
      const risk = risks.get(riskKey(stepOf(row)));
      return risk && risk.fixed.total > 0 ? [[row.id, vulnerabilitiesText(cleaned(risk).fixed)]] : [];
    });
    return new Map([...fixes, ...[...told].map(([id, ids]): [string, string] => [id, idsText(ids)])]);
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
function writeEntries({ id }: ReadFeed, title: string, page: string, entries: Entry[], frame: Frame): string {
  const head = { id, title, page: pageOf(frame, page), updatedAt: frame.changedAt };
  return frame.format === 'atom' ? writeAtom(head, entries) : writeJsonFeed(head, entries);
}

/** What an entry says beside its notification. */
interface Facts {
  cycles: Map<string, Cycle>;
  notes: EntryNotes | undefined;
  /** What an update fixes, or the ids of an alert; null = nothing, or only names are shared. */
  risk: string | null;
}

function entryOf(row: UpdateRow, isFull: boolean, { cycles, notes, risk }: Facts, frame: Frame): Entry {
  const createdAt = toApiTimestamp(row.created_at);
  const page = pageOf(frame, `software/${row.software_id}`);
  const base = { id: row.id, author: nameLine(row.publisher), publishedAt: createdAt };
  if (row.kind !== UPDATE)
    return {
      ...base,
      ...(isRiskAlert(row) ? riskAlertOf(row, isFull, risk) : alertOf(row, isFull, cycles)),
      url: page ?? safeUrl(row.software_url),
      updatedAt: createdAt,
    };
  const changed = changeOf(row.version, null);
  const title = nameLine(row.software) + (changed === null ? ` ${nameLine(row.version)}` : `: ${changed}`);
  return {
    ...base,
    title,
    url: safeUrl(row.notes_url) ?? page ?? safeUrl(row.software_url),
    updatedAt: later(createdAt, notes?.since),
    summary: [
      changed === null ? `${title} is available.` : `${title}.`,
      isFull ? `You use ${nameLine(row.tracked)}.` : null,
      risk && `It fixes ${risk}.`,
    ]
      .filter(Boolean)
      .join(' '),
    html: notes?.html ?? null,
    tags: isFull ? ['update', kindOfStep(row.tracked, row.version, row.tag_pattern)] : ['update'],
  };
}

const stepOf = ({ favorite_id, tracked_id, version_id }: UpdateRow) => ({
  favoriteId: favorite_id,
  from: tracked_id,
  to: version_id,
});

/** @param ids null = only names are shared */
function riskAlertOf(row: UpdateRow, isFull: boolean, ids: string | null) {
  const name = nameLine(row.software);
  const title = isFull ? `${name} ${nameLine(row.version)}` : name;
  const inUse = isFull ? `${title}, which is in use` : `the version of ${name} that is in use`;
  const isExploited = row.kind === 'vulnerability.exploited';
  const what = isExploited ? `are ${EXPLOITED}` : 'became known';
  return {
    title: `${title}: vulnerabilities ${what}`,
    summary: `Vulnerabilities of ${inUse} ${what}${ids === null ? '' : `: ${ids}`}.`,
    html: null,
    tags: ['security'],
  };
}

/** Vulnerabilities that an entry names. */
const IDS_AT_MOST = 20;
const idsText = (ids: string[]) =>
  ids.slice(0, IDS_AT_MOST).join(', ') + (ids.length > IDS_AT_MOST ? ` and ${ids.length - IDS_AT_MOST} more` : '');

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

/** A version of a product. */
function releaseOf(
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

import { Injectable } from '@nestjs/common';
import type { NoteForm } from 'release-text';
import { PatternBudget } from 'version-order';
import type { Links } from '../../api/endpoint/links';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { keyOfLabel, orderingOf } from '../versions/ordering-settings';
import { OrderingRepository } from '../versions/ordering.repository';
import type { ChangedVersionResponse, ChangesResponse } from './dto/changes.response';
import { type ChangesQuery, cursorAfter } from './changes-query';
import { type ChangedVersion, type ChangesPlace, ChangesRepository } from './changes.repository';
import { type StoredNote, NoteStore } from './store/note-store';
import { NoteViews } from './note-views';

/** Of a page. */
export const CHANGES_AT_MOST = 200;
export const CHANGES_BYTES = 256 * 1024;

/** Notes that are read from the database at once: a page ends earlier where they are long. */
const NOTES_AT_ONCE = 25;
/** Bytes of notes that are read for a page: not all of a text comes out. */
const READ_BYTES = 1024 * 1024;
/** Bytes of a page around its versions. */
const FRAME_BYTES = 8 * 1024;
/** Milliseconds for the tag pattern in the parameters of one request. */
const LABELS_MS = 100;

type VersionsPage = (after: ChangesPlace | null, limit: number) => Promise<ChangedVersion[]>;

/** Release notes as the API shows them. */
@Injectable()
export class ChangesService {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly orderings: OrderingRepository,
    private readonly notes: NoteStore,
    private readonly views: NoteViews,
  ) {}

  /** @throws Problem not-found, invalid-query */
  async ofSoftware(softwareId: string, query: ChangesQuery, links: Links): Promise<ChangesResponse> {
    const row = await this.orderings.find(softwareId);
    if (!row) throw Problem.notFound('product');
    const { from, to } = query;
    const ordering = orderingOf(row);
    const budget = new PatternBudget(LABELS_MS);
    const keyOf = (label: string | null, name: string) =>
      label === null ? null : keyOfLabel(ordering, label, budget, name);
    const range = { above: keyOf(from, 'from'), upTo: keyOf(to, 'to') };
    if (range.above !== null && range.upTo !== null && range.above > range.upTo)
      throw Problem.parameter('from', 'must not be a higher version than to');
    const page: VersionsPage = (after, limit) => this.changes.versions(softwareId, range, after, limit);
    return this.pageOf({ from, to }, page, query, links.changes(softwareId));
  }

  /**
   * As many versions as have room in a page, with their notes.
   * @param ends the labels that the answer shows
   * @param address of the first page, without its query
   */
  async pageOf(
    ends: Pick<ChangesResponse, 'from' | 'to'>,
    page: VersionsPage,
    query: ChangesQuery,
    address: string,
  ): Promise<ChangesResponse> {
    const found = await page(query.after, CHANGES_AT_MOST + 1);
    const versions = await this.withNotes(found.slice(0, CHANGES_AT_MOST), query.format);
    const last = found[versions.length - 1];
    const cursor = last && found.length > versions.length ? cursorAfter({ key: last.version_key, id: last.id }) : null;
    return {
      ...ends,
      versions,
      without_notes: versions.filter(({ notes }) => notes === null).length,
      more: cursor === null ? null : { cursor, url: nextOf(address, query, cursor) },
    };
  }

  /** @throws Problem not-found */
  async ofVersion(softwareId: string, versionId: string, { format }: ChangesQuery): Promise<ChangedVersionResponse> {
    const version = await this.changes.version(softwareId, versionId);
    if (!version) throw Problem.notFound('version');
    return (await this.withNotes([version], format))[0]!;
  }

  /** The first ones, until the page is full; at least one. */
  private async withNotes(versions: ChangedVersion[], format: NoteForm): Promise<ChangedVersionResponse[]> {
    const shown: ChangedVersionResponse[] = [];
    let room = CHANGES_BYTES - FRAME_BYTES;
    let left = READ_BYTES;
    for (let start = 0; start < versions.length; start += NOTES_AT_ONCE) {
      const some = versions.slice(start, start + NOTES_AT_ONCE);
      const notes = await this.notes.read(some.map(({ id }) => id));
      for (const version of some) {
        const entry = await this.entryOf(version, notes.get(version.id), format);
        room -= Buffer.byteLength(JSON.stringify(entry)) + 1;
        if (room < 0 && shown.length > 0) return shown;
        shown.push(entry);
        left -= notes.get(version.id)?.size ?? 0;
        if (left <= 0) return shown;
      }
    }
    return shown;
  }

  private async entryOf(
    version: ChangedVersion,
    note: StoredNote | undefined,
    format: NoteForm,
  ): Promise<ChangedVersionResponse> {
    const view = note && (await this.views.read(note, format, CHANGES_BYTES - 4 * FRAME_BYTES));
    return {
      id: version.id,
      version: version.version,
      created_at: toApiTimestamp(version.created_at),
      prerelease: Boolean(version.prerelease),
      url: note?.url ?? version.notes_url,
      notes: view?.notes ?? null,
      breaking: view?.breaking ?? [],
      security: view?.security ?? { ids: [], mentions: false },
      cut: view?.cut ?? false,
    };
  }
}

function nextOf(address: string, { from, to, format }: ChangesQuery, cursor: string): string {
  const given = Object.entries({ from, to, format, cursor }).filter((entry): entry is [string, string] => !!entry[1]);
  return `${address}?${new URLSearchParams(given).toString()}`;
}

import { Injectable } from '@nestjs/common';
import { toApiTimestamp } from '../common/time/utc-timestamp';
import { NoteViews } from '../version/release-notes/note-views';
import { NoteStore } from '../version/release-notes/store/note-store';

export interface EntryNotes {
  html: string;
  /** When this text was first read. */
  since: string;
}

/** Bytes of the notes of one entry, and of all. */
const ENTRY_BYTES = 32 * 1024;
const ALL_BYTES = 512 * 1024;
/** Bytes that are read for that: markup is left out of the result. */
const READ_BYTES = 1024 * 1024;
/** Notes that are read from the database at once. */
const AT_ONCE = 25;

/** Release notes for the entries of a news feed, as harmless HTML. */
@Injectable()
export class EntryNotesReader {
  constructor(
    private readonly notes: NoteStore,
    private readonly views: NoteViews,
  ) {}

  /** Of these versions, in this order, until there is no more room; those without notes are left out. */
  async read(versionIds: string[]): Promise<Map<string, EntryNotes>> {
    const found = new Map<string, EntryNotes>();
    let room = ALL_BYTES;
    let left = READ_BYTES;
    for (let start = 0; start < versionIds.length && room > 0 && left > 0; start += AT_ONCE) {
      const ids = versionIds.slice(start, start + AT_ONCE);
      const stored = await this.notes.read(ids);
      for (const id of ids) {
        const note = stored.get(id);
        if (!note || room <= 0 || left <= 0) continue;
        left -= note.size;
        const { notes, cut } = await this.views.read(note, 'html', Math.min(ENTRY_BYTES, room));
        const html = cut ? `${String(notes)}\n<p>…</p>` : String(notes);
        room -= Buffer.byteLength(html);
        found.set(id, { html, since: toApiTimestamp(note.fetchedAt) });
      }
    }
    return found;
  }

  /** Identifies the state of notes without reading them. */
  async digests(versionIds: string[]): Promise<(string | null)[]> {
    const digests = await this.notes.digests(versionIds);
    return versionIds.map((id) => digests.get(id) ?? null);
  }
}

/** The later one of two moments of the API. */
export const later = (one: string, other: string | undefined) => (other !== undefined && other > one ? other : one);

import { Injectable } from '@nestjs/common';
import { type StoredNote, NoteStore } from '../../version/release-notes/store/note-store';
import { NoteReader } from '../../version/release-notes/text/note-reader';
import type { NoteItem, NotesInMessages, UpdateNotes } from '../rendering/notes-words';
import type { MessageVersion } from '../rendering/tracked-product';
import type { ClaimedDelivery } from './claimed-delivery';
import { MessageDataRepository, type NoteFacts } from './message-data.repository';

export const NO_NOTES: UpdateNotes = {
  breaking: [],
  moreBreaking: 0,
  security: { ids: [], mentions: false },
  items: [],
  texts: [],
  versions: 0,
  page: null,
};

/** Versions whose notes are read: the newest ones, and of the others those with breaking changes. */
const NEWEST = { short: 5, full: 40 };
const READ_AT_MOST = 60;
/** Bytes of notes that are read for one message. */
const BYTES_AT_MOST = 1024 * 1024;
/** Bytes of whole notes in a message. */
const WHOLE_BYTES = 8 * 1024;
/** Items of one version. */
const ITEMS_AT_MOST = 8;

/** Reads the release notes of new versions, as far as a message has room for them. */
@Injectable()
export class UpdateNotesReader {
  constructor(
    private readonly data: MessageDataRepository,
    private readonly notes: NoteStore,
    private readonly reader: NoteReader,
  ) {}

  /** @param versions newest first. @returns null where there are no notes, or none are wanted */
  async read(versions: MessageVersion[], form: NotesInMessages): Promise<UpdateNotes | null> {
    if (form === 'none') return null;
    const found = new Map(
      (await this.data.noteFactsOf(versions.map(({ id }) => id))).map((row) => [row.version_id, row]),
    );
    const noted = versions.filter(({ id }) => found.has(id));
    if (noted.length === 0) return null;
    const chosen = chosenOf(noted, found, NEWEST[form]);
    const stored = await this.notes.read(chosen.map(({ id }) => id));
    const collected = new CollectedNotes(this.reader, form === 'full' ? WHOLE_BYTES : 0);
    for (const { id, version } of chosen) {
      const note = stored.get(id);
      if (note) await collected.add(version, note);
    }
    const left = noted.filter((version) => !chosen.includes(version)).map(({ id }) => found.get(id)!);
    const ids = noted.flatMap(({ id }) => JSON.parse(found.get(id)!.security ?? '[]') as string[]);
    return {
      ...NO_NOTES,
      breaking: collected.breaking,
      moreBreaking: left.reduce((sum, { breaking }) => sum + Number(breaking), 0),
      security: { ids: [...new Set(ids)], mentions: ids.length > 0 || collected.mentionsSecurity },
      items: collected.items,
      texts: collected.texts,
      versions: noted.length,
      page: chosen.map(({ id }) => stored.get(id)?.url).find((url) => url) ?? null,
    };
  }

  /** How many breaking changes each line of a digest brings. */
  async breakingOf(lines: ClaimedDelivery[]): Promise<number[]> {
    const found = await this.data.breakingOf(lines);
    return lines.map((_line, index) => found.get(index) ?? 0);
  }
}

/** Newest first. */
function chosenOf(noted: MessageVersion[], facts: Map<string, NoteFacts>, newest: number): MessageVersion[] {
  let bytes = 0;
  let count = 0;
  return noted.filter(({ id }, index) => {
    const { size, breaking } = facts.get(id)!;
    if (index >= newest && Number(breaking) === 0) return false;
    if (count > 0 && (count >= READ_AT_MOST || bytes + Number(size) > BYTES_AT_MOST)) return false;
    bytes += Number(size);
    count += 1;
    return true;
  });
}

class CollectedNotes {
  readonly breaking: NoteItem[] = [];
  readonly items: NoteItem[] = [];
  readonly texts: UpdateNotes['texts'] = [];
  mentionsSecurity = false;

  /** @param room bytes for whole notes */
  constructor(
    private readonly reader: NoteReader,
    private room: number,
  ) {}

  async add(version: string, note: StoredNote): Promise<void> {
    const { breaking, items, mentionsSecurity, shown } = await this.reader.summary(
      note.text,
      note.format,
      ITEMS_AT_MOST,
      this.room,
    );
    for (const text of breaking) this.breaking.push({ version, text });
    for (const text of items) this.items.push({ version, text });
    this.mentionsSecurity ||= mentionsSecurity;
    if (this.room <= 0) return;
    if (shown.blocks.length > 0) this.texts.push({ version, blocks: shown.blocks, cut: note.cut || shown.cut });
    this.room = shown.cut ? 0 : this.room - note.size;
  }
}

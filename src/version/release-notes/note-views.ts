import { Injectable } from '@nestjs/common';
import type { NoteBlock, NoteForm, ShownNotes } from 'release-text';
import type { NotesSecurity } from './dto/changes.response';
import type { StoredNote } from './store/note-store';
import { NoteReader } from './text/note-reader';

/** A text of release notes in one form. */
export interface NoteView {
  notes: string | NoteBlock[];
  breaking: string[];
  security: NotesSecurity;
  cut: boolean;
}

/** Rendered texts in the cache: costly ones are often requested again, as by the readers of a feed. */
const KEPT = 64;
/** Milliseconds: on a busy machine a text may have been read as plain text. */
const KEPT_FOR = 300_000;
/** Characters of a text that is worth it. */
const LONG = 4_096;

/** Renders a stored text for the API. */
@Injectable()
export class NoteViews {
  /** By the digest of the text, its form and its limit, the last used last. */
  private readonly kept = new Map<string, { shown: Promise<ShownNotes>; until: number }>();

  constructor(private readonly reader: NoteReader) {}

  /** @param most bytes in JSON; what is longer is cut at the end of a block */
  async read(note: StoredNote, form: NoteForm, most: number): Promise<NoteView> {
    const { mentionsSecurity, ...shown } = await this.shown(note, form, most);
    return { ...shown, security: { ids: note.security, mentions: mentionsSecurity }, cut: note.cut || shown.cut };
  }

  private shown(note: StoredNote, form: NoteForm, most: number): Promise<ShownNotes> {
    const make = () => this.reader.shown(note.text, note.format, form, most);
    // Blocks take ten times as much memory as texts.
    if (form === 'blocks' || note.text.length <= LONG) return make();
    const key = `${note.digest} ${form} ${most}`;
    const known = this.kept.get(key);
    const now = performance.now();
    const entry = known && known.until > now ? known : { shown: make(), until: now + KEPT_FOR };
    this.kept.delete(key);
    this.kept.set(key, entry);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!);
    entry.shown.catch(() => this.kept.delete(key));
    return entry.shown;
  }
}

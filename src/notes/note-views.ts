import { Injectable } from '@nestjs/common';
import type { NoteForm } from './changes-query';
import type { NotesSecurity } from './dto/changes.response';
import type { StoredNote } from './store/note-store';
import { type NoteBlock, plainText } from './text/note-block';
import { breakingItems } from './text/breaking';
import { cutBlocks } from './text/cut-blocks';
import { NoteReader } from './text/note-reader';
import { mentionsSecurity } from './text/security';
import { writeNotes } from './text/write-notes';

/** A text of release notes in one form. */
export interface NoteView {
  notes: string | NoteBlock[];
  breaking: string[];
  security: NotesSecurity;
  cut: boolean;
}

/** Breaking changes of one version, and characters of each. */
const BREAKING_AT_MOST = 50;
const BREAKING_LENGTH = 300;

/** Makes of a stored text what the API shows. */
@Injectable()
export class NoteViews {
  constructor(private readonly reader: NoteReader) {}

  /** @param most bytes in JSON; what is longer is cut at the end of a block */
  async read(note: StoredNote, form: NoteForm, most: number): Promise<NoteView> {
    const blocks = await this.reader.read(note.text, note.format);
    const { notes, cut } = within(blocks, form, most);
    return {
      notes,
      breaking: breakingItems(blocks)
        .slice(0, BREAKING_AT_MOST)
        .map((item) => firstOf(plainText(item))),
      security: { ids: note.security, mentions: mentionsSecurity(note.text) },
      cut: note.cut || cut,
    };
  }
}

function within(blocks: NoteBlock[], form: NoteForm, most: number) {
  const whole = written(blocks, form);
  if (sizeOf(whole) <= most) return { notes: whole, cut: false };
  for (let size = most; ; size = Math.floor(size / 2)) {
    const notes = written(cutBlocks(blocks, size).blocks, form);
    if (size < 1 || sizeOf(notes) <= most) return { notes, cut: true };
  }
}

const written = (blocks: NoteBlock[], form: NoteForm) => (form === 'blocks' ? blocks : writeNotes(blocks, form));

const sizeOf = (notes: string | NoteBlock[]) => Buffer.byteLength(JSON.stringify(notes));

function firstOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= BREAKING_LENGTH ? line : `${line.slice(0, BREAKING_LENGTH - 1).toWellFormed()}…`;
}

import type { NoteBlock, NoteFormat } from './note-block';
import { NoteBuilder } from './note-builder';
import { readHtml } from './read-html';
import { readMarkdown } from './read-markdown';

/** In UTF-16 units: twice what GitHub takes for one release. What is longer is not read to its end. */
const MAX_LENGTH = 262_144;

const READERS: Record<NoteFormat, (text: string) => NoteBlock[]> = {
  markdown: readMarkdown,
  html: readHtml,
  text: readText,
  // Hardly any source has it: only its headings are known, which split a changelog.
  rst: readText,
};

/** The blocks of release notes. Untrusted text can make this slow, so the service and the command line do it by `NoteReader`, which has a limit of time. */
export function readNotes(text: string, format: NoteFormat): NoteBlock[] {
  return READERS[format](text.slice(0, MAX_LENGTH));
}

const BULLET = /^ {0,8}([-*+•·‣–])\s+(\S.*)$/;

/** The blocks of plain text: paragraphs that keep their lines, and lists of lines that begin with a bullet. */
function readText(text: string): NoteBlock[] {
  const builder = new NoteBuilder();
  /** Whether the text before this line is that of an item or of a paragraph; null at the start of a block. */
  let before: 'item' | 'paragraph' | null = null;
  for (const line of text.split(/\r\n?|[\n\u2028\u2029\u0085]/)) {
    const bullet = line.length < 10_000 ? BULLET.exec(line) : null;
    if (bullet) {
      if (before === 'item') builder.openItem();
      else {
        builder.openList(false);
        builder.openItem();
      }
      builder.text(bullet[2]!);
      before = 'item';
    } else if (line.trim() === '') {
      // A list ends where a line follows that is none of its items; the builder joins two lists in a row.
      builder.close('list');
      builder.endText();
      before = null;
    } else {
      if (before === 'paragraph') builder.break();
      else if (before === 'item' && !/^\s/.test(line)) {
        builder.close('list');
        before = 'paragraph';
      } else builder.text(' ');
      builder.text(line);
      before ??= 'paragraph';
    }
  }
  return builder.finish();
}

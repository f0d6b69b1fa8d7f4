import type { NoteBlock, NoteOutput } from './note-block';
import { writeHtml } from './write-html';
import { writeMarkdown } from './write-markdown';
import { writeText } from './write-text';

const WRITERS: Record<NoteOutput, (blocks: NoteBlock[]) => string> = {
  markdown: writeMarkdown,
  html: writeHtml,
  text: writeText,
};

/** Release notes as one text. Mentions and references to issues have no effect in any of them. */
export function writeNotes(blocks: NoteBlock[], output: NoteOutput): string {
  return WRITERS[output](blocks);
}

import type { NoteBlock, NoteFormat } from './note-block';
import { readHtml } from './read-html';
import { readMarkdown } from './read-markdown';
import { readText } from './read-text';

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

import { extname } from 'node:path';
import type { NoteFormat } from './note-block';

const BY_EXTENSION: Record<string, NoteFormat> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.rst': 'rst',
};

/** The format of a changelog, by the name of its file. For files named CHANGES or NEWS, the content decides. */
export function changelogFormat(file: string, text: string): NoteFormat {
  const known = BY_EXTENSION[extname(file).toLowerCase()];
  if (known) return known;
  if (/^\s*<(?:!doctype|html|h[1-6]|ul|p|div)\b/i.test(text.slice(0, 1000))) return 'html';
  return /^\.\. |:\w+:`|`__?(?:\s|$)/m.test(text.slice(0, 20_000)) ? 'rst' : 'markdown';
}

import type { NoteBlock } from './note-block';
import { readText } from './read-text';

export function readRst(text: string): NoteBlock[] {
  return readText(text);
}

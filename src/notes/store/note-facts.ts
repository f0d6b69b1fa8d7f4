import { breakingItems } from '../text/breaking';
import { readNotes } from '../text/read-notes';
import { securityIds } from '../text/security';
import type { NoteFormat } from './note-cut';

export interface NoteFacts {
  /** How many items say that they break something. */
  breaking: number;
  /** CVE and GHSA ids. */
  security: string[];
}

/** What a text says, as far as lists and messages ask for it without reading it. */
export function factsOf(text: string, format: NoteFormat): NoteFacts {
  return { breaking: breakingItems(readNotes(text, format)).length, security: securityIds(text) };
}

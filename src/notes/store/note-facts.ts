import type { NoteFormat } from './note-cut';

export interface NoteFacts {
  /** How many items say that they break something. */
  breaking: number;
  /** CVE and GHSA ids. */
  security: string[];
}

/** What a text says, as far as lists and messages ask for it without reading it. */
export function factsOf(_text: string, _format: NoteFormat): NoteFacts {
  return { breaking: 0, security: [] };
}

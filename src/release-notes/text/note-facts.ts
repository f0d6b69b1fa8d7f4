import { breakingItems } from './breaking';
import type { NoteBlock } from './note-block';
import { securityIds } from './security';

export interface NoteFacts {
  /** How many items say that they break something. */
  breaking: number;
  /** CVE and GHSA ids. */
  security: string[];
}

/** Facts about a text that lists and messages need without reading it. */
export function factsOf(text: string, blocks: NoteBlock[]): NoteFacts {
  return { breaking: breakingItems(blocks).length, security: securityIds(text) };
}

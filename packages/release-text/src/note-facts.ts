import { breakingItems } from './breaking';
import type { NoteBlock } from './note-block';

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

const ID = /\b(?:CVE-\d{4}-\d{4,19}|GHSA(?:-[0-9a-z]{4}){3})\b/gi;
const AT_MOST = 100;
const WORDS =
  /\b(?:security|vulnerab(?:le|ility|ilities)|exploit(?:s|ed|able)?|xss|csrf|ssrf|rce|xxe|denial[\s-]of[\s-]service|(?:path|directory)[\s-]traversal|(?:code|command|sql)[\s-]injection|prototype[\s-]pollution)\b|脆弱性|セキュリティ/iu;

/** The CVE and GHSA ids that a text names, each once, in the order of the text. These are facts; that a text mentions security is not. */
export function securityIds(text: string): string[] {
  const ids = new Set<string>();
  for (const [id] of text.matchAll(ID)) {
    ids.add(/^cve/i.test(id) ? id.toUpperCase() : `GHSA${id.slice(4).toLowerCase()}`);
    if (ids.size === AT_MOST) break;
  }
  return [...ids];
}

/** Whether the text has words of security, or an id. */
export function mentionsSecurity(text: string): boolean {
  return WORDS.test(text) || securityIds(text).length > 0;
}

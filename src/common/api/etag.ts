import { hash } from 'node:crypto';

/** RFC 9110, 8.8.3. Weak, since this service or a proxy may compress the body. */
export const tagOf = (text: string | Buffer) => `W/"${hash('sha1', text, 'base64')}"`;

/**
 * RFC 9110, 13.1.2: `*`, or a list in which one is the same but for its `W/`. Not by `request.fresh`, which overlooks the header beside
 * `Cache-Control: no-cache`: that is meant for caches, and `fetch` adds it by itself. A comma inside another tag does no harm: the
 * pieces do not have two quotes.
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2));
}

import { hash } from 'node:crypto';

/** RFC 9110, 8.8.3. Weak, since this service or a proxy may compress the body. */
export const tagOf = (text: string | Buffer) => `W/"${hash('sha1', text, 'base64')}"`;

/** Of the same answer, compressed: a strong tag is that of the bytes that are sent. */
const COMPRESSED = '-gzip';

/** Strong, so that `If-Match` may name it. */
export const strongTagOf = (text: string, isCompressed: boolean) =>
  `"${hash('sha1', text, 'base64')}${isCompressed ? COMPRESSED : ''}"`;

/**
 * RFC 9110, 13.1.2: `*`, or a list in which one is the same but for its `W/`. Not by `request.fresh`, which overlooks the header beside
 * `Cache-Control: no-cache`: that is meant for caches, and `fetch` adds it by itself. A comma inside another tag does no harm: the
 * pieces do not have two quotes.
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = tag.replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque);
}

interface EntityTag {
  isWeak: boolean;
  /** Without its quotes. */
  opaque: string;
}

/** A header of RFC 9110, 13.1.1 or 13.1.2. */
export type TagCondition = '*' | EntityTag[];

const ELEMENT = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

/** @returns null when it is neither `*` nor a list of entity tags */
export function readTagCondition(header: string): TagCondition | null {
  if (header.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  for (let at = 0; at < header.length; at = ELEMENT.lastIndex) {
    ELEMENT.lastIndex = at;
    const element = ELEMENT.exec(header);
    if (!element) return null;
    if (element[2] !== undefined) tags.push({ isWeak: element[1] !== undefined, opaque: element[2] });
  }
  return tags.length > 0 ? tags : null;
}

/**
 * Whether a condition names an answer.
 * @param text of the answer; null = there is none
 * @param comparison weak tags are equal in the weak one only (RFC 9110, 8.8.3.2)
 */
export function conditionNames(condition: TagCondition, text: string | null, comparison: 'strong' | 'weak'): boolean {
  if (text === null) return false;
  if (condition === '*') return true;
  const plain = hash('sha1', text, 'base64');
  return condition.some(
    ({ isWeak, opaque }) => (comparison === 'weak' || !isWeak) && (opaque === plain || opaque === plain + COMPRESSED),
  );
}

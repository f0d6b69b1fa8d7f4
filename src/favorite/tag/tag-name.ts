import { foldName, isLonger } from 'small-parts';
import { Problem } from '../../api/problem/problem';

/** Characters of a tag. */
export const MAX_TAG = 40;
/** Tags of one favorite. */
export const TAGS_AT_MOST = 20;

export const TAG_FORM = `must have 1 to ${MAX_TAG} characters, without commas and control characters`;

/** Composed, with single blanks inside and none at the ends. */
const tidy = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ');

/** The name of a tag: visible characters; a comma separates tags in an address. @returns null where it is none */
export function readTag(text: string): string | null {
  if (!text.isWellFormed() || isLonger(text, 4 * MAX_TAG)) return null;
  const name = tidy(text);
  return name === '' || isLonger(name, MAX_TAG) || /[,\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) ? null : name;
}

/** The form in which names are compared. */
export const tagKey = (name: string): string => foldName(tidy(name));

/** Tags separated by commas. @returns the mistake where it is none */
export function readTagList(text: string): string[] | string {
  const tags = text.split(',').filter((tag) => tag.trim() !== '');
  if (tags.length > TAGS_AT_MOST) return `must be at most ${TAGS_AT_MOST} tags, separated by commas`;
  return tags.some((tag) => readTag(tag) === null) ? `each tag ${TAG_FORM}` : tags;
}

/**
 * The names by their keys, each once, as it is written first.
 * @param field of the body
 * @throws Problem invalid-body
 */
export function readTags(given: readonly string[], field = 'tags'): Map<string, string> {
  const names = new Map<string, string>();
  for (const text of given) {
    const name = readTag(text);
    if (name === null) throw Problem.field(field, `each entry ${TAG_FORM}`);
    if (!names.has(tagKey(name))) names.set(tagKey(name), name);
  }
  return names;
}

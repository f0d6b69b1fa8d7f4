/**
 * The form in which names are compared, sorted and searched: NFC, lower case, trimmed, at most 255 characters. It is stored beside the
 * name, so that every database compares names in the same way.
 */
export const foldName = (name: string): string => firstCharacters(fold(name).trim(), 255);

/** A part of a name in the same form, not trimmed. */
export function fold(part: string): string {
  // Lower-case sigma depends on the next letter, which a part of a name lacks.
  return part.toWellFormed().normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

/**
 * At most `max` characters (code points) from the start, as the databases count them. Surrogate pairs are not split, and a lone surrogate
 * becomes U+FFFD.
 */
export function firstCharacters(text: string, max: number): string {
  // The slice only keeps the array small: a character has two units at most.
  return [...text.slice(0, 2 * max).toWellFormed()].slice(0, max).join('');
}

/** Length in characters (code points), as the databases count it. */
export function lengthOf(text: string): number {
  let length = text.length;
  // A surrogate pair is one character of two units.
  for (let at = 0; at < text.length - 1; at++) {
    if (text.codePointAt(at)! <= 0xffff) continue;
    at++;
    length--;
  }
  return length;
}

/** Whether it has more than `max` characters; a long text is not counted to its end. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > 2 * max || (text.length > max && lengthOf(text) > max);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escaped for the text and the quoted attributes of HTML and XML. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

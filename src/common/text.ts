/**
 * The form in which names are compared, ordered and searched: NFC, lower case, trimmed, at most 255 characters.
 * Made here and stored beside the name, so that every database compares the same way.
 */
export const foldName = (name: string): string => firstCharacters(fold(name).trim(), 255);

/** A part of a name, in the same form: blanks at its ends count. */
export function fold(part: string): string {
  // Lower-case sigma depends on what follows, which a part of a name does not know.
  return part.toWellFormed().normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

/**
 * At most `max` characters (code points) from the start, as the databases count them: no half of a surrogate pair is left at the end, and
 * one that was there becomes U+FFFD.
 */
export function firstCharacters(text: string, max: number): string {
  // The slice only keeps the array small: a character has two units at most.
  return [...text.slice(0, 2 * max).toWellFormed()].slice(0, max).join('');
}

/** Length in characters (code points), as the databases count it. */
export const lengthOf = (text: string) => [...text].length;

/**
 * The form in which names are compared, ordered and searched: NFC, lower case, trimmed, at most 255 characters.
 * Made here and stored beside the name, so that every database compares the same way.
 */
export const foldName = (name: string): string => [...fold(name).trim()].slice(0, 255).join('');

/** A part of a name, in the same form: blanks at its ends count. */
export function fold(part: string): string {
  // Lower-case sigma depends on what follows, which a part of a name does not know.
  return part.toWellFormed().normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

/** Length in characters (code points), as the databases count it. */
export const lengthOf = (text: string) => [...text].length;

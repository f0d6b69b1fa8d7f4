/**
 * The form in which names are compared, ordered and searched: NFC, lower case, trimmed, at most 255 characters.
 * Made here and stored beside the name, so that every database compares the same way.
 */
export function foldName(name: string): string {
  const folded = name.toWellFormed().normalize('NFC').toLowerCase().trim();
  return [...folded].slice(0, 255).join('');
}

/** Length in characters (code points), as the databases count it. */
export const lengthOf = (text: string) => [...text].length;

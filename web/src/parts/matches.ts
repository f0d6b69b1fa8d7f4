/** A piece of a text, and whether it is what was searched for. */
export type Piece = readonly [text: string, isMatch: boolean];

/** As the service compares: without regard to case and diacritics. */
const patternOf = (word: string) =>
  [...word.normalize('NFD').replace(/\p{M}/gu, '')]
    .map((letter) => `${letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')}\\p{M}*`)
    .join('');

/** Cuts a name where the words of a search are in it. Words that are nowhere in it change nothing. */
export function matchesIn(text: string, search: string): Piece[] {
  const words = search.split(/\s+/).filter(Boolean).map(patternOf);
  if (words.length === 0) return [[text, false]];
  // Every second piece is what the brackets of the pattern are around.
  return text
    .normalize('NFD')
    .split(new RegExp(`((?:${words.join('|')})+)`, 'iu'))
    .map((piece, index) => [piece.normalize('NFC'), index % 2 === 1] as const)
    .filter(([piece]) => piece !== '');
}

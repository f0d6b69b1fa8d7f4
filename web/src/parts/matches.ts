/** A piece of a text, and whether it is what was searched for. */
export type Piece = readonly [text: string, isMatch: boolean];

/** As the service compares: without regard to case and diacritics. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Cuts a name where the words of a search are in it. Words that are nowhere in it change nothing. */
export function matchesIn(text: string, search: string): Piece[] {
  const letters = [...text];
  // Where each letter begins in the folded text, since one may fold to none or to several.
  const starts: number[] = [];
  let plain = '';
  for (const letter of letters) {
    starts.push(plain.length);
    plain += folded(letter);
  }
  const isMarked = letters.map(() => false);
  for (const word of folded(search).split(/\s+/).filter(Boolean)) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      for (const [index, start] of starts.entries()) {
        const end = starts[index + 1] ?? plain.length;
        if (start < at + word.length && end > at) isMarked[index] = true;
      }
  }
  const pieces: [string, boolean][] = [];
  for (const [index, letter] of letters.entries()) {
    const last = pieces.at(-1);
    if (last && last[1] === isMarked[index]) last[0] += letter;
    else pieces.push([letter, isMarked[index]!]);
  }
  return pieces;
}

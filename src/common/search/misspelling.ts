/** Shorter words match too many others by one mistake. */
const LEAST = 3;
/** Letters of a word that are tried; each takes some seventy look-ups. */
const MOST = 32;

const LATIN = 'abcdefghijklmnopqrstuvwxyz0123456789';
const OTHER_SCRIPTS = ['αβγδεζηθικλμνξοπρστυφχψω', 'абвгдежзийклмнопрстуфхцчшщъыьэюяієґ'];

/** Every text that is one typing mistake away: a letter too few, too many, or another, or two neighbours swapped. */
export function withOneMistake(word: string): string[] {
  const letters = [...word];
  if (letters.length < LEAST || letters.length > MOST) return [];
  const found = new Set<string>();
  const alphabet = alphabetOf(word);
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join('');
    const [here = '', next = ''] = letters.slice(at, at + 2);
    const after = letters.slice(at + 1).join('');
    for (const letter of alphabet) {
      found.add(before + letter + here + after);
      if (here) found.add(before + letter + after);
    }
    if (here) found.add(before + after);
    if (next) found.add(before + next + here + letters.slice(at + 2).join(''));
  }
  found.delete(word);
  return [...found];
}

const alphabetOf = (word: string): Set<string> =>
  new Set(
    [LATIN, word, ...OTHER_SCRIPTS.filter((script) => [...script].some((letter) => word.includes(letter)))].join(''),
  );

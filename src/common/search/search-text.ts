import { firstCharacters } from 'small-parts';

/** The longest term, and of a longer name the part that is searched as a whole. */
export const MAX_TERM = 100;

const COMBINING_MARKS = /[\u0300-\u036f]/g;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{M}]+/u;

/** Letters that no normalization takes apart. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Without case, diacritics and widths, with `c++` as `cpp`, `c#` as `csharp` and `.net` as `dotnet`. */
function foldSearch(text: string): string {
  return /^[\p{ASCII}]*$/u.test(text) ? withSigns(text.toLowerCase()) : withSigns(foldUnicode(text)).normalize('NFC');
}

const foldUnicode = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter]!);

const withSigns = (folded: string) =>
  /[+#.]/.test(folded)
    ? folded
        .replace(/(^|\s)\.(?=\p{L})/gu, '$1dot')
        .replace(/([\p{L}\p{N}])(\++)/gu, (_, letter: string, signs: string) => letter + 'p'.repeat(signs.length))
        .replace(/(\p{L})#/gu, '$1sharp')
    : folded;

const lettersAndDigits = (folded: string) => folded.split(NEITHER_LETTER_NOR_DIGIT).join('');

/** Letters and digits only: `7-Zip` is `7zip`, `Node.js` is `nodejs`. A text without any only loses its spaces. */
export function squeeze(text: string): string {
  const folded = foldSearch(text);
  return firstCharacters(lettersAndDigits(folded) || folded.replace(/[\s\p{C}]+/gu, ''), MAX_TERM);
}

/** Words separated by spaces, each as by `squeeze`: `Foo 7-Zip` is `foo` and `7zip`. */
export const wordsOf = (text: string): string[] =>
  foldSearch(text)
    .split(/\s+/)
    .map((word) => firstCharacters(lettersAndDigits(word), MAX_TERM))
    .filter(Boolean);

/** Words separated by anything but letters and digits: `Foo 7-Zip` is `foo`, `7` and `zip`. */
export const piecesOf = (text: string): string[] =>
  foldSearch(text)
    .split(NEITHER_LETTER_NOR_DIGIT)
    .map((piece) => firstCharacters(piece, MAX_TERM))
    .filter(Boolean);

import { normalText, plainText, withoutPrefix } from './generic-text';
import { cutKey, cutVersion, epochKey, numberKey, rangeOfNumbers, seriesNumbers, textKey } from './key-text';
import {
  NEUTRAL_WORDS,
  POST_RELEASE_LETTERS,
  postReleaseText,
  PRERELEASE_LETTERS,
  prereleaseText,
} from './generic-words';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * The default scheme. Based on libversion (Repology), with changes that the release dates of real products required;
 * docs/policies-and-versions.md lists the rules with examples.
 *
 * Order of components, with the first character of each in the key: pre-release or unknown word `(`, end `*`, build `+`,
 * post-release `-`, letter suffix `.`, number `0` to `;`. An epoch `E` is above all.
 */
const END = '*';
const PRERELEASE = '(';
const BUILD = '+';
const POST_RELEASE = '-';
const LETTER_SUFFIX = '.';

/** A parsed version. */
export interface GenericVersion {
  /** Key of the epoch, empty without one. */
  epoch: string;
  /** Keys of the components, without insignificant zeros. */
  parts: string[];
  /** It has a word of the pre-release list. */
  prerelease: boolean;
}

const EPOCH = /^v?(\d+)[!:](?=\d)/;
const NUMERIC = /^v?\d+(?:\.\d+)*$/;

/** Parses a version, for its key, its pre-release flag and the steps between versions. */
export function readGeneric(version: string): GenericVersion {
  // Without the zero before it: `.033` of Perl modules is 0.033.
  const text = plainText(version).replace(/^\.(?=\d)/, '0.');
  if (NUMERIC.test(text)) return readNumeric(text);
  const epoch = EPOCH.exec(text);
  const rest = normalText(epoch ? text.slice(epoch[0].length) : text);
  const reader = new ComponentReader(tokensOf(withoutPrefix(rest)));
  return { epoch: epochKey(epoch?.[1]), parts: reader.parts, prerelease: reader.prerelease };
}

/** Parses what follows the date of a calendar version, which has no prefix. */
export function readTail(tail: string): GenericVersion {
  const reader = new ComponentReader(tokensOf(normalText(plainText(tail))));
  return { epoch: '', parts: reader.parts, prerelease: reader.prerelease };
}

/** A fast path for most versions: only numbers and dots. */
function readNumeric(text: string): GenericVersion {
  const parts = (text.startsWith('v') ? text.slice(1) : text).split('.').map(numberKey);
  dropZeros(parts);
  return { epoch: '', parts, prerelease: false };
}

/** Zeros before a word, before a build and at the end are insignificant: 1.0-rc1 is 1-rc1, 1.0.0 is 1. */
function dropZeros(parts: string[]): void {
  while (parts.at(-1) === '0') parts.pop();
}

type TokenKind = 'number' | 'word' | 'operator';

interface Token {
  kind: TokenKind;
  text: string;
  start: number;
  end: number;
}

/** Year, month and day. */
const DATE = /^(?:19|20)\d{6}$/;
const TOKEN = /[0-9]+|[a-z]+|[~^+]/g;

/** Runs of digits, runs of letters and the three operators; everything else separates. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    tokens.push({ kind: kindOf(match[0]), text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

function kindOf(token: string): TokenKind {
  const first = token.charCodeAt(0);
  if (first >= 48 && first <= 57) return 'number';
  return first >= 97 && first <= 122 ? 'word' : 'operator';
}

/** Turns tokens into the keys of components. */
class ComponentReader {
  readonly parts: string[] = [];
  prerelease = false;
  private inBuild = false;

  constructor(private readonly tokens: Token[]) {
    tokens.forEach((token, index) => this.read(token, index));
    dropZeros(this.parts);
    if (this.parts.at(-1) === BUILD) this.parts.pop();
  }

  private read(token: Token, index: number): void {
    if (token.kind === 'number') this.parts.push(numberKey(token.text));
    else if (token.kind === 'operator') this.readOperator(token, index);
    else if (this.inBuild) this.push(POST_RELEASE, token.text);
    else this.readWord(token.text, index);
  }

  /** The first `+` opens the build; `~` and `^` exactly between two numbers stand for an empty word. */
  private readOperator(token: Token, index: number): void {
    if (this.inBuild) return;
    if (token.text === '+') {
      dropZeros(this.parts);
      this.parts.push(BUILD);
      this.inBuild = true;
    } else if (this.touches(index, -1, 'number') && this.touches(index, 1, 'number')) {
      this.push(token.text === '~' ? PRERELEASE : POST_RELEASE, '');
    }
  }

  private readWord(word: string, index: number): void {
    const operator = this.touches(index, -1, 'operator') ? this.tokens[index - 1]?.text : undefined;
    if (operator === '^') return this.push(POST_RELEASE, postReleaseText(word) ?? word);
    if (word.length === 1) return this.readLetter(word, index, operator === '~');
    const early = prereleaseText(word);
    if (early !== undefined) return this.pushPrerelease(early);
    if (operator === '~') return this.push(PRERELEASE, word);
    if (NEUTRAL_WORDS.has(word)) return;
    const late = postReleaseText(word);
    if (late !== undefined) return this.push(POST_RELEASE, late);
    this.push(word.length === 2 && this.isSuffix(index) ? LETTER_SUFFIX : PRERELEASE, word);
  }

  /** A long number after a letter is that of a build (1.0-b3561), not of a stage, unless it is a date: 1.1b20240131. */
  private readLetter(letter: string, index: number, forcedEarly: boolean): void {
    const suffix = this.isSuffix(index);
    const early = PRERELEASE_LETTERS.get(letter);
    const number = this.tokens[index + 1];
    if (early && number?.kind === 'number' && (forcedEarly || !suffix)) {
      this.push(PRERELEASE, early);
      this.prerelease ||=
        index > 0 && (number.text.length < 4 || (DATE.test(number.text) && this.touches(index, -1, 'number')));
    } else if (forcedEarly) this.push(PRERELEASE, letter);
    else if (suffix) this.push(LETTER_SUFFIX, letter);
    else if (this.isPostRelease(letter, index)) this.push(POST_RELEASE, letter);
    else if (letter !== 'v') this.push(PRERELEASE, letter);
  }

  /** With a number attached. For a service release it is short, and no word follows: s390x and s32g are machines. */
  private isPostRelease(letter: string, index: number): boolean {
    if (!POST_RELEASE_LETTERS.has(letter) || !this.touches(index, 1, 'number')) return false;
    const digits = this.tokens[index + 1]?.text.length ?? 0;
    return letter !== 's' || (digits < 3 && !this.touches(index + 1, 1, 'word'));
  }

  /** Directly after a number and not attached to a following one: 1.1.1w, 2024a. */
  private isSuffix(index: number): boolean {
    return this.touches(index, -1, 'number') && !this.touches(index, 1, 'number');
  }

  /** Whether the neighbour is of this kind with nothing in between. */
  private touches(index: number, step: 1 | -1, kind: TokenKind): boolean {
    const token = this.tokens[index];
    const neighbour = this.tokens[index + step];
    if (!token || neighbour?.kind !== kind) return false;
    return step === 1 ? neighbour.start === token.end : neighbour.end === token.start;
  }

  private pushPrerelease(text: string): void {
    this.push(PRERELEASE, text);
    this.prerelease = true;
  }

  private push(rank: string, text: string): void {
    dropZeros(this.parts);
    this.parts.push(rank + textKey(text));
  }
}

/** The body of a generic key. */
export function partsKey(version: GenericVersion): string {
  return version.epoch + version.parts.join('') + END;
}

export const genericScheme: VersionScheme = {
  name: 'generic',
  key: (version) => cutKey(partsKey(readGeneric(version))),
  valid: () => true,
  prerelease: (version) => readGeneric(version).prerelease,
  seriesRange,
};

function seriesRange(series: string): KeyRange | null {
  const text = cutVersion(series).trim();
  const epoch = EPOCH.exec(text);
  const numbers = seriesNumbers(text.slice(epoch?.[0].length ?? 0));
  return numbers && rangeOfNumbers(epochKey(epoch?.[1]), numbers, PRERELEASE);
}

/** Key of a text that a strict scheme does not accept: below all valid keys, in generic order. */
export function invalidKey(version: string): string {
  return cutKey('!' + genericScheme.key(version));
}

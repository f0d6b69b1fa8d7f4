import { cutKey, cutVersion, epochKey, numberKey, rangeOfNumbers, seriesNumbers, textKey } from './key-text';
import {
  exactPrereleaseText,
  NEUTRAL_WORDS,
  POST_RELEASE_LETTERS,
  postReleaseText,
  PRERELEASE_LETTERS,
  prereleaseText,
} from './generic-words';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * The scheme for everything unknown. Model: libversion (Repology), with changes where dated releases of real products asked for
 * them; docs/version-ordering.md lists the rules with examples.
 *
 * Order at each place, and the character that opens such a piece of the key: pre-release or unknown word `(`, end `*`, build `+`,
 * post-release `-`, letter suffix `.`, number `0` to `;`. An epoch `E` is above all.
 */
const END = '*';
const PRERELEASE = '(';
const BUILD = '+';
const POST_RELEASE = '-';
const LETTER_SUFFIX = '.';

/** A version taken apart. */
export interface GenericVersion {
  /** Key of the epoch, empty without one. */
  epoch: string;
  /** Keys of the components, without the zeros that do not count. */
  parts: string[];
  /** A word of the pre-release list is in it. */
  prerelease: boolean;
}

const EPOCH = /^v?(\d+)[!:](?=\d)/;
/** A path or a package name before the version: `release/1.2`, `@scope/pkg@1.2`. */
const PATH = /^.*[a-z][^/@]*([/@])(?=v?\d)/;
const NUMERIC = /^v?\d+(?:\.\d+)*$/;
const HASH_CANDIDATE = /[0-9a-z]{6,}/g;
const HEX = /^[0-9a-f]{6,40}$/;
const STAGE_OR_MONTH = /^(?:\d{1,2}|(?:19|20)\d\d|\d{6}|\d{8})(?:[a-c]|ea|feb|dec)\d+$/;
const GIT_DESCRIBE = /^g[0-9a-f]{7,40}$/;

/** Takes a version apart: generic order, pre-release flag and steps between versions all come from here. */
export function readGeneric(version: string): GenericVersion {
  const text = plainText(version);
  if (NUMERIC.test(text)) return readNumeric(text);
  const epoch = EPOCH.exec(text);
  const rest = withoutHashes(epoch ? text.slice(epoch[0].length) : text);
  const reader = new ComponentReader(tokensOf(withoutPrefix(rest)));
  return { epoch: epochKey(epoch?.[1]), parts: reader.parts, prerelease: reader.prerelease };
}

/** Components of what follows the date of a calendar version, where nothing is a prefix. */
export function readTail(tail: string): GenericVersion {
  const reader = new ComponentReader(tokensOf(withoutHashes(plainText(tail))));
  return { epoch: '', parts: reader.parts, prerelease: reader.prerelease };
}

/** At most 255 characters in ASCII lower case; what is not ASCII separates. */
function plainText(version: string): string {
  return cutVersion(version)
    .replace(/[^\x20-\x7e]/g, ' ')
    .trim()
    .toLowerCase();
}

/** Most versions of the world: only numbers and dots. */
function readNumeric(text: string): GenericVersion {
  const parts = (text.startsWith('v') ? text.slice(1) : text).split('.').map(numberKey);
  dropZeros(parts);
  return { epoch: '', parts, prerelease: false };
}

/** Zeros before a word, before a build and at the end do not count: 1.0-rc1 is 1-rc1, 1.0.0 is 1. */
function dropZeros(parts: string[]): void {
  while (parts.at(-1) === '0') parts.pop();
}

function withoutHashes(text: string): string {
  return text.replace(HASH_CANDIDATE, (token: string, start: number) => (isHash(token, start) ? ' ' : token));
}

/**
 * Commit hashes have no order. Hexadecimal with at least three changes between digits and letters is taken for one; a whole SHA-1
 * needs only one change, and git describe marks its own with a `g`. Two changes are enough for a short hash behind something else
 * (1.56.2.054a929533), unless it reads as a number, a stage or month and a number (1.0b20240101, 12dec2020).
 */
function isHash(token: string, start: number): boolean {
  if (GIT_DESCRIBE.test(token)) return true;
  if (!HEX.test(token)) return false;
  const changes = token.match(/\d(?=[a-f])|[a-f](?=\d)/g)?.length ?? 0;
  if (changes >= 3 || (changes > 0 && token.length === 40)) return true;
  return changes === 2 && start > 0 && token.length >= 7 && token.length <= 12 && !STAGE_OR_MONTH.test(token);
}

/** Drops names and paths before the number (`openssl-1.1`, `pkg/v1.2`), but not a stage such as `alpha-0.1` or Minecraft's `b1.7`. */
function withoutPrefix(text: string): string {
  const path = PATH.exec(text);
  const base = path?.[0].length ?? 0;
  const digit = base + text.slice(base).search(/\d/);
  if (digit < base) return text;
  const prefix = text.slice(path?.[1] === '@' ? base : 0, digit);
  return stageAtEnd(prefix) + text.slice(digit);
}

/** The stage a prefix ends with: an attached `a` or `b`, or its last word that says something if that is exactly a pre-release word. */
function stageAtEnd(prefix: string): string {
  if (/(?:^|[^a-z])[ab]$/.test(prefix)) return prefix.slice(-1);
  const words = prefix.match(/[a-z]+/g) ?? [];
  const last = words.findLast((word) => !NEUTRAL_WORDS.has(word));
  return last !== undefined && exactPrereleaseText(last) !== undefined ? last + ' ' : '';
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

/** Runs of digits, runs of letters and the three operators; all else separates. */
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

/** Ranks the tokens one after the other. */
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

  /** A long number behind a letter is that of a build (1.0-b3561), not of a stage, unless it is a date: 1.1b20240131. */
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
    else if (POST_RELEASE_LETTERS.has(letter) && this.touches(index, 1, 'number')) this.push(POST_RELEASE, letter);
    else if (letter !== 'v') this.push(PRERELEASE, letter);
  }

  /** Directly after a number and not attached to a following one: 1.1.1w, 2024a. */
  private isSuffix(index: number): boolean {
    return this.touches(index, -1, 'number') && !this.touches(index, 1, 'number');
  }

  /** Whether the neighbour is of this kind and nothing stands between. */
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

/** Key of a text that a strict scheme does not accept: below all that it accepts, in generic order. */
export function invalidKey(version: string): string {
  return cutKey('!' + genericScheme.key(version));
}

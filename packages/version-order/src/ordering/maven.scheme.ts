import { genericScheme } from './generic.scheme';
import { cutKey, cutVersion, numberKey, seriesNumbers, textKey } from './key-text';
import type { KeyRange, VersionScheme } from './scheme';

/**
 * Maven artifacts: "Version Order Specification" of the POM reference (https://maven.apache.org/pom.html) and, where it is silent,
 * org.apache.maven.artifact.versioning.ComparableVersion of Maven 4. Accepts every text.
 *
 * A version is a list of numbers and words whose last item may be another list: a hyphen, and each change between digits and letters,
 * opens one. Lists compare item by item. Zeros and words that mean a release compare like a missing item, so that what follows them
 * decides.
 */
interface NumberItem {
  kind: 'number';
  key: string;
}

interface WordItem {
  kind: 'word';
  /** Place among the qualifiers; RELEASE_RANK compares like a missing item. */
  rank: number;
  text: string;
  /** Key of the number directly after the word (rc1, rc-1), empty without one. */
  number: string;
}

interface ListItem {
  kind: 'list';
  items: Item[];
}

type Item = NumberItem | WordItem | ListItem;

const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const RELEASE_RANK = QUALIFIERS.indexOf('');
const UNKNOWN_RANK = QUALIFIERS.length;
const ALIASES = new Map([
  ['cr', 'rc'],
  ['ga', ''],
  ['final', ''],
  ['release', ''],
]);
/** Abbreviate a qualifier if a number follows directly. */
const LETTERS = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);

const TOKEN = /[0-9]+|[.-]|[^0-9.-]+/g;
const ZERO: NumberItem = { kind: 'number', key: '0' };

/** Builds the nested lists from the tokens of a version. */
class ListReader {
  readonly root: Item[] = [];
  private readonly lists: Item[][] = [this.root];
  private word = '';
  private digits = '';

  constructor(version: string) {
    const tokens = version.match(TOKEN) ?? [];
    tokens.forEach((token, index) => this.read(token, tokens[index + 1] ?? ''));
    if (this.word && !this.digits) this.open();
    this.flush();
    for (const list of this.lists.reverse()) normalize(list);
  }

  private get list(): Item[] {
    return this.lists.at(-1) as Item[];
  }

  private read(token: string, next: string): void {
    if (token === '.') this.flushOrZero();
    else if (token === '-') this.readHyphen(next);
    else if (/^[0-9]/.test(token)) this.readDigits(token);
    else this.readLetters(token);
  }

  /** A word, hyphen and number are the same as word and number: rc-1 is rc1. */
  private readHyphen(next: string): void {
    if (this.word && !this.digits && /^[0-9]/.test(next)) return;
    this.flushOrZero();
    this.open();
  }

  private readDigits(digits: string): void {
    if (this.word) this.open();
    this.digits = digits;
  }

  private readLetters(word: string): void {
    if (this.digits) {
      this.flush();
      this.openAlways();
    }
    this.word = word;
  }

  private flushOrZero(): void {
    if (this.word || this.digits) this.flush();
    else this.list.push(ZERO);
  }

  private flush(): void {
    if (this.word) this.list.push(wordItem(this.word, this.digits));
    else if (this.digits) this.list.push({ kind: 'number', key: numberKey(this.digits) });
    this.word = this.digits = '';
  }

  private open(): void {
    if (this.list.length > 0) this.openAlways();
  }

  private openAlways(): void {
    const items: Item[] = [];
    this.list.push({ kind: 'list', items });
    this.lists.push(items);
  }
}

function wordItem(word: string, digits: string): WordItem {
  const name = (digits && LETTERS.get(word)) || word;
  const qualifier = ALIASES.get(name) ?? name;
  const index = QUALIFIERS.indexOf(qualifier);
  return { kind: 'word', rank: index < 0 ? UNKNOWN_RANK : index, text: qualifier, number: digits && numberKey(digits) };
}

/** Drops zeros at the end and before words, and unwraps a list that only has another one. */
function normalize(items: Item[]): void {
  for (let i = items.length - 1; i >= 0; i -= 1) {
    if (isEmpty(items[i]) && (i === items.length - 1 || startsWithWord(items[i + 1]))) items.splice(i, 1);
  }
  const only = items[0];
  if (items.length === 1 && only?.kind === 'list') items.splice(0, 1, ...only.items);
}

function isEmpty(item: Item | undefined): boolean {
  return item?.kind === 'list' ? item.items.length === 0 : item?.kind === 'number' && item.key === '0';
}

function startsWithWord(item: Item | undefined): boolean {
  return item?.kind === 'word' || (item?.kind === 'list' && item.items[0]?.kind === 'word');
}

/** How the items from `start` on compare with missing ones. */
function signOf(items: Item[], start = 0): number {
  for (let i = start; i < items.length; i += 1) {
    const sign = signOfItem(items[i] as Item);
    if (sign !== 0) return sign;
  }
  return 0;
}

function signOfItem(item: Item): number {
  if (item.kind === 'list') return signOf(item.items);
  if (item.kind === 'number') return item.key === '0' ? 0 : 1;
  if (item.rank !== RELEASE_RANK) return item.rank - RELEASE_RANK;
  return item.number === '' || item.number === '0' ? 0 : 1;
}

/**
 * Key of the items from `start` on. The order at each place: stages `#`, release word followed by something lower `)`, end `*`,
 * release word followed by something higher `,`, other words `-`, list of numbers `1`, zero `2`, number `3`.
 */
function keyOf(items: Item[], start = 0): string {
  const sign = signOf(items, start);
  if (sign === 0) return '*';
  const item = items[start] as Item;
  if (item.kind === 'word') return wordKey(item, sign) + 'b' + keyOf(items, start + 1);
  if (item.kind === 'list') return listKey(item.items, sign);
  if (item.key === '0') return (sign < 0 ? '(' : '2') + keyOf(items, start + 1);
  return '3' + item.key + keyOf(items, start + 1);
}

/**
 * A list that begins with a word compares like that word; its other items only count between equal words: followed by something lower it
 * is below (`a`), followed by something higher above (`c`) the same word outside a list (`b`).
 */
function listKey(items: Item[], sign: number): string {
  const first = items[0] as Item;
  if (first.kind !== 'word') return (sign < 0 ? '&' : '1') + keyOf(items);
  const rest = signOf(items, 1);
  return wordKey(first, sign) + (rest < 0 ? 'a' : rest > 0 ? 'c' : 'b') + keyOf(items, 1);
}

/** A word with a number (`d`) is above the word alone, whatever follows. */
function wordKey(word: WordItem, sign: number): string {
  if (word.rank === RELEASE_RANK && signOfItem(word) === 0) return sign < 0 ? ')' : ',';
  const number = word.number && 'd' + word.number;
  if (word.rank === RELEASE_RANK) return ',' + number;
  if (word.rank < RELEASE_RANK) return '#' + word.rank + number;
  return '-' + word.rank + (word.rank === UNKNOWN_RANK ? textKey(asciiText(word.text)) : '') + number;
}

/** Words may have any character. Those outside `#`..`}` are escaped in a way that keeps their order. */
function asciiText(text: string): string {
  return text.replace(/[^#-}]/g, (character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(4, '0');
    return (character < '#' ? '"' : '~') + hex;
  });
}

function read(version: string): Item[] {
  return new ListReader(cutVersion(version).trim().toLowerCase()).root;
}

function hasStage(items: Item[]): boolean {
  return items.some((item) =>
    item.kind === 'list' ? hasStage(item.items) : item.kind === 'word' && item.rank < RELEASE_RANK,
  );
}

function seriesRange(series: string): KeyRange | null {
  const numbers = seriesNumbers(series)?.map((number) => (number === '0' ? '2' : '3' + number));
  if (!numbers) return null;
  const significant = numbers.slice(0, numbers.findLastIndex((number) => number !== '2') + 1);
  return { gte: significant.join('') || '#', lt: numbers.join('') + '~' };
}

export const mavenScheme: VersionScheme = {
  name: 'maven',
  key: (version) => cutKey(keyOf(read(version))),
  valid: () => true,
  /** Maven's own stages, and words that are stages everywhere else (dev, preview, ea). */
  prerelease: (version) => hasStage(read(version)) || genericScheme.prerelease(version),
  seriesRange,
};

import { numberKey } from '../ordering/key-text';
import type { VersionScheme } from '../ordering/scheme';

/**
 * Orders of types of version ranges that no product of ours uses. Keys are never stored: they may have any characters but NUL, which ends
 * a word, so that a prefix sorts before longer words. Versions have no control characters.
 */
export type VersionOrder = Pick<VersionScheme, 'key' | 'valid'>;

/** @param keyOfMatch the key of what the pattern matches; texts that it does not match are below all versions */
function orderBy(pattern: RegExp, keyOfMatch: (match: RegExpExecArray) => string | null): VersionOrder {
  const keyOf = (version: string) => {
    const match = pattern.exec(version);
    return match && keyOfMatch(match);
  };
  return { key: (version) => keyOf(version) ?? `!${version}`, valid: (version) => keyOf(version) !== null };
}

const wordKey = (text: string) => `${text}\0`;

/**
 * Conan recipes: `Version` of Conan 2. Items between dots; numbers by value, missing ones are zero; a build after the last plus, a
 * pre-release after the first hyphen. Conan compares a number with an item such as `9d` as texts, which is no order (9 < 10 < 9d, but also
 * 20 < 100 < 20a): here `9d` is between 9 and 10.
 */
const conanOrder: VersionOrder = { key: conanKey, valid: (version) => version !== '' };

function conanKey(version: string): string {
  const plus = version.lastIndexOf('+');
  const body = plus < 0 ? version : version.slice(0, plus);
  const hyphen = body.indexOf('-');
  const stage = hyphen < 0 ? '/' : `-${conanItems(body.slice(hyphen + 1))}!`;
  const build = plus < 0 ? '!' : `+${conanItems(version.slice(plus + 1))}!`;
  return conanItems(hyphen < 0 ? body : body.slice(0, hyphen)) + stage + build;
}

function conanItems(text: string): string {
  const items = text.split('.');
  while (items.length > 0 && /^0+$/.test(items.at(-1)!)) items.pop();
  return items.map(conanItem).join('');
}

/** Numbers are below words. */
function conanItem(item: string): string {
  const digits = /^\d+/.exec(item)?.[0];
  return digits === undefined ? `@${wordKey(item)}` : numberKey(digits) + wordKey(item.slice(digits.length));
}

/**
 * Gentoo packages: algorithm 3.1 of the Package Manager Specification. More numbers are above fewer, then the letter, the suffixes, the
 * revision count. From the second on, a number with a leading zero is compared as a decimal fraction.
 */
const GENTOO = /^(\d+)((?:\.\d+)*)([a-z]?)((?:_(?:alpha|beta|pre|rc|p)\d*)*)(?:-r(\d+))?$/;
const GENTOO_SUFFIXES: Record<string, string> = { alpha: 'a', beta: 'b', pre: 'c', rc: 'd', p: 'f' };
const NO_SUFFIX = 'e';
const gentooOrder = orderBy(GENTOO, ([, first = '', others = '', letter = '', suffixes = '', revision = '0']) => {
  const numbers = others.split('.').slice(1).map(gentooNumber);
  const words = [...suffixes.matchAll(/_([a-z]+)(\d*)/g)].map(
    ([, word = '', digits = '']) => GENTOO_SUFFIXES[word]! + numberKey(digits || '0'),
  );
  return `${numberKey(first)}${numbers.join('')}!${wordKey(letter)}${words.join('')}${NO_SUFFIX}${numberKey(revision)}`;
});

const gentooNumber = (digits: string) =>
  digits.startsWith('0') ? `0${wordKey(digits.replace(/(?<!0)0+$/, ''))}` : numberKey(digits);

/** OpenSSL: numbers, then the letters of a fix (1.0.2zh is above 1.0.2z), or a pre-release such as 1.1.1-pre9. */
const OPENSSL = /^(\d+(?:\.\d+)*)(?:([a-z]+)|-([a-z]+)(\d*))?$/i;
const opensslOrder = orderBy(OPENSSL, ([, numbers = '', letters = '', stage, count = '']) => {
  const early = stage && `-${wordKey(stage.toLowerCase())}${numberKey(count || '0')}`;
  return numberKeys(numbers) + (early ?? `/${letters.toLowerCase()}`);
});

/** Whole numbers between dots; what follows them is ignored. */
const intdotOrder = orderBy(/^\d+(?:\.\d+)*/, ([numbers]) => `${numberKeys(numbers)}!`);

/** Zeros at the end are insignificant. */
function numberKeys(numbers: string): string {
  const keys = numbers.split('.').map(numberKey);
  while (keys.at(-1) === '0') keys.pop();
  return keys.join('');
}

/** UTF-8, byte by byte. */
const lexicographicOrder: VersionOrder = {
  key: (version) => Buffer.from(version, 'utf8').toString('latin1'),
  valid: () => true,
};

/** Times of RFC 3339, section 5.6, by the moment they mean. */
const DATETIME =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d:)([0-5]\d|60)(?:\.(\d+))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const datetimeOrder = orderBy(DATETIME, ([, day = '', minute = '', second = '', fraction = '', zone = '']) => {
  const time = Date.parse(`${day}T${minute}00${zone.toUpperCase()}`);
  // A day that its month does not have becomes one of the next month.
  if (Number.isNaN(time) || !new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)) return null;
  // All with 13 digits: times before the year 1970 are negative.
  const seconds = time / 1000 + Number(second) + 2e12;
  return `${seconds}.${fraction.replace(/(?<!0)0+$/, '')}`;
});

export const OWN_ORDERS = {
  conan: conanOrder,
  gentoo: gentooOrder,
  openssl: opensslOrder,
  intdot: intdotOrder,
  lexicographic: lexicographicOrder,
  datetime: datetimeOrder,
};

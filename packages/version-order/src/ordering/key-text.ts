import type { KeyRange } from './scheme';

/**
 * The parts of keys. Each is a prefix code: none is a prefix of another at the same place, so that comparing joined parts byte by byte
 * compares them one after the other.
 */

/** Versions are truncated to this many UTF-16 units before they are parsed. */
export const MAX_VERSION = 255;

/** Keys are truncated to this many characters. a < b still implies cut(a) <= cut(b). */
export const MAX_KEY = 255;

export function cutVersion(version: string): string {
  return version.length > MAX_VERSION ? version.slice(0, MAX_VERSION) : version;
}

export function cutKey(key: string): string {
  return key.length > MAX_KEY ? key.slice(0, MAX_KEY) : key;
}

/**
 * A number of any size: the count of digits, then the digits without leading zeros. 0 -> `0`, 7 -> `17`, 42 -> `242`; from ten digits
 * on the count is `:` and three digits. First characters are `0` to `;`.
 */
export function numberKey(digits: string): string {
  const value = digits.charCodeAt(0) === 48 ? digits.replace(/^0+/, '') : digits;
  if (value.length === 0) return '0';
  if (value.length < 10) return value.length + value;
  if (value.length < 1000) return ':' + String(value.length).padStart(3, '0') + value;
  return ';';
}

/** A word, terminated by a character below all others so that a prefix sorts before longer words. */
export function textKey(text: string): string {
  return text + '!';
}

/** Most significant part of several schemes; an epoch of zero equals none. `E` is above every other first character of a key. */
export function epochKey(digits: string | undefined): string {
  const number = digits ? numberKey(digits) : '0';
  return number === '0' ? '' : 'E' + number;
}

/**
 * Keys of a series from its numbers, for schemes where trailing zeros are insignificant: the lower bound omits them (1.0-rc1 and 1 belong
 * to 1.0), the upper bound keeps them. `~` is above everything that can follow a number in those keys.
 *
 * @param lowest the lowest first character of a key of this scheme, for a series of zeros only
 * @param significant how many numbers a key always has, even zeros
 */
export function rangeOfNumbers(epoch: string, numbers: string[], lowest: string, significant = 0): KeyRange {
  let used = numbers.length;
  while (used > significant && numbers[used - 1] === '0') used -= 1;
  return { gte: epoch + numbers.slice(0, used).join('') || lowest, lt: epoch + numbers.join('') + '~' };
}

/** Numbers of a series such as `1.2`, `v1.2`, `1.2.x` or `1.2.*`, as written; null for anything else. */
export function seriesDigits(series: string): string[] | null {
  const match = /^v?(\d+(?:[._-]\d+)*)(?:[._-][x*])*$/i.exec(cutVersion(series).trim());
  return match?.[1]?.split(/[._-]/) ?? null;
}

/** The same as keys. */
export function seriesNumbers(series: string): string[] | null {
  return seriesDigits(series)?.map(numberKey) ?? null;
}

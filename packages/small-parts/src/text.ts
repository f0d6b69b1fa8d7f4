import { parseUrl } from './url';

/**
 * The form in which names are compared, sorted and searched: NFC, lower case, trimmed, at most 255 characters. It is stored beside the
 * name, so that every database compares names in the same way.
 */
export const foldName = (name: string): string => firstCharacters(fold(name).trim(), 255);

/** A part of a name in the same form, not trimmed. */
export function fold(part: string): string {
  // Lower-case sigma depends on the next letter, which a part of a name lacks.
  return part.toWellFormed().normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

/**
 * At most `max` characters (code points) from the start, as the databases count them. Surrogate pairs are not split, and a lone surrogate
 * becomes U+FFFD.
 */
export function firstCharacters(text: string, max: number): string {
  // The slice only keeps the array small: a character has two units at most.
  return [...text.slice(0, 2 * max).toWellFormed()].slice(0, max).join('');
}

/** Length in characters (code points), as the databases count it. */
export function lengthOf(text: string): number {
  let length = text.length;
  // A surrogate pair is one character of two units.
  for (let at = 0; at < text.length - 1; at++) {
    if (text.codePointAt(at)! <= 0xffff) continue;
    at++;
    length--;
  }
  return length;
}

/** Whether it has more than `max` characters; a long text is not counted to its end. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > 2 * max || (text.length > max && lengthOf(text) > max);

/** Whether it has neither line breaks nor control characters. */
export const isLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
export const NO_LINE = 'must not have line breaks or control characters';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escaped for the text and the quoted attributes of HTML and XML. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Direction marks, embeddings, overrides and isolates: they make text read as something else. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** Invisible characters that hide or split words. The joiners U+200C and U+200D stay: scripts and emoji need them. */
const INVISIBLE = /[\u00AD\u180E\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
const MAX_URL_LENGTH = 2048;

/** Without direction controls and invisible characters; lone surrogates become U+FFFD. Control characters stay: the caller decides what becomes of them. */
export function withoutHidden(text: string): string {
  return text.replace(BIDI, '').replace(INVISIBLE, '').toWellFormed();
}

/** The normalized URL if it is http(s) without user name and password; null for anything else. */
export function safeUrl(text: string | null | undefined): string | null {
  if (!text || text.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(text)) return null;
  const url = parseUrl(text);
  if (!url) return null;
  // `https://bank.example@evil.example` shows one host and opens another.
  return url.username || url.password || url.href.length > MAX_URL_LENGTH ? null : url.href;
}

/** The tag in the version of an image that has no other: `latest@1f0a2b3c4d5e`, what the tag led to. Null for any other version. */
export const followedIn = (version: string): string | null => /^(\w[\w.-]*)@[0-9a-f]{12}$/.exec(version)?.[1] ?? null;

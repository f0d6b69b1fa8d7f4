import { parseUrl } from '../../config/url';

/** Direction marks, embeddings, overrides and isolates: they make text read as something else. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** Invisible characters that hide or split words. The joiners U+200C and U+200D stay: scripts and emoji need them. */
const INVISIBLE = /[\u00AD\u180E\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
const MAX_URL_LENGTH = 2048;

/**
 * Makes one harmless line of untrusted text: control characters and line breaks become a space, direction controls and invisible
 * characters are removed, lone surrogates become U+FFFD, and the rest is cut as by `cut`.
 */
export function cleanLine(text: string, max: number): string {
  // Longer than any limit, and keeps megabytes out of the expressions below.
  const line = text
    .slice(0, 4 * max + 100)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(BIDI, '')
    .replace(INVISIBLE, '')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim();
  return cut(line, max);
}

/** At most `max` UTF-16 units, with `…` at the end if anything was cut; never inside a surrogate pair or after a joiner. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return (
    text
      .slice(0, Math.max(0, max - 1))
      .replace(/[\uD800-\uDBFF]$/, '')
      .replace(/[\s\u200D]+$/u, '') + '…'
  );
}

/** The normalized URL if it is http(s) without user name and password; null for anything else. */
export function safeUrl(text: string | null | undefined): string | null {
  if (!text || text.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(text)) return null;
  const url = parseUrl(text);
  if (!url) return null;
  // `https://bank.example@evil.example` shows one host and opens another.
  return url.username || url.password || url.href.length > MAX_URL_LENGTH ? null : url.href;
}

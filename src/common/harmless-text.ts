import { parseUrl } from '../config/url';

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

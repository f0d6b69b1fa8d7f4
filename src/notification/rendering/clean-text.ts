import { followedIn, withoutHidden } from 'small-parts';

export { safeUrl } from 'small-parts';

/**
 * Makes one harmless line of untrusted text: control characters and line breaks become a space, direction controls and invisible
 * characters are removed, lone surrogates become U+FFFD, and the rest is cut as by `cut`.
 */
export function cleanLine(text: string, max: number): string {
  // Longer than any limit, and keeps megabytes out of the expressions below.
  const line = withoutHidden(text.slice(0, 4 * max + 100).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')).trim();
  return cut(line, max);
}

/** At most `max` UTF-16 units, with `…` at the end if anything was cut; never inside a surrogate pair or after a joiner. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return (
    text
      .slice(0, Math.max(0, max - 1))
      .replace(/[\uD800-\uDBFF]$/, '')
      .replace(/(?<![\s\u200D])[\s\u200D]+$/u, '') + '…'
  );
}

/** Labels that mails show in a different way. */
export const NEW_VERSION = 'New version';
export const YOU_USE = 'You use';
/** Where, by inventories. */
export const IN_USE = 'In use';
export const RELEASE_NOTES = 'Release notes';
export const SUPPORT_DATES = 'Support dates';
/** The page behind the link to an update. */
export const DEAL_WITH = 'Updated, skip or snooze';
/** The same beside an item of a digest, where there is little room. */
export const MANAGE = 'Skip or snooze';
/** Behind an item of a digest. */
export const BREAKING = 'breaking changes';
/** The link into the web application. */
export const OPEN = 'Open';

/** Hebrew, Arabic and their neighbours: the only letters that can reorder the text around them. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** Keeps a right-to-left name from reordering the words around it. Other names stay unchanged, so that they can be searched for. */
export function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

const dayFormat = (month: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
// A digest has hundreds of days.
const LONG_DAY = dayFormat('long');
export const SHORT_DAY = dayFormat('short');

/** `20 November 2026`; null for anything but a date. */
export function dateOf(text: string | null, format = LONG_DAY): string | null {
  const date = new Date(text ?? NaN);
  return Number.isNaN(date.getTime()) ? null : format.format(date);
}

/** A part of a line. Its text is plain; callers escape it for their markup. */
export interface Span {
  text: string;
  bold?: boolean;
  url?: string;
}

/** An empty line separates paragraphs. */
export type Line = Span[];

/** Of the version of an image that has no other: `the image behind latest changed on 3 November 2026`. Null for any other version. */
export function changeOf(version: string, day: string | null): string | null {
  const tag = followedIn(version);
  return tag && `the image behind ${cut(tag, 40)} changed${day === null ? '' : ` on ${day}`}`;
}

import type { Line, Span } from './lines';

/**
 * Ends a word for parsers and is invisible to readers. Unlike the word joiner of `inert-text.ts`, it interrupts mentions and links: rules for
 * words ignore joiners (UAX #29, WB4). Untrusted text has none, since `cleanLine` removes them.
 */
const ZERO_WIDTH_SPACE = '\u200B';

/** Inserts a zero-width space after each match, so that the provider detects no mention or link. */
export function interrupt(text: string, triggers: RegExp): string {
  return text.replace(triggers, (trigger) => trigger + ZERO_WIDTH_SPACE);
}

/** Interrupts the texts of all lines, but not their URLs. */
export function withoutTriggers(lines: Line[], triggers: RegExp): Line[] {
  return lines.map((line) => line.map((span) => ({ ...span, text: interrupt(span.text, triggers) })));
}

/** Lines in Markdown with `**bold**` and `[label](url)`. @param escape makes this provider show plain text literally */
export function markdownOf(lines: Line[], escape: (text: string) => string): string {
  return lines.map((line) => line.map((span) => markdownSpan(span, escape)).join('')).join('\n');
}

function markdownSpan({ text, bold, url }: Span, escape: (text: string) => string): string {
  if (url) return `[${escape(text)}](${markdownUrl(url)})`;
  return bold ? `**${escape(text)}**` : escape(text);
}

/** Percent-encodes the characters of a URL that have a meaning in Markdown. */
export function markdownUrl(url: string): string {
  return url.replace(
    /[()<>|"'`*\\@\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

import type { Line, Span } from './lines';

/**
 * Ends a word for a machine and is not seen by a person. Not the word joiner of `inert-text.ts`: mentions and links are found by
 * words, and rules for those look through joiners (UAX #29, WB4). Texts from outside hold none: `cleanLine` takes them out.
 */
const ZERO_WIDTH_SPACE = '\u200B';

/** Puts a zero-width space behind whatever the expression finds, so that the provider does not see a mention or a link in it. */
export function interrupt(text: string, triggers: RegExp): string {
  return text.replace(triggers, (trigger) => trigger + ZERO_WIDTH_SPACE);
}

/** The lines with every text so interrupted; the URLs behind them stay as they are. */
export function withoutTriggers(lines: Line[], triggers: RegExp): Line[] {
  return lines.map((line) => line.map((span) => ({ ...span, text: interrupt(span.text, triggers) })));
}

/** Lines in Markdown with `**bold**` and `[label](url)`; `escape` makes a plain text show as it is with this provider. */
export function markdownOf(lines: Line[], escape: (text: string) => string): string {
  return lines.map((line) => line.map((span) => markdownSpan(span, escape)).join('')).join('\n');
}

function markdownSpan({ text, bold, url }: Span, escape: (text: string) => string): string {
  if (url) return `[${escape(text)}](${markdownUrl(url)})`;
  return bold ? `**${escape(text)}**` : escape(text);
}

/** The URL without any character that ends a link or begins something else in Markdown: percent-encoded it leads to the same page. */
export function markdownUrl(url: string): string {
  return url.replace(
    /[()<>|"'`*\\@\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

import { Html, html } from './html';
import { groupBy } from 'small-parts';
import { type Line, type Span, BREAKING } from './clean-text';
import { type Item, type MessageContent, STEP_WORDS } from './message-content';
import { withActions } from './message-links';
import { notesLines } from './notes-words';

export type { Line, Span } from './clean-text';

export interface LineParts {
  headline?: boolean;
  links?: boolean;
}

/** The items of a digest grouped by their heading or step, in their order. */
export const groupsOf = (items: Item[]): [heading: string, items: Item[]][] => [
  ...groupBy(items, ({ heading, step }) => heading ?? STEP_WORDS[step]),
];

/** `142.0.1 → 143.0 (20 Nov 2026)` */
export const stepText = ({ from, to, day, changed }: Item) =>
  changed ?? (from === null ? to : `${from} → ${to}`) + (day === undefined ? '' : ` (${day})`);

/** What to know of an item at a glance. */
export const marksOf = ({ fixes, breaking }: Item): string[] => [
  ...(fixes === null ? [] : [fixes]),
  ...(breaking ? [BREAKING] : []),
];

/** `and 9 more`, or nothing. */
export const moreText = (more: number) => (more > 0 ? `… and ${more} more` : null);

/**
 * The content as lines of a chat message.
 * @param parts false: left out, because the provider shows it elsewhere
 */
export function linesOf(content: MessageContent, parts: LineParts = {}): Line[] {
  const { headline = true, links = true } = parts;
  const blocks: Line[][] = [
    headline ? [[{ text: content.headline, bold: true }]] : [],
    content.intro ? [[{ text: content.intro }]] : [],
    content.facts.map(([label, value]) => [{ text: `${label}: ` }, { text: value, bold: true }]),
    content.notes ? notesLines(content.notes) : [],
    content.others ? [[{ text: `Also new: ${content.others}` }]] : [],
    ...groupsOf(content.items).map(([heading, items]) => [[{ text: heading, bold: true }], ...items.map(itemLine)]),
    content.more > 0 ? [[{ text: moreText(content.more)! }]] : [],
    links && content.links.length > 0 ? [linkLine(withActions(content.links))] : [],
    content.footer ? [[{ text: content.footer }]] : [],
  ];
  return blocks.filter((block) => block.length > 0).flatMap((block, index) => (index === 0 ? block : [[], ...block]));
}

/** The content for providers that show plain text. */
export function plainText(content: MessageContent, parts: LineParts = {}): string {
  const { links = true } = parts;
  const lines = linesOf(content, { ...parts, links: false }).map((line) => line.map(({ text }) => text).join(''));
  const addresses = links ? content.links.map(([label, url]) => `${label}: ${url}`) : [];
  return [...lines, ...(addresses.length > 0 ? ['', ...addresses] : [])].join('\n');
}

function itemLine(item: Item): Line {
  // There is room for one link only: the most useful one.
  const url = item.manage ?? item.page;
  const name: Span = { text: item.name, ...(url ? { url } : {}) };
  const marks = marksOf(item).map((text): Span => ({ text: ` · ${text}`, bold: true }));
  return [{ text: '• ' }, name, { text: ` ${stepText(item)}` }, ...marks];
}

function linkLine(links: MessageContent['links']): Line {
  return links.flatMap(([text, url], index) => [...(index > 0 ? [{ text: ' · ' }] : []), { text, url }]);
}

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

const BREAK = new Html('<br>');

/** Lines in the HTML subset of chats: `b`, `a` and `br`. */
export function linesHtml(lines: Line[]): string {
  return html`${lines.flatMap((line, index) => [...(index > 0 ? [BREAK] : []), ...line.map(spanHtml)])}`.source;
}

function spanHtml({ text, bold, url }: Span): Html {
  if (url) return html`<a href="${url}">${text}</a>`;
  return bold ? html`<b>${text}</b>` : html`${text}`;
}

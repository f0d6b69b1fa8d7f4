import { getOrMake } from '../../common/get-or-make';
import { BREAKING } from './labels';
import { type Item, type MessageContent, STEP_WORDS } from './message-content';
import { withActions } from './message-links';
import { notesLines } from './notes-words';
import type { Line, Span } from './span';

export type { Line, Span } from './span';

export interface LineParts {
  headline?: boolean;
  links?: boolean;
}

/** The items of a digest grouped by their heading or step, in their order. */
export function groupsOf(items: Item[]): [heading: string, items: Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const heading = item.heading ?? STEP_WORDS[item.step];
    getOrMake(groups, heading, () => [] as Item[]).push(item);
  }
  return [...groups];
}

/** `142.0.1 → 143.0 (20 Nov 2026)` */
export const stepText = ({ from, to, day }: Item) =>
  (from === null ? to : `${from} → ${to}`) + (day === undefined ? '' : ` (${day})`);

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

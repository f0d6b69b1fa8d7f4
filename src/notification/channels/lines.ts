import { type Item, type Letter, STEP_WORDS } from './letter';
import type { Step } from '../../version/ordering/step';

/** A piece of a line. The text is plain: whoever writes it into a markup escapes it. */
export interface Span {
  text: string;
  bold?: boolean;
  url?: string;
}

/** An empty one separates paragraphs. */
export type Line = Span[];

export interface LineParts {
  headline?: boolean;
  links?: boolean;
}

/** The items of a digest under the names of their kinds of step, in the order in which they are. */
export function groupsOf(items: Item[]): [heading: string, items: Item[]][] {
  const groups = new Map<Step, Item[]>();
  for (const item of items) groups.set(item.step, [...(groups.get(item.step) ?? []), item]);
  return [...groups].map(([step, members]) => [STEP_WORDS[step], members]);
}

/** `142.0.1 → 143.0` */
export const stepText = ({ from, to }: Item) => (from === null ? to : `${from} → ${to}`);

/** `and 9 more`, or nothing. */
export const moreText = (more: number) => (more > 0 ? `… and ${more} more` : null);

/**
 * A letter as the lines of a chat message, for channels whose provider has no blocks of its own.
 * @param parts what the provider shows elsewhere and the lines leave out
 */
export function linesOf(letter: Letter, parts: LineParts = {}): Line[] {
  const { headline = true, links = true } = parts;
  const blocks: Line[][] = [
    headline ? [[{ text: letter.headline, bold: true }]] : [],
    letter.intro ? [[{ text: letter.intro }]] : [],
    letter.facts.map(([label, value]) => [{ text: `${label}: ` }, { text: value, bold: true }]),
    letter.others ? [[{ text: `Also new: ${letter.others}` }]] : [],
    ...groupsOf(letter.items).map(([heading, items]) => [[{ text: heading, bold: true }], ...items.map(itemLine)]),
    letter.more > 0 ? [[{ text: moreText(letter.more)! }]] : [],
    links && letter.links.length > 0 ? [linkLine(letter.links)] : [],
    letter.footer ? [[{ text: letter.footer }]] : [],
  ];
  return blocks.filter((block) => block.length > 0).flatMap((block, index) => (index === 0 ? block : [[], ...block]));
}

/** A letter for providers that show text as it is. */
export function plainText(letter: Letter, parts: LineParts = {}): string {
  const { links = true } = parts;
  const lines = linesOf(letter, { ...parts, links: false }).map((line) => line.map(({ text }) => text).join(''));
  const addresses = links ? letter.links.map(([label, url]) => `${label}: ${url}`) : [];
  return [...lines, ...(addresses.length > 0 ? ['', ...addresses] : [])].join('\n');
}

function itemLine(item: Item): Line {
  // A chat has room for one link: the one by which something can be done.
  const url = item.manage ?? item.page;
  const name: Span = { text: item.name, ...(url ? { url } : {}) };
  return [{ text: '• ' }, name, { text: ` ${stepText(item)}` }];
}

function linkLine(links: Letter['links']): Line {
  return links.flatMap(([text, url], index) => [...(index > 0 ? [{ text: ' · ' }] : []), { text, url }]);
}

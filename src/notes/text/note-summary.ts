import { type Inline, type NoteBlock, plainText } from './note-block';

/** Says that what follows breaks something. */
const HEADING = /\bbreaking\b|⚠/i;
/** The same at the start of an item: `BREAKING:`, `⚠️`, `feat(api)!:`. */
const ITEM = /^\s*(?:⚠|\[?breaking\b|[a-z]+(?:\([^)]*\))?!:)/i;
const ID = /\b(?:CVE-\d{4}-\d{4,19}|GHSA(?:-[0-9a-z]{4}){3})\b/gi;
const IDS_AT_MOST = 100;
const SECURITY = /\bsecurity\b|\bvulnerab|\bCVE-\d{4}-\d{4,}|\bGHSA-/i;

export const mentionsSecurity = (text: string) => SECURITY.test(text);

/** The CVE and GHSA ids in a text, each once. */
export function securityIds(text: string): string[] {
  const ids = (text.match(ID) ?? []).map((id) =>
    /^c/i.test(id) ? id.toUpperCase() : `GHSA${id.slice(4).toLowerCase()}`,
  );
  return [...new Set(ids)].slice(0, IDS_AT_MOST);
}

/** The items and paragraphs that a heading, or their own start, calls breaking changes. */
export function breakingItems(blocks: NoteBlock[]): Inline[][] {
  const found: Inline[][] = [];
  let under: number | null = null;
  for (const block of blocks) {
    if (block.type === 'heading') {
      if (under === null || block.level <= under) under = HEADING.test(plainText(block.children)) ? block.level : null;
    } else found.push(...itemsOf(block).filter((item) => under !== null || ITEM.test(plainText(item))));
  }
  return found;
}

/** Items of lists in their order, and paragraphs. */
export function itemsOf(block: NoteBlock): Inline[][] {
  if (block.type === 'paragraph') return [block.children];
  if (block.type === 'quote') return block.children.flatMap(itemsOf);
  if (block.type !== 'list') return [];
  return block.items.flatMap(([first, ...rest]) => [
    ...(first ? itemsOf(first) : []),
    ...rest.flatMap((inner) => (inner.type === 'list' ? itemsOf(inner) : [])),
  ]);
}

/** The first blocks, as many as have room in so many bytes of JSON. */
export function cutBlocks(blocks: NoteBlock[], bytes: number): NoteBlock[] {
  let room = bytes;
  const end = blocks.findIndex((block) => (room -= Buffer.byteLength(JSON.stringify(block)) + 1) < 0);
  if (end < 0) return blocks;
  const last = blocks[end]!;
  const kept = blocks.slice(0, end);
  if (last.type !== 'list' || kept.length > 0) return kept;
  return last.items.length > 1
    ? cutBlocks([{ ...last, items: last.items.slice(0, last.items.length >> 1) }], bytes)
    : [];
}

import type { NoteBlock, NoteForm } from './note-block';
import { isLoose } from './write-markdown';
import { writeNotes } from './write-notes';

/** Bytes, in JSON. */
const LINE_BREAK = 2;

type List = Extract<NoteBlock, { type: 'list' }>;

/** How blocks are measured. */
interface Measure {
  /** Of blocks in a row. */
  sizeOf(blocks: NoteBlock[]): number;
  /** Of what stands between two blocks, at most. */
  gap: number;
  /** Of an empty line between two blocks of an item, where a list has them. */
  emptyLine: number;
}

/** Bytes of the notes in Markdown. */
const MARKDOWN_BYTES: Measure = {
  sizeOf: (blocks) => Buffer.byteLength(writeNotes(blocks, 'markdown')),
  gap: 2,
  emptyLine: 1,
};

/** A comma, or line breaks as JSON writes them. */
const JSON_GAPS: Record<NoteForm, number> = { blocks: 1, html: 2, text: 4, markdown: 4 };

/** Bytes that the notes take in JSON, without the quotes around a text. */
export const jsonBytes = (form: NoteForm): Measure => ({
  sizeOf: (blocks) => Buffer.byteLength(JSON.stringify(form === 'blocks' ? blocks : writeNotes(blocks, form))) - 2,
  gap: JSON_GAPS[form],
  emptyLine: form === 'markdown' ? 2 : 0,
});

/**
 * The first blocks that take at most so many bytes. A cut is at the end of a block or of an item of a list; if not even the first fits, of a
 * line of code, and of nothing smaller. Nothing is measured more than twice, however long it is.
 */
export function cutBlocks(
  blocks: NoteBlock[],
  bytes: number,
  measure = MARKDOWN_BYTES,
): { blocks: NoteBlock[]; cut: boolean } {
  const kept: NoteBlock[] = [];
  let left = bytes;
  for (const block of blocks) {
    const size = measure.sizeOf([block]) + measure.gap;
    if (size > left) {
      const part = partOf(block, left, measure);
      return { blocks: part ? [...kept, part] : kept, cut: true };
    }
    kept.push(block);
    left -= size;
  }
  return { blocks: kept, cut: false };
}

function partOf(block: NoteBlock, bytes: number, measure: Measure): NoteBlock | null {
  if (block.type === 'list') {
    const items = itemsThatFit(block, bytes, measure);
    return items.length > 0 ? { ...block, items } : null;
  }
  if (block.type === 'code') {
    const sizeOf = (text: string) => measure.sizeOf([{ ...block, text }]);
    const frame = sizeOf('');
    const lines = firstThatFit(block.text.split('\n'), bytes - frame, (line) => sizeOf(line) - frame + LINE_BREAK);
    const text = lines.join('\n').trimEnd();
    return text === '' ? null : { ...block, text };
  }
  return null;
}

function itemsThatFit(list: List, bytes: number, { sizeOf, gap, emptyLine }: Measure): NoteBlock[][] {
  const frame = sizeOf([{ ...list, items: [] }]);
  const between = isLoose(list) ? emptyLine : 0;
  // An item is measured behind its own number, which may have more digits than that of the first.
  const start = (index: number) => (list.ordered ? { start: (list.start ?? 1) + index } : {});
  return firstThatFit(list.items, bytes - frame, (item, index) => {
    const size = sizeOf([{ ...list, ...start(index), items: [item] }]) - frame;
    return size + gap + between * item.length;
  });
}

function firstThatFit<T>(all: T[], bytes: number, sizeOf: (one: T, index: number) => number): T[] {
  let left = bytes;
  const end = all.findIndex((one, index) => (left -= sizeOf(one, index)) < 0);
  return end < 0 ? all : all.slice(0, end);
}

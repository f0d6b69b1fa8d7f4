import type { NoteBlock } from './note-block';
import { writeMarkdown } from './write-markdown';

/**
 * The first blocks that take at most so many bytes as Markdown. A cut is at the end of a block or of an item of a list; if not even the
 * first fits, of a line of code, and of nothing smaller.
 */
export function cutBlocks(blocks: NoteBlock[], bytes: number): { blocks: NoteBlock[]; cut: boolean } {
  const kept: NoteBlock[] = [];
  let left = bytes;
  for (const block of blocks) {
    const size = sizeOf(block);
    if (size > left) {
      const part = partOf(block, left);
      return { blocks: part ? [...kept, part] : kept, cut: true };
    }
    kept.push(block);
    left -= size;
  }
  return { blocks: kept, cut: false };
}

/** With the empty line behind it. */
const sizeOf = (block: NoteBlock) => Buffer.byteLength(writeMarkdown([block])) + 2;

function partOf(block: NoteBlock, bytes: number): NoteBlock | null {
  if (block.type === 'list') {
    const items = firstThatFit(block.items, bytes, (item) => sizeOf({ ...block, items: [item] }));
    return items.length > 0 ? { ...block, items } : null;
  }
  if (block.type === 'code') {
    const lines = firstThatFit(block.text.split('\n'), bytes - 64, (line) => Buffer.byteLength(line) + 1);
    const text = lines.join('\n').trimEnd();
    return text === '' ? null : { ...block, text };
  }
  return null;
}

function firstThatFit<T>(all: T[], bytes: number, sizeOf: (one: T) => number): T[] {
  let left = bytes;
  const end = all.findIndex((one) => (left -= sizeOf(one)) < 0);
  return end < 0 ? all : all.slice(0, end);
}

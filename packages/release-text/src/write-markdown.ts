import { inert, ZERO_WIDTH_SPACE } from './inert';
import type { Inline, Mark, NoteBlock } from './note-block';
import { noteUrl } from './spans';

type List = Extract<NoteBlock, { type: 'list' }>;

const MARKERS: Record<Mark, string> = { strong: '**', em: '*', del: '~~' };
const RUNS = new Set(['*', '~', '`']);
const IS_WORD = /^[\p{L}\p{N}]$/u;

/** Markdown that reads as exactly these blocks again: whatever else the text could mean is escaped. */
export function writeMarkdown(blocks: NoteBlock[]): string {
  return linesOf(blocks).join('\n');
}

function linesOf(blocks: NoteBlock[]): string[] {
  return blocks.flatMap((block, index) => [...(index > 0 ? [''] : []), ...blockLines(block)]);
}

function blockLines(block: NoteBlock): string[] {
  switch (block.type) {
    case 'heading':
      return [`${'#'.repeat(block.level)} ${headingEnd(inlines(block.children))}`];
    case 'paragraph':
      return inlines(block.children).split('\n').map(lineStart);
    case 'list':
      return listLines(block);
    case 'code':
      return codeLines(block.text, block.language ?? '');
    case 'quote':
      return linesOf(block.children).map((line) => `> ${line}`.trimEnd());
    case 'rule':
      return ['***'];
    case 'table':
      return [
        row(block.header.map(cell)),
        row(block.header.map(() => '---')),
        ...block.rows.map((cells) => row(cells.map(cell))),
      ];
  }
}

/** Whether empty lines stand between the items, and between the blocks of each. */
export const isLoose = ({ items }: List) =>
  items.some((item) => item.some((block, index) => index > 0 && !(block.type === 'list' && !block.ordered)));

function listLines(list: List): string[] {
  const { ordered, start = 1, items } = list;
  const loose = isLoose(list);
  return items.flatMap((item, index) => {
    const marker = ordered ? `${start + index}. ` : '- ';
    const lines = loose ? linesOf(item) : item.flatMap(blockLines);
    const indented = lines.map((line, at) => (at === 0 ? marker : line && ' '.repeat(marker.length)) + line);
    return loose && index > 0 ? ['', ...indented] : indented;
  });
}

/** A heading may end with `#`, which would be none of its text. */
function headingEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return text.slice(0, end) + '\\#'.repeat(text.length - end);
}

function codeLines(text: string, language: string): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [fence + language, ...text.split('\n'), fence];
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
const cell = (children: Inline[]) => inlines(children).replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Escapes characters that would begin a block at the start of a line. */
function lineStart(line: string): string {
  return line.replace(/^[#+\-=:|>]/, '\\$&').replace(/^(\d{1,9})([.)])/, '$1\\$2');
}

function inlines(children: Inline[]): string {
  const parts: string[] = [];
  let last = '';
  for (const part of children.map(inlineText)) {
    if (part === '') continue;
    // Two runs of `*` next to each other would be one.
    if (last === part[0] && RUNS.has(last)) parts.push(ZERO_WIDTH_SPACE);
    parts.push(part);
    last = part.at(-1)!;
  }
  return parts.join('');
}

function inlineText(inline: Inline): string {
  if (typeof inline === 'string') return escapeText(inline);
  switch (inline.type) {
    case 'break':
      return '\\\n';
    case 'code':
      return codeSpan(inline.text);
    case 'link': {
      const url = noteUrl(inline.url);
      return url ? `[${inlines(inline.children)}](${url.replaceAll('&', '\\&')})` : inlines(inline.children);
    }
    default:
      return marked(MARKERS[inline.type], inlines(inline.children));
  }
}

/** A mark next to a letter always counts; next to anything else, that depends on its surroundings. */
function marked(marker: string, text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  const last = [...text.slice(-2)].at(-1) ?? '';
  const before = IS_WORD.test(first) ? '' : ZERO_WIDTH_SPACE;
  const after = IS_WORD.test(last) ? '' : ZERO_WIDTH_SPACE;
  return marker + before + text + after + marker;
}

function codeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const gap = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return fence + gap + text + gap + fence;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return longest;
}

function escapeText(text: string): string {
  return inert(text)
    .replace(/[\\`*_[\]<>~]/g, '\\$&')
    .replace(/&(?=[#\p{L}])/gu, '\\&')
    .replace(/!(?=\[|\\\[|$)/g, '\\!')
    .replace(/(https?):(?=\/\/)/gi, '$1\\:');
}

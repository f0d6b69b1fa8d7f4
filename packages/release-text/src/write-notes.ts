import { inertOutsideUrls as inert } from './inert';
import { type Inline, type NoteBlock, type NoteOutput, plainText } from './note-block';
import { writeHtml } from './write-html';
import { writeMarkdown } from './write-markdown';

const WRITERS: Record<NoteOutput, (blocks: NoteBlock[]) => string> = {
  markdown: writeMarkdown,
  html: writeHtml,
  text: writeText,
};

/** Release notes as one text. Mentions and references to issues have no effect in any of them. */
export function writeNotes(blocks: NoteBlock[], output: NoteOutput): string {
  return WRITERS[output](blocks);
}

/** Plain text for people: bullets stay, marks go, a link has its address behind it. */
function writeText(blocks: NoteBlock[]): string {
  return linesOf(blocks).join('\n');
}

function linesOf(blocks: NoteBlock[]): string[] {
  return blocks.flatMap((block, index) => [...(index > 0 ? [''] : []), ...blockLines(block)]);
}

function blockLines(block: NoteBlock): string[] {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return inert(inlines(block.children)).split('\n');
    case 'list':
      return block.items.flatMap((item, index) => {
        const marker = block.ordered ? `${(block.start ?? 1) + index}. ` : '- ';
        const lines = item.flatMap((one, at) =>
          at > 0 && one.type !== 'list' ? ['', ...blockLines(one)] : blockLines(one),
        );
        return lines.map((line, at) => (at === 0 ? marker : line && ' '.repeat(marker.length)) + line);
      });
    case 'code':
      return block.text.split('\n').map((line) => line && `    ${inert(line)}`);
    case 'quote':
      return linesOf(block.children).map((line) => `> ${line}`.trimEnd());
    case 'rule':
      return ['----'];
    case 'table':
      return [block.header, ...block.rows].map((cells) => inert(cells.map(inlines).join(' | ')));
  }
}

const inlines = (children: Inline[]): string => children.map(inlineText).join('');

function inlineText(inline: Inline): string {
  if (typeof inline === 'string') return inline;
  switch (inline.type) {
    case 'break':
      return '\n';
    case 'code':
      return inline.text;
    case 'link':
      return plainText(inline.children) === inline.url ? inline.url : `${inlines(inline.children)} <${inline.url}>`;
    default:
      return inlines(inline.children);
  }
}

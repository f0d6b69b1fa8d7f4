import { escapeMarkup } from 'small-parts';
import { inert } from './inert';
import type { Inline, NoteBlock } from './note-block';
import { noteUrl } from './spans';

/** HTML of a fixed set of elements; the only attributes are `href` and `rel` of links and `start` of lists. */
export function writeHtml(blocks: NoteBlock[]): string {
  return blocks.map(blockHtml).join('\n');
}

function blockHtml(block: NoteBlock): string {
  switch (block.type) {
    case 'heading': {
      const level = Math.min(6, Math.max(1, Math.trunc(block.level)));
      return `<h${level}>${inlines(block.children)}</h${level}>`;
    }
    case 'paragraph':
      return `<p>${inlines(block.children)}</p>`;
    case 'list': {
      const items = block.items.map((item) => `<li>${itemHtml(item)}</li>`).join('\n');
      const start = block.start === undefined ? '' : ` start="${Math.trunc(block.start)}"`;
      return block.ordered ? `<ol${start}>\n${items}\n</ol>` : `<ul>\n${items}\n</ul>`;
    }
    case 'code':
      return `<pre><code>${escapeMarkup(block.text)}</code></pre>`;
    case 'quote':
      return `<blockquote>\n${writeHtml(block.children)}\n</blockquote>`;
    case 'rule':
      return '<hr>';
    case 'table':
      return `<table>\n<thead>\n${row(block.header, 'th')}\n</thead>\n<tbody>\n${block.rows.map((cells) => row(cells, 'td')).join('\n')}\n</tbody>\n</table>`;
  }
}

/** The first paragraph of an item is its line. */
function itemHtml([first, ...others]: NoteBlock[]): string {
  if (first?.type !== 'paragraph') return writeHtml(first ? [first, ...others] : []);
  return inlines(first.children) + (others.length > 0 ? `\n${writeHtml(others)}` : '');
}

const row = (cells: Inline[][], name: 'th' | 'td') =>
  `<tr>${cells.map((children) => `<${name}>${inlines(children)}</${name}>`).join('')}</tr>`;

const inlines = (children: Inline[]): string => children.map(inlineHtml).join('');

function inlineHtml(inline: Inline): string {
  if (typeof inline === 'string') return escapeMarkup(inert(inline));
  switch (inline.type) {
    case 'break':
      return '<br>';
    case 'code':
      return `<code>${escapeMarkup(inline.text)}</code>`;
    case 'link': {
      const url = noteUrl(inline.url);
      const text = inlines(inline.children);
      return url ? `<a href="${escapeMarkup(url)}" rel="nofollow noopener noreferrer">${text}</a>` : text;
    }
    case 'strong':
    case 'em':
    case 'del':
      return `<${inline.type}>${inlines(inline.children)}</${inline.type}>`;
  }
}

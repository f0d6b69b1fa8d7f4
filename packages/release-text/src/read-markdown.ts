import MarkdownIt, { type Token } from 'markdown-it';
import type { Mark, NoteBlock } from './note-block';
import { NoteBuilder } from './note-builder';
import { dropTags } from './tags-in-markdown';

/**
 * CommonMark, tables and strikethrough. HTML is no HTML here: it is text, and of the tags that only shape text nothing stays.
 * Bare addresses are found by `inlinesOf`: the parser's own search takes seconds on hostile text.
 */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 40 });
// Addresses are judged by `noteUrl` alone, and stay as they are written.
markdown.validateLink = () => true;
markdown.normalizeLink = (url) => url;
markdown.normalizeLinkText = (text) => text;
dropTags(markdown);

const MARKS: Record<string, Mark | undefined> = { strong: 'strong', em: 'em', s: 'del' };

/** The blocks of a text in Markdown. */
export function readMarkdown(text: string): NoteBlock[] {
  const builder = new NoteBuilder();
  for (const token of markdown.parse(text, {})) addBlock(builder, token);
  return builder.finish();
}

function addBlock(builder: NoteBuilder, token: Token): void {
  switch (token.type) {
    case 'inline':
      return addInlines(builder, token.children ?? []);
    case 'paragraph_open':
    case 'paragraph_close':
    case 'heading_close':
      return builder.endText();
    case 'heading_open':
      return builder.startHeading(Number(token.tag.slice(1)));
    case 'bullet_list_open':
      return builder.openList(false);
    case 'ordered_list_open':
      return builder.openList(true, Number(token.attrGet('start') ?? 1));
    case 'bullet_list_close':
    case 'ordered_list_close':
      return builder.close('list');
    case 'list_item_open':
      return builder.openItem();
    case 'list_item_close':
      return builder.close('item');
    case 'blockquote_open':
      return builder.openQuote();
    case 'blockquote_close':
      return builder.close('quote');
    case 'fence':
      return builder.codeBlock(token.content, token.info.trim().split(/\s+/, 1)[0]);
    case 'code_block':
      return builder.codeBlock(token.content);
    case 'hr':
      return builder.rule();
    case 'table_open':
      return builder.openTable();
    case 'table_close':
      return builder.closeTable();
    case 'tr_open':
      return builder.openRow();
    case 'th_open':
    case 'td_open':
      return builder.openCell();
    case 'th_close':
    case 'td_close':
      return builder.closeCell();
  }
}

function addInlines(builder: NoteBuilder, tokens: Token[]): void {
  for (const token of tokens) {
    const mark = MARKS[token.tag];
    if (token.type === 'text' || token.type === 'text_special') builder.text(token.content);
    else if (token.type === 'softbreak') builder.text(' ');
    else if (token.type === 'hardbreak') builder.break();
    else if (token.type === 'code_inline') builder.code(token.content);
    else if (token.type === 'link_open') builder.openLink(String(token.attrGet('href') ?? ''));
    else if (token.type === 'link_close') builder.closeLink();
    else if (token.type === 'image') addAlt(builder, token.children ?? []);
    else if (mark && token.nesting === 1) builder.openMark(mark);
    else if (mark && token.nesting === -1) builder.closeMark(mark);
  }
}

/** An image is its alternative text, so that nothing is loaded when the notes are shown. */
function addAlt(builder: NoteBuilder, tokens: Token[]): void {
  for (const token of tokens) {
    if (token.type === 'image') addAlt(builder, token.children ?? []);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') builder.text(' ');
    else builder.text(token.content);
  }
}

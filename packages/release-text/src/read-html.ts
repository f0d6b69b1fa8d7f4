import { Parser } from 'htmlparser2';
import type { Mark, NoteBlock } from './note-block';
import { NoteBuilder } from './note-builder';

/** Elements that are dropped with their content: it is active, or not meant for readers. */
const DROPPED = new Set(
  'script style svg math iframe template noscript object embed applet head title textarea select option noembed noframes xmp plaintext audio video canvas'.split(
    ' ',
  ),
);
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const MARKS: Record<string, Mark | undefined> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  cite: 'em',
  s: 'del',
  strike: 'del',
  del: 'del',
};
const CODE = new Set(['code', 'kbd', 'samp', 'tt', 'var']);
/** Of other elements the text is kept, and these end the text before them. */
const BLOCKS = new Set(
  'p div section article header footer main aside nav figure figcaption details summary address dl dt dd form fieldset center body html caption'.split(
    ' ',
  ),
);

/** The blocks of a page or a piece of HTML. */
export function readHtml(text: string): NoteBlock[] {
  const reader = new HtmlReader();
  parseHtml(text, reader);
  return reader.finish();
}

class HtmlReader implements HtmlHandlers {
  readonly builder = new NoteBuilder();
  /** The element that is left out, and how many of its name are open in it. */
  private dropped: { name: string; depth: number } | null = null;
  private pre: { texts: string[]; language?: string } | null = null;
  private code: string[] | null = null;

  text(text: string): void {
    if (this.dropped) return;
    if (this.pre) this.pre.texts.push(text);
    else if (this.code) this.code.push(text);
    else this.builder.text(text);
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.dropped) {
      if (this.dropped.name === name) this.dropped.depth++;
    } else if (DROPPED.has(name)) {
      if (!VOID.has(name)) this.dropped = { name, depth: 1 };
    } else if (this.pre) {
      if (name === 'br') this.pre.texts.push('\n');
      const language = /(?:^|\s)(?:language|lang)-(\S+)/.exec(attributes['class'] ?? '')?.[1];
      if (name === 'code' && language) this.pre.language = language;
    } else if (name === 'img') this.text(attributes['alt'] ?? '');
    else this.openShown(name, attributes);
  }

  close(name: string): void {
    if (this.dropped) {
      if (this.dropped.name === name && --this.dropped.depth === 0) this.dropped = null;
    } else if (this.pre) {
      if (name !== 'pre') return;
      this.builder.codeBlock(this.pre.texts.join(''), this.pre.language);
      this.pre = null;
    } else this.closeShown(name);
  }

  private openShown(name: string, attributes: Record<string, string>): void {
    const { builder } = this;
    const mark = MARKS[name];
    if (CODE.has(name)) {
      this.endCode();
      this.code = [];
    } else if (mark) builder.openMark(mark);
    else if (name === 'a') builder.openLink(attributes['href']);
    else if (name === 'br') this.break();
    else if (isBlock(name)) {
      this.endCode();
      this.openBlock(name, attributes);
    }
  }

  private break(): void {
    if (this.code) this.code.push(' ');
    else this.builder.break();
  }

  private openBlock(name: string, attributes: Record<string, string>): void {
    const { builder } = this;
    if (name === 'ul' || name === 'ol' || name === 'menu') builder.openList(name === 'ol', Number(attributes['start']));
    else if (name === 'li') builder.openItem();
    else if (name === 'blockquote') builder.openQuote();
    else if (name === 'pre') {
      builder.endText();
      this.pre = { texts: [] };
    } else if (name === 'hr') builder.rule();
    else if (name === 'table') builder.openTable();
    else if (name === 'tr') builder.openRow();
    else if (name === 'td' || name === 'th') builder.openCell();
    else if (/^h[1-6]$/.test(name)) builder.startHeading(Number(name[1]));
    else builder.endText();
  }

  private closeShown(name: string): void {
    const { builder } = this;
    const mark = MARKS[name];
    if (CODE.has(name)) this.endCode();
    else if (mark) builder.closeMark(mark);
    else if (name === 'a') builder.closeLink();
    else if (isBlock(name)) {
      this.endCode();
      if (name === 'ul' || name === 'ol' || name === 'menu') builder.close('list');
      else if (name === 'li') builder.close('item', 'list');
      else if (name === 'blockquote') builder.close('quote');
      else if (name === 'table') builder.closeTable();
      else if (name === 'td' || name === 'th') builder.closeCell();
      else if (name !== 'hr' && name !== 'tr') builder.endText();
    }
  }

  private endCode(): void {
    if (this.code) this.builder.code(this.code.join(''));
    this.code = null;
  }

  finish(): NoteBlock[] {
    this.endCode();
    if (this.pre) this.builder.codeBlock(this.pre.texts.join(''), this.pre.language);
    return this.builder.finish();
  }
}

const STRUCTURE = new Set('ul ol menu li blockquote pre hr table tr td th h1 h2 h3 h4 h5 h6'.split(' '));
const isBlock = (name: string) => BLOCKS.has(name) || STRUCTURE.has(name);

/** Elements that may be open. The parser searches them at each end tag, so that thousands would take seconds. */
const MAX_OPEN = 256;

interface HtmlHandlers {
  /** @param from where the tag begins */
  open(name: string, attributes: Record<string, string>, from: number): void;
  text(text: string): void;
  /** @param to behind the tag */
  close(name: string, to: number): void;
}

/** Reads HTML of anybody in linear time. Where too many elements are open at once, it forgets them and goes on. */
export function parseHtml(text: string, handlers: HtmlHandlers): void {
  for (let from = 0; from < text.length;) from = parseFrom(text, from, handlers);
}

/** @returns where it stopped */
function parseFrom(text: string, from: number, handlers: HtmlHandlers): number {
  let open = 0;
  let end = text.length;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        handlers.open(name, attributes, from + parser.startIndex);
        if (++open <= MAX_OPEN) return;
        end = from + parser.endIndex + 1;
        parser.pause();
      },
      onclosetag: (name) => {
        open--;
        handlers.close(name, from + parser.endIndex + 1);
      },
      ontext: (data) => handlers.text(data),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeSelfClosing: false },
  );
  parser.end(from === 0 ? text : text.slice(from));
  return end;
}

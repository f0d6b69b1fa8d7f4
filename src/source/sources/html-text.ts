import { Parser } from 'htmlparser2';

/** Elements that end a word. */
const BREAKING = new Set('address br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table td th tr ul'.split(' '));
/** Elements whose text is not for readers. */
const SILENT = new Set(['head', 'script', 'style', 'template', 'title']);
/** Elements that shape text. */
const SHAPING =
  'a|abbr|b|bdi|bdo|big|cite|code|del|div|em|font|h[1-6]|i|ins|kbd|li|mark|ol|p|pre|q|s|samp|script|small|span|strike|strong|style|sub|sup|time|tt|u|ul|var';
/** An element that ends, or a line break. */
const ELEMENT = new RegExp(`</(?:${SHAPING})\\s*>|<br\\s*/?>`, 'i');
/** A `<` that begins no such element: a person has written it. */
const WRITTEN = new RegExp(`<(?!/?(?:${SHAPING}|br|img|wbr)(?:[\\s/][^<>]*)?>|!--)`, 'gi');
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

/** Whether an element ends the word before it. */
export const isBreaking = (name: string): boolean => BREAKING.has(name.toLowerCase());

/** HTML as a line of plain text: without elements, and with characters for entities. Null when there is none. */
export function htmlText(html: string): string | null {
  const texts: string[] = [];
  let silent = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (SILENT.has(name)) silent++;
      if (BREAKING.has(name)) texts.push(' ');
    },
    onclosetag: (name) => {
      if (SILENT.has(name)) silent--;
      if (BREAKING.has(name)) texts.push(' ');
    },
    ontext: (text) => {
      if (silent === 0) texts.push(text);
    },
  });
  parser.end(html);
  return texts.join('').replace(/\s+/g, ' ').trim() || null;
}

/**
 * The same for text of which nobody says whether it is HTML, as in titles of RSS. It is, where an element ends in it, or where it has
 * entities and no `<`; so `Vec<String>` stays as it is.
 */
export function mixedText(text: string): string | null {
  const isHtml = ELEMENT.test(text) || (!/[<>]/.test(text) && ENTITY.test(text));
  return isHtml ? htmlText(text.replace(WRITTEN, '&lt;')) : text.trim() || null;
}

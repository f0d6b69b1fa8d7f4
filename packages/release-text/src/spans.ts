import { safeUrl, withoutHidden } from 'small-parts';
import type { Inline, Mark } from './note-block';

/** A run of text with all that applies to it. Readers make these; in whatever order marks were nested, the same spans give the same inlines. */
export interface Span {
  kind: 'text' | 'code' | 'break';
  text: string;
  marks: readonly Mark[];
  url: string | null;
}

const MAX_BARE_URL = 2100;
/** Of HTTP addresses in running text. */
const BARE_URL = /https?:\/\/[^\s<>"'`|\\^{}]+/gi;

/**
 * The inlines of spans in the one form that they have: white space is one space and never at an edge of text, mark or line; neighbours with
 * the same marks are one; bare addresses are links.
 */
export function inlinesOf(spans: readonly Span[], breaks: 'breaks' | 'one line'): Inline[] {
  if (spans.length === 0) return [];
  const clean = spans
    .flatMap(cleaned)
    .map((span) => (breaks === 'one line' && span.kind === 'break' ? space(span) : span));
  return nest(merged(merged(trimmed(clean.flatMap(withEdges))).flatMap(linked)), 0);
}

/** The http(s) address in a form that Markdown, HTML and text can all hold as it is; null for any other address. */
export function noteUrl(text: string | null | undefined): string | null {
  const encoded = safeUrl(text?.trim())?.replace(
    /[()<>|"'`*\\@]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return encoded !== undefined && safeUrl(encoded) === encoded ? encoded : null;
}

function cleaned(span: Span): Span[] {
  if (span.kind === 'break') return [span];
  const text = withoutHidden(span.text).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ');
  if (span.kind === 'text') return text === '' ? [] : [{ ...span, text }];
  return text.trim() === '' ? [] : [{ ...span, text: text.trim() }];
}

const space = (span: Span): Span => ({ ...span, kind: 'text', text: ' ' });

/** White space at the edges of a text as spans of their own. */
function withEdges(span: Span): Span[] {
  if (span.kind !== 'text') return [span];
  const text = span.text.trim();
  if (text === '') return [space(span)];
  return [
    ...(span.text.startsWith(' ') ? [space(span)] : []),
    { ...span, text },
    ...(span.text.endsWith(' ') ? [space(span)] : []),
  ];
}

const isGap = (span: Span) => span.kind === 'break' || (span.kind === 'text' && span.text === ' ');

/** Gaps become one space or break, with the marks that both neighbours have, and go at the edges. */
function trimmed(spans: Span[]): Span[] {
  const done: Span[] = [];
  let gap: Span | null = null;
  for (const span of spans) {
    if (isGap(span)) {
      // A gap of which any part is in no link is in none: two links to one address stay two.
      const url: string | null = gap && gap.url !== span.url ? null : span.url;
      gap = { ...(gap && span.kind !== 'break' ? gap : span), url };
      continue;
    }
    const before = done.at(-1);
    if (gap && before)
      done.push({
        ...gap,
        marks: before.marks.filter((mark) => span.marks.includes(mark)),
        url: before.url === span.url && gap.url === span.url ? span.url : null,
      });
    done.push(span);
    gap = null;
  }
  return done;
}

const isSame = (one: Span, other: Span) =>
  one.url === other.url &&
  one.marks.length === other.marks.length &&
  one.marks.every((mark) => other.marks.includes(mark));

/** Neighbours of the same kind and marks as one. */
function merged(spans: Span[]): Span[] {
  const groups: { first: Span; texts: string[] }[] = [];
  for (const span of spans) {
    const last = groups.at(-1);
    if (last && span.kind !== 'break' && span.kind === last.first.kind && isSame(span, last.first))
      last.texts.push(span.text);
    else groups.push({ first: span, texts: [span.text] });
  }
  return groups.map(({ first, texts }) => ({ ...first, text: texts.join('') }));
}

function linked(span: Span): Span[] {
  if (span.kind !== 'text' || span.url || !span.text.includes('://')) return [span];
  const done: Span[] = [];
  let from = 0;
  for (const match of span.text.matchAll(BARE_URL)) {
    const found = match[0].length > MAX_BARE_URL ? '' : withoutTail(match[0]);
    const url = noteUrl(found);
    if (!url) continue;
    if (match.index > from) done.push({ ...span, text: span.text.slice(from, match.index) });
    done.push({ ...span, text: found, url });
    from = match.index + found.length;
  }
  if (from < span.text.length) done.push({ ...span, text: span.text.slice(from) });
  return done;
}

/** Without the punctuation that ends the sentence around it. */
function withoutTail(url: string): string {
  let end = url.length;
  while (/[.,;:!?*_~)\]]/.test(url[end - 1]!)) {
    if (url[end - 1] === ')' && url.lastIndexOf('(', end - 1) > 0) break;
    end--;
  }
  return url.slice(0, end);
}

const LAYERS = ['link', 'del', 'strong', 'em'] as const;
type Layer = (typeof LAYERS)[number];

const hasLayer = (span: Span, layer: Layer, url: string | null) =>
  layer === 'link' ? span.url !== null && span.url === url : span.marks.includes(layer);

/** Spans as a tree: a link is outermost, then the mark that reaches furthest. @param used layers that are open already, as bits */
function nest(spans: Span[], used: number): Inline[] {
  const done: Inline[] = [];
  for (let at = 0; at < spans.length;) {
    const span = spans[at]!;
    const open = LAYERS.filter((layer, index) => !(used & (1 << index)) && hasLayer(span, layer, span.url));
    let best: Layer | null = null;
    let end = at;
    for (const layer of open) {
      let reach = at + 1;
      while (reach < spans.length && hasLayer(spans[reach]!, layer, span.url)) reach++;
      if (reach > end) [best, end] = [layer, reach];
      if (layer === 'link') break;
    }
    if (!best) {
      done.push(leaf(span));
      at++;
      continue;
    }
    const children = nest(spans.slice(at, end), used | (1 << LAYERS.indexOf(best)));
    done.push(best === 'link' ? { type: 'link', url: span.url!, children } : { type: best, children });
    at = end;
  }
  return done;
}

function leaf(span: Span): Inline {
  if (span.kind === 'text') return span.text;
  return span.kind === 'code' ? { type: 'code', text: span.text } : { type: 'break' };
}

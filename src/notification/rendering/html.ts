import { escapeMarkup } from 'small-parts';
import type { Line, Span } from './span';

/** Escaped HTML; only `html` makes it. */
export class Html {
  constructor(readonly source: string) {}
}

type Part = string | number | Html | Html[] | null;

/** A template that escapes every value, for text and quoted attributes. Values of type `Html` are inserted as they are. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((done, piece, index) => done + render(values[index - 1] ?? null) + piece));
}

function render(value: Part): string {
  if (value === null) return '';
  if (value instanceof Html) return value.source;
  if (Array.isArray(value)) return value.map(render).join('');
  return escapeMarkup(String(value));
}

const BREAK = new Html('<br>');

/** Lines in the HTML subset of chats: `b`, `a` and `br`. */
export function linesHtml(lines: Line[]): Html {
  return html`${lines.flatMap((line, index) => [...(index > 0 ? [BREAK] : []), ...line.map(spanHtml)])}`;
}

function spanHtml({ text, bold, url }: Span): Html {
  if (url) return html`<a href="${url}">${text}</a>`;
  return bold ? html`<b>${text}</b>` : html`${text}`;
}

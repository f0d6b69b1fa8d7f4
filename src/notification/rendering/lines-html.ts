import { Html, html } from './html';
import type { Line, Span } from './lines';

const BREAK = new Html('<br>');

/** Lines in the HTML subset of chats: `b`, `a` and `br`. */
export function linesHtml(lines: Line[]): Html {
  return html`${lines.flatMap((line, index) => [...(index > 0 ? [BREAK] : []), ...line.map(spanHtml)])}`;
}

function spanHtml({ text, bold, url }: Span): Html {
  if (url) return html`<a href="${url}">${text}</a>`;
  return bold ? html`<b>${text}</b>` : html`${text}`;
}

import { escapeMarkup } from 'small-parts';

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

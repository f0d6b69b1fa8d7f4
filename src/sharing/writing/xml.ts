import { escapeMarkup } from 'small-parts';

/** Characters that XML 1.0 forbids, even escaped, and the carriage return, which would be read as a line break. */
const NO_CHARACTERS = /[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Escaped XML; only `xml` makes it. */
export class Xml {
  constructor(readonly source: string) {}
}

type Part = string | number | Xml | Xml[] | null;

/** A template that escapes every value, for text and quoted attributes. Values of type `Xml` are inserted as they are. */
export function xml(strings: TemplateStringsArray, ...values: Part[]): Xml {
  return new Xml(strings.reduce((done, piece, index) => done + render(values[index - 1] ?? null) + piece));
}

function render(value: Part): string {
  if (value === null) return '';
  if (value instanceof Xml) return value.source;
  if (Array.isArray(value)) return value.map(render).join('');
  return escapeMarkup(String(value).toWellFormed().replace(NO_CHARACTERS, '\uFFFD'));
}

import { type Fields, isFields } from './read';

/** UTF-16 units of a text that are read; titles, links, dates and versions have some hundred. */
const MAX_TEXT = 16_384;
/** Elements of a text that are read. */
const MAX_ELEMENTS = 1_000;

/** The text of an element; null when it has none of its own. */
export function xmlText(element: unknown, maxLength = MAX_TEXT): string | null {
  const [first] = elementsOf(element);
  const text = isFields(first) ? first['#text'] : first;
  return typeof text === 'string' ? text.slice(0, maxLength).trim() || null : null;
}

/**
 * The text of an element and its descendants, such as XHTML. Where the element does not say that it is XHTML, the text of an element comes
 * before that of its children, as the position between them is unknown.
 */
export function innerText(element: unknown): string | null {
  const [first] = elementsOf(element);
  const inner = isFields(first) ? first['#inner'] : undefined;
  if (typeof inner === 'string') return inner.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim() || null;
  const texts: string[] = [];
  collectTexts(first, texts);
  const text = texts.join(' ').slice(0, MAX_TEXT);
  return text.replace(/\s+/g, ' ').trim() || null;
}

function collectTexts(element: unknown, into: string[]): void {
  if (into.length >= MAX_ELEMENTS) return;
  if (typeof element === 'string') into.push(element.slice(0, MAX_TEXT));
  else if (Array.isArray(element)) for (const one of element.slice(0, MAX_ELEMENTS)) collectTexts(one, into);
  else if (isFields(element)) {
    collectTexts(element['#text'], into);
    for (const [name, value] of Object.entries(element)) if (!/^[@#]/.test(name)) collectTexts(value, into);
  }
}

/** The elements of one name; the parser makes a list only of several. */
export function elementsOf(element: unknown): unknown[] {
  if (element === undefined || element === null) return [];
  return Array.isArray(element) ? (element as unknown[]) : [element];
}

/** The fields of an element; an empty one has none. */
export const fieldsIn = (element: unknown): Fields => (isFields(element) ? element : {});

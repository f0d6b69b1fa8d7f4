import { XMLParser } from 'fast-xml-parser';
import { boundParts } from './bounds';
import { type Fields, fieldsOf, isFields } from './read';
import { SourceError } from './source';

/** UTF-16 units: feeds hold the newest entries only. */
const MAX_LENGTH = 4_000_000;
/** Tags, and references to characters. An entry has some twenty of each. */
export const MAX_XML_TAGS = 150_000;
const MAX_REFERENCES = 500_000;
/** UTF-16 units of a tag with its attributes. */
const MAX_TAG = 65_536;
const ATTRIBUTES = ['href', 'rel'];
const NAMED = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * An XML document as an object, each attribute as `@name`: no entities but the five of XML itself and characters by number, none that a
 * document declares, and names that mean something to JavaScript are refused.
 * @throws SourceError when it is not XML
 */
export function parseXml(text: string): Fields {
  if (text.length > MAX_LENGTH) throw new SourceError(`The feed is longer than ${MAX_LENGTH / 1e6} MB`, null, 'size');
  boundXml(text);
  try {
    return fieldsOf(parser().parse(text));
  } catch {
    throw new SourceError('The answer is not XML that can be read', null, 'format');
  }
}

/**
 * Bounds what a parser of XML is slow at.
 * @throws SourceError
 */
export function boundXml(text: string): void {
  boundParts(text, '<', MAX_XML_TAGS);
  boundParts(text, '&', MAX_REFERENCES);
  for (let from = 0, next: number; from >= 0; from = next) {
    next = text.indexOf('<', from + 1);
    const end = next < 0 ? text.length : next;
    // What begins with ! is no tag, and a comment or CDATA may be long.
    if (end - from > MAX_TAG && text[from + 1] !== '!' && longTag(text, from))
      throw new SourceError('The answer has too many parts to be read', null, 'size');
  }
}

function longTag(text: string, from: number): boolean {
  const end = text.indexOf('>', from);
  return text[from] === '<' && (end < 0 || end - from > MAX_TAG);
}

/** What an element says; null when it has no text of its own. */
export function xmlText(element: unknown): string | null {
  const [first] = elementsOf(element);
  const text = typeof first === 'object' && first !== null ? (first as Fields)['#text'] : first;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

/**
 * What an element and those in it say: of a text that has elements of its own, such as XHTML. The text of an element stands before that of
 * those in it, as the parser does not tell where between them it was.
 */
export function innerText(element: unknown): string | null {
  const [first] = elementsOf(element);
  return textsOf(first).join(' ').replace(/\s+/g, ' ').trim() || null;
}

function textsOf(element: unknown): string[] {
  if (typeof element === 'string') return [element];
  if (Array.isArray(element)) return element.flatMap(textsOf);
  if (!isFields(element)) return [];
  const { '#text': own, ...others } = element;
  const inner = Object.entries(others).flatMap(([name, value]) => (name.startsWith('@') ? [] : textsOf(value)));
  return [...textsOf(own), ...inner];
}

/** The elements of one name: the parser makes a list only when there are several. */
export function elementsOf(element: unknown): unknown[] {
  if (element === undefined || element === null) return [];
  return Array.isArray(element) ? (element as unknown[]) : [element];
}

function parser(): XMLParser {
  return new XMLParser({
    ignoreAttributes: (name) => !ATTRIBUTES.includes(name),
    attributeNamePrefix: '@',
    parseTagValue: false,
    maxNestedTags: 100,
    entityDecoder: {
      setExternalEntities: () => undefined,
      addInputEntities: refuseEntities,
      reset: () => undefined,
      decode: decodeEntities,
      setXmlVersion: () => undefined,
    },
  });
}

function refuseEntities(entities: Record<string, string>): void {
  if (Object.keys(entities).length > 0) throw new Error('declares entities');
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (all, decimal, hex, name) => {
    if (name) return NAMED.get(name as string) ?? (all as string);
    const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (all as string);
  });
}

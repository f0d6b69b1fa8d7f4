import { TimeSlice } from '../../common/time-slice';
import { type Fields, fieldsOf } from './read';
import { SourceError } from './source';

/** UTF-16 units: feeds hold the newest entries only. */
const MAX_LENGTH = 4_000_000;
const MAX_TAGS = 150_000;
/** UTF-16 units of a tag with its attributes. */
const MAX_TAG = 65_536;
const MAX_DEPTH = 100;
/** UTF-16 units of the name of an attribute, with blanks around it. */
const MAX_NAME = 64;
/** UTF-16 units between two looks at the clock. */
const STEP = 65_536;

const NAME = /[^\s/>=<"']+/y;
/** The value of an attribute, and what stands before it. */
const VALUE = /([^"']*)(?:"([^"]*)"|'([^']*)')/gy;
/** Only what feeds are read for. */
const ATTRIBUTE = /(?:^|\s)(href|rel)\s*=\s*$/;
const UNSAFE_NAMES = ['__proto__', 'constructor', 'prototype'];

interface Element {
  name: string;
  /** Its texts, with references to characters as they are written. */
  text: string[];
  fields: Fields;
}

/**
 * An XML document as an object: an element that has nothing but text is that text, others have `#text`, each attribute as `@name` and each
 * child by its name, several of one name as a list. References to characters are left as they are: see `xmlText`. A document that declares
 * entities is refused. A long one is read in steps, so that others are served meanwhile.
 * @throws SourceError when it is not XML, or too much of it
 */
export async function parseXml(text: string): Promise<Fields> {
  if (text.length > MAX_LENGTH)
    throw new SourceError(`The answer is XML of more than ${MAX_LENGTH / 1e6} MB`, null, 'size');
  const reader = new XmlReader(text);
  const slice = new TimeSlice();
  while (!reader.step()) if (slice.isOver) await slice.next();
  return reader.document;
}

const tooLarge = () => new SourceError('The answer has too many parts to be read', null, 'size');
const notXml = () => new SourceError('The answer is not XML that can be read', null, 'format');

class XmlReader {
  private at = 0;
  private tags = 0;
  private readonly root: Element = { name: '', text: [], fields: {} };
  private readonly open: Element[] = [this.root];

  constructor(private readonly source: string) {}

  get document(): Fields {
    if (this.open.length > 1 || Object.keys(this.root.fields).length === 0) throw notXml();
    return fieldsOf(this.root.fields);
  }

  /** @returns whether the document is read to its end */
  step(): boolean {
    const end = Math.min(this.at + STEP, this.source.length);
    while (this.at < end) this.next();
    return this.at >= this.source.length;
  }

  private next(): void {
    const tag = this.source.indexOf('<', this.at);
    const end = tag < 0 ? this.source.length : tag;
    if (end > this.at) this.open.at(-1)!.text.push(this.source.slice(this.at, end));
    this.at = end;
    if (tag < 0) return;
    const { source } = this;
    if (source.startsWith('<!--', tag)) this.skipTo('-->', 4);
    else if (source.startsWith('<![CDATA[', tag)) this.readCharacters();
    else if (source.startsWith('<!', tag)) this.skipDeclaration();
    else if (source.startsWith('<?', tag)) this.skipTo('?>', 2);
    else this.readTag();
  }

  private readCharacters(): void {
    const from = this.at + '<![CDATA['.length;
    this.skipTo(']]>', '<![CDATA['.length);
    // In here an ampersand is just that.
    this.open.at(-1)!.text.push(this.source.slice(from, this.at - 3).replaceAll('&', '&amp;'));
  }

  /** A document type may be named, and must declare nothing. */
  private skipDeclaration(): void {
    const from = this.at;
    this.skipTo('>', 2);
    if (this.at - from > MAX_TAG || this.source.slice(from, this.at).includes('[')) throw notXml();
  }

  private readTag(): void {
    if (++this.tags > MAX_TAGS) throw tooLarge();
    const from = this.at + 1;
    const end = this.endOfTag(from);
    const isEnd = this.source[from] === '/';
    NAME.lastIndex = isEnd ? from + 1 : from;
    const name = NAME.exec(this.source)?.[0] ?? '';
    if (name === '' || UNSAFE_NAMES.includes(name)) throw notXml();
    this.at = end + 1;
    if (isEnd) return this.close(name);
    this.open.push({ name, text: [], fields: attributesOf(this.source.slice(from + name.length, end)) });
    if (this.open.length > MAX_DEPTH) throw tooLarge();
    if (this.source[end - 1] === '/') this.close(name);
  }

  /** A `>` in the value of an attribute is none. */
  private endOfTag(from: number): number {
    let quote = '';
    for (let at = from; at < this.source.length; at++) {
      if (at - from > MAX_TAG) throw tooLarge();
      const character = this.source[at]!;
      if (quote !== '') quote = character === quote ? '' : quote;
      else if (character === '>') return at;
      else if (character === '"' || character === "'") quote = character;
    }
    throw notXml();
  }

  /** With it ends what was not closed in it, as `<br>` of HTML is not; an end of nothing is passed over. */
  private close(name: string): void {
    const depth = this.open.findLastIndex((element) => element.name === name);
    while (depth > 0 && this.open.length > depth) this.closeLast();
  }

  private closeLast(): void {
    const element = this.open.pop()!;
    const { name } = element;
    const { fields } = this.open.at(-1)!;
    const value = valueOf(element);
    const known = fields[name];
    if (known === undefined) fields[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else fields[name] = [known, value];
  }

  private skipTo(end: string, from: number): void {
    const at = this.source.indexOf(end, this.at + from);
    if (at < 0) throw notXml();
    this.at = at + end.length;
  }
}

function valueOf({ text, fields }: Element): Fields | string {
  const own = text.join('').trim();
  if (Object.keys(fields).length === 0) return own;
  if (own !== '') fields['#text'] = own;
  return fields;
}

function attributesOf(text: string): Fields {
  const fields: Fields = {};
  if (text.length < 2) return fields;
  for (const [, before, double, single] of text.matchAll(VALUE)) {
    const name = ATTRIBUTE.exec(before!.slice(-MAX_NAME))?.[1];
    if (name) fields[`@${name}`] ??= decodeCharacters(double ?? single!);
  }
  return fields;
}

const NAMED = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The five entities of XML itself, and characters by number; what else looks like a reference stays as it is. */
export function decodeCharacters(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (all, decimal, hex, name) => {
    if (name) return NAMED.get(name as string) ?? (all as string);
    const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (all as string);
  });
}

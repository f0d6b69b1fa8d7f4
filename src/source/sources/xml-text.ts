import { Parser } from 'htmlparser2';
import { TimeSlice } from '../../common/concurrency/time-slice';
import { isBreaking } from './html-text';
import { type Fields, fieldsOf } from './read';
import { SourceError } from './source-error';

/** UTF-16 units: feeds hold the newest entries only. */
const MAX_LENGTH = 4_000_000;
/** Start tags and end tags. */
const MAX_TAGS = 150_000;
/** UTF-16 units of a tag with its attributes. */
const MAX_TAG = 65_536;
const MAX_DEPTH = 100;
/** UTF-16 units that are read between two checks of the clock. */
const STEP = 16_384;

/** Attributes that are read. */
const ATTRIBUTES = ['href', 'rel', 'type'];
const UNSAFE_NAMES = ['__proto__', 'constructor', 'prototype'];

interface Element {
  name: string;
  text: string[];
  fields: Fields;
  /** All text in it, of an element that says that it is XHTML. */
  inner?: string[];
}

/**
 * An XML document as an object. An element with text only is that text; others have `#text`, each attribute as `@name` and each
 * child by its name, several of one name as a list. One of the type `xhtml` has all text in it as `#inner`. Documents that declare entities are refused. Does not block the event loop.
 * @throws SourceError when it is not XML, or too large
 */
export async function parseXml(text: string): Promise<Fields> {
  if (text.length > MAX_LENGTH)
    throw new SourceError(`The response is XML of more than ${MAX_LENGTH / 1e6} MB`, null, 'size');
  const reader = new XmlReader();
  const slice = new TimeSlice();
  for (let at = 0; at < text.length; at += STEP) {
    reader.write(text.slice(at, at + STEP));
    if (slice.isOver) await slice.next();
  }
  return reader.end();
}

const tooLarge = () => new SourceError('The response has too many parts', null, 'size');
const notXml = () => new SourceError('The response cannot be parsed as XML', null, 'format');

/** The parser tolerates what feeds often get wrong: a bare `&`, an unknown entity, a missing end tag. */
class XmlReader {
  private readonly root: Element = { name: '', text: [], fields: {} };
  private readonly open: Element[] = [this.root];
  /** The outermost open element of XHTML. */
  private xhtml: Element | null = null;
  private tags = 0;
  private tagStart = 0;
  private readonly parser = new Parser(
    {
      onopentagname: (name) => this.openElement(name),
      onattribute: (name, value) => this.addAttribute(name, value),
      ontext: (text) => this.addText(text),
      onclosetag: (_name, isImplied) => this.closeElement(isImplied),
      onprocessinginstruction: (_name, text) => checkDeclaration(text),
    },
    { xmlMode: true },
  );

  write(chunk: string): void {
    this.parser.write(chunk);
  }

  end(): Fields {
    if (this.open.length > 1 || Object.keys(this.root.fields).length === 0) throw notXml();
    return fieldsOf(this.root.fields);
  }

  private openElement(name: string): void {
    this.countTag();
    if (this.open.length === MAX_DEPTH || name.length > MAX_TAG) throw tooLarge();
    if (UNSAFE_NAMES.includes(name)) throw notXml();
    this.tagStart = this.parser.startIndex;
    if (isBreaking(name)) this.xhtml?.inner!.push(' ');
    this.open.push({ name, text: [], fields: {} });
  }

  private addAttribute(name: string, value: string): void {
    if (this.parser.endIndex - this.tagStart > MAX_TAG) throw tooLarge();
    const element = this.open.at(-1)!;
    if (ATTRIBUTES.includes(name)) element.fields[`@${name}`] ??= value;
    if (name === 'type' && /xhtml/.test(value) && !this.xhtml) {
      element.inner = [];
      this.xhtml = element;
    }
  }

  private addText(text: string): void {
    this.open.at(-1)!.text.push(text);
    this.xhtml?.inner!.push(text);
  }

  /** @param isImplied whether it has no end tag of its own */
  private closeElement(isImplied: boolean): void {
    if (!isImplied) this.countTag();
    const element = this.open.pop()!;
    const { name } = element;
    if (element === this.xhtml) this.xhtml = null;
    else if (isBreaking(name)) this.xhtml?.inner!.push(' ');
    const { fields } = this.open.at(-1)!;
    const value = valueOf(element);
    const known = fields[name];
    if (known === undefined) fields[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else fields[name] = [known, value];
  }

  private countTag(): void {
    if (++this.tags > MAX_TAGS) throw tooLarge();
  }
}

/** A document type may be named, and must declare nothing. */
function checkDeclaration(text: string): void {
  if (text.startsWith('!') && (text.length > MAX_TAG || text.includes('['))) throw notXml();
}

function valueOf({ text, fields, inner }: Element): Fields | string {
  const own = text.join('').trim();
  if (inner) fields['#inner'] = inner.join('');
  if (Object.keys(fields).length === 0) return own;
  if (own !== '') fields['#text'] = own;
  return fields;
}

import { Parser } from 'htmlparser2';

/** An element, or the document, which has no name. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly XmlElement[];
  /** Its own, without that of its children. */
  text: string;
  /** How much of its parent's text is before it. */
  at: number;
}

export interface XmlRules {
  maxDepth: number;
  /** Start tags and their attributes. */
  maxParts: number;
  /** Those that are kept; undefined = all of them. */
  attributes?: ReadonlySet<string>;
  /** Whether `a:b` is named `b`. */
  dropPrefixes: boolean;
  /** Tolerates a missing end tag, and a document type that declares nothing. */
  isLenient: boolean;
}

export class XmlError extends Error {
  constructor(readonly fault: 'parts' | 'depth' | 'declaration' | 'end tag' | 'syntax') {
    super(`Not readable XML: ${fault}`);
  }
}

/** Most elements have neither: what they share takes no memory. */
const NO_ATTRIBUTES: XmlElement['attributes'] = new Map();
const NO_CHILDREN: XmlElement['children'] = [];

type Open = { -readonly [Key in keyof XmlElement]: XmlElement[Key] };

/** Reads XML piece by piece into a tree. Entities are never declared, and none is loaded. Methods throw an XmlError. */
export class XmlReader {
  private readonly open: Open[] = [elementOf('', 0)];
  private readonly names = new Map<string, string>();
  private parts = 0;
  /** Where the last start tag begins. */
  private startedAt = -1;
  private readonly parser: Parser;

  constructor(private readonly rules: XmlRules) {
    this.parser = new Parser(
      {
        onopentagname: (name) => this.start(name),
        onattribute: (name, value) => this.addAttribute(name, value),
        ontext: (text) => void (this.open.at(-1)!.text += text),
        onclosetag: (_name, isImplied) => this.end(isImplied),
        onprocessinginstruction: (_name, text) => this.checkDeclaration(text),
      },
      { xmlMode: true },
    );
  }

  write(text: string): void {
    this.parser.write(text);
  }

  /** @returns the document */
  close(): XmlElement {
    if (this.open.length > 1) throw new XmlError('end tag');
    this.parser.end();
    const [document] = this.open;
    if (document!.children.length === 0) throw new XmlError('syntax');
    return document!;
  }

  private start(name: string): void {
    this.count();
    if (this.open.length > this.rules.maxDepth) throw new XmlError('depth');
    this.startedAt = this.parser.startIndex;
    const parent = this.open.at(-1)!;
    const element = elementOf(this.nameOf(name), parent.text.length);
    if (parent.children === NO_CHILDREN) parent.children = [element];
    else (parent.children as XmlElement[]).push(element);
    this.open.push(element);
  }

  private addAttribute(name: string, value: string): void {
    this.count();
    if (this.rules.attributes?.has(name) === false) return;
    const element = this.open.at(-1)!;
    if (element.attributes === NO_ATTRIBUTES) element.attributes = new Map([[name, value]]);
    else if (!element.attributes.has(name)) (element.attributes as Map<string, string>).set(name, value);
  }

  /** @param isImplied whether it has no end tag of its own: then it is `<a/>`, or its end tag is missing */
  private end(isImplied: boolean): void {
    if (isImplied && !this.rules.isLenient && this.parser.startIndex !== this.startedAt) throw new XmlError('end tag');
    this.open.pop();
  }

  private checkDeclaration(text: string): void {
    if (text.startsWith('!') && (!this.rules.isLenient || text.includes('['))) throw new XmlError('declaration');
  }

  private nameOf(name: string): string {
    let known = this.names.get(name);
    if (known === undefined)
      this.names.set(name, (known = this.rules.dropPrefixes ? name.slice(name.indexOf(':') + 1) : name));
    return known;
  }

  private count(): void {
    if (++this.parts > this.rules.maxParts) throw new XmlError('parts');
  }
}

const elementOf = (name: string, at: number): Open => ({
  name,
  attributes: NO_ATTRIBUTES,
  children: NO_CHILDREN,
  text: '',
  at,
});

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

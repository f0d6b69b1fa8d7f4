import { Parser } from 'htmlparser2';
import { tooManyParts } from './few-parts';
import { InventoryError } from './inventory-error';
import { MAX_DEPTH, MAX_TAGS } from './limits';

/** Names are without their prefix. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly XmlElement[];
  text: string;
}

/** Most elements have neither: what they share takes no memory. */
const NO_ATTRIBUTES: XmlElement['attributes'] = new Map();
const NO_CHILDREN: XmlElement['children'] = [];

/** @throws InventoryError when it is no XML, has a document type, or is nested too deep */
export function readXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: NO_ATTRIBUTES, children: NO_CHILDREN, text: '' };
  const open = [root];
  const names = new Map<string, string>();
  let tags = 0;
  let openedAt = -1;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > MAX_DEPTH) throw new InventoryError('It is nested too deep');
        const given = Object.entries(attributes);
        tags += 1 + given.length;
        if (tags > MAX_TAGS) throw tooManyParts('XML');
        if (!names.has(name)) names.set(name, local(name));
        const element: XmlElement = {
          name: names.get(name)!,
          attributes: given.length === 0 ? NO_ATTRIBUTES : new Map(given),
          children: NO_CHILDREN,
          text: '',
        };
        const parent = open.at(-1)!;
        if (parent.children === NO_CHILDREN) parent.children = [element];
        else (parent.children as XmlElement[]).push(element);
        open.push(element);
        openedAt = parser.endIndex;
      },
      ontext: (part) => void (open.at(-1)!.text += part),
      onclosetag(_name, isImplied) {
        // `<a/>` ends where it begins; anything else has an end tag of its own.
        if (isImplied && parser.endIndex !== openedAt) throw new InventoryError('It is XML with a missing end tag');
        openedAt = -1;
        open.pop();
      },
      onprocessinginstruction(_name, instruction) {
        if (instruction.startsWith('!')) throw new InventoryError('It is XML with a document type, which is not read');
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  if (open.length > 1 || root.children.length !== 1 || root.text.trim() !== '')
    throw new InventoryError('It is not an XML document');
  return root.children[0]!;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

export const textIn = (element: XmlElement | undefined, name: string): string | null =>
  childOf(element, name)?.text.trim() || null;

/** All of a name, at any depth. */
export function* descendants(element: XmlElement, name: string): Generator<XmlElement> {
  const rest = [element];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.name === name) yield next;
    for (let at = next.children.length - 1; at >= 0; at--) rest.push(next.children[at]!);
  }
}

import { childOf, type XmlElement, XmlError, XmlReader, type XmlRules } from '../parsing/xml';
import { InventoryError, tooManyParts } from './inventory-error';
import { MAX_DEPTH, MAX_TAGS } from './limits';

const RULES: XmlRules = { maxDepth: MAX_DEPTH, maxParts: MAX_TAGS, dropPrefixes: true, isLenient: false };

/** Names are without their prefix. @throws InventoryError when it is no XML, has a document type, or is nested too deep */
export function readXml(text: string): XmlElement {
  const document = documentOf(text);
  if (document.children.length > 1 || document.text.trim() !== '')
    throw new InventoryError('It is not an XML document');
  return document.children[0]!;
}

function documentOf(text: string): XmlElement {
  const reader = new XmlReader(RULES);
  try {
    reader.write(text);
    return reader.close();
  } catch (error) {
    throw error instanceof XmlError ? inventoryError(error) : error;
  }
}

function inventoryError({ fault }: XmlError): InventoryError {
  if (fault === 'parts') return tooManyParts('XML');
  if (fault === 'depth') return new InventoryError('It is nested too deep');
  if (fault === 'end tag') return new InventoryError('It is XML with a missing end tag');
  if (fault === 'declaration') return new InventoryError('It is XML with a document type, which is not read');
  return new InventoryError('It is not an XML document');
}

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

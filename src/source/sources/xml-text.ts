import { type XmlElement, XmlError, XmlReader, type XmlRules } from 'inventory-reader';
import { TimeSlice } from 'small-parts';
import { isBreaking } from './html-text';
import { SourceError } from '../../common/fetch/source-error';

/** UTF-16 units: feeds hold the newest entries only. */
const MAX_LENGTH = 4_000_000;
/** UTF-16 units that are read between two checks of the clock. */
const STEP = 16_384;
/** UTF-16 units of a text that are read; titles, links, dates and versions have some hundred. */
const MAX_TEXT = 16_384;
/** Feeds often have a bare `&`, an unknown entity or no end tag. */
const RULES: XmlRules = {
  maxDepth: 100,
  maxParts: 200_000,
  attributes: new Set(['href', 'rel', 'type']),
  dropPrefixes: false,
  isLenient: true,
};

/**
 * The document; documents that declare entities are refused. Does not block the event loop.
 * @throws SourceError when it is not XML, or too large
 */
export async function parseXml(text: string): Promise<XmlElement> {
  if (text.length > MAX_LENGTH)
    throw new SourceError(`The response is XML of more than ${MAX_LENGTH / 1e6} MB`, null, 'size');
  const reader = new XmlReader(RULES);
  const slice = new TimeSlice();
  try {
    for (let at = 0; at < text.length; at += STEP) {
      reader.write(text.slice(at, at + STEP));
      if (slice.isOver) await slice.next();
    }
    return reader.close();
  } catch (error) {
    throw error instanceof XmlError ? sourceError(error) : error;
  }
}

const sourceError = ({ fault }: XmlError): SourceError =>
  fault === 'parts' || fault === 'depth'
    ? new SourceError('The response has too many parts', null, 'size')
    : new SourceError('The response cannot be parsed as XML', null, 'format');

/** The text of an element; null when it has none of its own. */
export const xmlText = (element: XmlElement | undefined, maxLength = MAX_TEXT): string | null =>
  element?.text.trim().slice(0, maxLength).trim() || null;

/** The text of an element and its descendants, such as XHTML. */
export const innerText = (element: XmlElement | undefined): string | null =>
  (element && wholeText(element).slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim()) || null;

function wholeText({ text, children }: XmlElement): string {
  let whole = '';
  let from = 0;
  for (const child of children) {
    const inner = wholeText(child);
    whole += text.slice(from, child.at) + (isBreaking(child.name) ? ` ${inner} ` : inner);
    from = child.at;
  }
  return whole + text.slice(from);
}

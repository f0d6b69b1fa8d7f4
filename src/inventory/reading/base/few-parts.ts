import { TooMuchError } from './inventory-error';
import { MAX_PARTS } from './limits';

/** Parsers need much memory, so large documents are refused before parsing. @throws TooMuchError */
export function assertFewParts(what: string, text: string, separators: string): void {
  const codes = new Set([...separators].map((character) => character.charCodeAt(0)));
  let parts = 0;
  for (let at = 0; at < text.length; at++)
    if (codes.has(text.charCodeAt(at)) && ++parts > MAX_PARTS) throw tooManyParts(what);
}

export const tooManyParts = (what: string) => new TooMuchError(`It is ${what} with too many parts`);

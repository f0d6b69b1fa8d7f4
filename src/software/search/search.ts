import { squeeze, wordsOf } from '../../common/search/search-text';

/** The condition on one text of a product. */
export interface Sought {
  /** Any of them. */
  terms: string[];
  /** Whether a text that begins with the term matches. */
  begins: boolean;
}

/** A search: the whole of it in one text, or each of its words in any text of a product. */
export interface Search {
  whole: Sought;
  /** None for a single word. */
  words: Sought[];
}

/** More are not looked at. */
const MAX_WORDS = 8;

const sought = (term: string): Sought => ({ terms: [term], begins: true });

export function readSearch(text: string): Search {
  const words = [...new Set(wordsOf(text))].slice(0, MAX_WORDS);
  return { whole: sought(squeeze(text)), words: words.length > 1 ? words.map(sought) : [] };
}

import { firstCharacters } from 'small-parts';
import { sha256 } from '../fingerprint';
import { MAX_TERM, piecesOf, squeeze, wordsOf } from './search-text';

/** The origin of a term. In the order in which hits are ranked. */
export const FIELDS = ['name', 'alias', 'publisher', 'description'] as const;
export type SearchField = (typeof FIELDS)[number];

/** The whole text, one of its words if it has several, or a word from its second letter on, its third, and so on. */
export const FORMS = ['whole', 'word', 'inside'] as const;
export type TermForm = (typeof FORMS)[number];

/** Raised when the same text gives other terms: then all of them are made again. */
const TERMS_REVISION = 2;

const MAX_WORDS = 24;
const MAX_DESCRIBED = 2_000;
const MAX_DESCRIPTION_WORDS = 30;
const MAX_ALIASES = 50;
/** Shortest word of a description, and shortest searched beginning of one. */
export const LEAST_DESCRIPTION_WORD = 3;
/** Shortest searched part inside of a word. */
export const LEAST_INSIDE = 2;

/** Words that are too common in descriptions to be searched by. */
const FREQUENT = new Set(
  (
    'about after all also and any are been before being between both but can does each even every for from get has have how into its ' +
    'just like made make makes many more most much not one only other our out over own provides same some such than that the their ' +
    'them then there these they this those through too use used uses using very was well were what when where which while who will ' +
    'with without would you your'
  ).split(' '),
);

export interface SearchTerm {
  /** Stored: see `kindOf`. */
  kind: number;
  term: string;
}

/** Field and form in one number, as the terms' tables hold them. */
export const kindOf = (field: SearchField, form: TermForm): number =>
  FORMS.indexOf(form) * FIELDS.length + FIELDS.indexOf(field);

/** The searchable texts of a product, apart from its publisher. */
export interface SearchFacts {
  name: string;
  aliases: string[];
  descriptions: (string | null)[];
}

/** Identifies the texts and rules that terms were made of. */
export const termsDigest = (texts: unknown): string => sha256(JSON.stringify([TERMS_REVISION, texts])).slice(0, 16);

export function softwareTerms({ name, aliases, descriptions }: SearchFacts): SearchTerm[] {
  const terms = nameTerms('name', [name]);
  const named = new Set(terms.map(({ term }) => term));
  terms.push(...nameTerms('alias', aliases.slice(0, MAX_ALIASES)));
  const described = descriptionWords(descriptions).filter((word) => !named.has(word));
  terms.push(
    ...described.slice(0, MAX_DESCRIPTION_WORDS).map((term) => ({ kind: kindOf('description', 'word'), term })),
  );
  return terms;
}

export const publisherTerms = (name: string): SearchTerm[] => nameTerms('publisher', [name]);

function nameTerms(field: SearchField, names: string[]): SearchTerm[] {
  const whole = new Set(names.map(squeeze).filter(Boolean));
  const words = new Set(names.flatMap((name) => [...wordTerms(name)].filter((term) => !whole.has(term))));
  const inside = new Set(names.flatMap(insideTerms).filter((term) => !words.has(term) && !whole.has(term)));
  return Object.entries({ whole, word: words, inside }).flatMap(([form, terms]) =>
    [...terms].map((term) => ({ kind: kindOf(field, form as TermForm), term })),
  );
}

/** `Visual Studio Code`: its words, and `studiocode`, so that words which belong together are found together. */
function wordTerms(name: string): Set<string> {
  const words = wordsOf(name).slice(0, MAX_WORDS);
  const rests = words.map((_, at) => firstCharacters(words.slice(at).join(''), MAX_TERM));
  return new Set([...words, ...rests, ...piecesOf(name).slice(0, MAX_WORDS)]);
}

const insideTerms = (name: string): string[] =>
  wordsOf(name)
    .slice(0, MAX_WORDS)
    .flatMap((word) => {
      const letters = [...word];
      return letters.slice(1, 1 - LEAST_INSIDE).map((_, at) => letters.slice(at + 1).join(''));
    });

function descriptionWords(descriptions: (string | null)[]): string[] {
  const text = firstCharacters(descriptions.filter((one) => one !== null).join(' '), MAX_DESCRIBED);
  return [...new Set([...wordsOf(text), ...piecesOf(text)])].filter(
    (word) => word.length >= LEAST_DESCRIPTION_WORD && !FREQUENT.has(word),
  );
}

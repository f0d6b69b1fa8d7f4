import { firstCharacters, isLonger } from 'small-parts';
import type { FieldError } from '../problem/problem';
import { queryPairs, queryProblem } from './list-request';

/**
 * Reads the query of an address parameter by parameter.
 * @param readers take the values, by the names of the parameters, and return what is wrong with one; null = nothing
 * @throws Problem 400 that names every parameter which is unknown, given twice or missing, or has a bad value
 */
export function readQuery(
  url: string,
  readers: Readonly<Record<string, (text: string) => string | null>>,
  needed?: string,
): void {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [name, text] of queryPairs(url)) {
    const refuse = (message: string) => errors.push({ field: firstCharacters(name, 100), message });
    if (!Object.hasOwn(readers, name)) refuse('is not a parameter of this address');
    else if (seen.has(name)) refuse('must not be given twice');
    else {
      const mistake = readers[name]!(text);
      if (mistake !== null) refuse(mistake);
    }
    seen.add(name);
  }
  if (needed !== undefined && !seen.has(needed)) errors.push({ field: needed, message: 'is required' });
  if (errors.length > 0) throw queryProblem(errors);
}

/**
 * Reads the query of an address that takes one parameter only.
 * @param read null = it cannot have this value
 * @throws Problem 400
 */
export function readParameter<T>(name: string, url: string, read: (text: string) => T | null, expected: string) {
  let value: T | null = null;
  readQuery(url, { [name]: (text) => ((value = read(text)) === null ? expected : null) });
  return value as T | null;
}

/** For the parameter of `readParameter`: a whole number from 1. */
export const wholeNumber = (max: number) => (text: string) =>
  /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : null;

/**
 * Reads the query of an address that takes texts.
 * @param longest characters of each, by the names of the parameters
 * @throws Problem 400
 */
export function readTexts<Name extends string, Needed extends Name>(
  longest: Record<Name, number>,
  needed: Needed,
  url: string,
): Record<Needed, string> & Partial<Record<Name, string>> {
  const found: Record<string, string> = {};
  const readerOf = (name: string, max: number) => (text: string) => {
    found[name] = text;
    return text.trim() === '' || isLonger(text, max) ? `must be text of 1 to ${max} characters` : null;
  };
  const readers = Object.entries<number>(longest).map(([name, max]) => [name, readerOf(name, max)] as const);
  readQuery(url, Object.fromEntries(readers), needed);
  return found as Record<Needed, string> & Partial<Record<Name, string>>;
}

import { firstCharacters, isLonger } from 'small-parts';
import type { FieldError } from '../problem/problem';
import { queryPairs, queryProblem } from './list-request';

/**
 * Reads the query of an address that takes texts.
 * @param longest characters of each, by the names of the parameters
 * @throws Problem 400 that names every unknown parameter and bad value
 */
export function readTexts<Name extends string, Needed extends Name>(
  longest: Record<Name, number>,
  needed: Needed,
  url: string,
): Record<Needed, string> & Partial<Record<Name, string>> {
  const errors: FieldError[] = [];
  const found = new Map<string, string>();
  for (const [given, text] of queryPairs(url)) {
    const refuse = (message: string) => errors.push({ field: firstCharacters(given, 100), message });
    const max = Object.hasOwn(longest, given) ? longest[given as Name] : null;
    if (max === null) refuse('is not a parameter of this address');
    else if (found.has(given)) refuse('must not be given twice');
    else if (text.trim() === '' || isLonger(text, max)) refuse(`must be text of 1 to ${max} characters`);
    found.set(given, text);
  }
  if (!found.has(needed)) errors.push({ field: needed, message: 'is required' });
  if (errors.length > 0) throw queryProblem(errors);
  return Object.fromEntries(found) as Record<Needed, string> & Partial<Record<Name, string>>;
}

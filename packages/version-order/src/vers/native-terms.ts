import { MAX_VERSION } from '../ordering/key-text';
import { intersect, type Spans } from './spans';
import { VersError } from './vers-error';
import type { VersionLine } from './version-line';

/** What an operator says about a version. */
export type Rule = (line: VersionLine, version: string) => Spans;

/** How a kind of packages writes ranges: comparators and versions, of which all count, in alternatives with `||` between them. */
export interface Dialect {
  /** By operator; that of a version without one is the empty text. */
  rules: Readonly<Record<string, Rule>>;
  /** Of an alternative without a term. Without it, such a range is an error. */
  empty?: Rule;
  /** Of `1.0 - 2.0`. */
  hyphen?: (line: VersionLine, low: string, high: string) => Spans;
}

/** Longer operators first: `~` and `^` count as one only before a version. */
const TOKEN = /===|~>|~=|<=|>=|==|!=|<>|<<|>>|[<>=^~]|[^\s,()<>=|]+/g;
const isOperator = (token: string) => /^[<>=~^!]/.test(token);

/** The sets of versions of all alternatives. @throws VersError */
export function alternativesIn(line: VersionLine, text: string, dialect: Dialect): Spans[] {
  return text.split(/\|\|?/).map((alternative) => setOf(line, alternative.match(TOKEN) ?? [], dialect));
}

function setOf(line: VersionLine, tokens: readonly string[], dialect: Dialect): Spans {
  const { empty, hyphen } = dialect;
  if (tokens.some((token) => token.length > MAX_VERSION)) bad('a version is too long to be compared');
  if (tokens.length === 0) return empty?.(line, '') ?? bad('there is no version in a part of the range');
  if (hyphen && tokens.length === 3 && tokens[1] === '-') return hyphen(line, tokens[0]!, tokens[2]!);
  const sets: Spans[] = [];
  let operator = '';
  for (const token of tokens) {
    if (!isOperator(token)) {
      sets.push(spansOfTerm(line, operator, token, dialect));
      operator = '';
    } else if (operator === '') operator = token;
    else bad(`${operator} and ${token} need a version between them`);
  }
  return operator === '' ? intersect(sets) : bad(`a version is required after ${operator}`);
}

function spansOfTerm(line: VersionLine, operator: string, version: string, { rules }: Dialect): Spans {
  if (/[[\]]/.test(version)) bad(`ranges of the type ${line.type} are not in brackets`);
  const rule = Object.hasOwn(rules, operator) ? rules[operator] : undefined;
  return rule?.(line, version) ?? bad(`ranges of the type ${line.type} have no operator ${operator}`);
}

function bad(message: string): never {
  throw new VersError(message);
}

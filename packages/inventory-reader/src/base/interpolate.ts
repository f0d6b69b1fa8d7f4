import { MAX_TEXT } from './limits';

export type Variables = (name: string) => string | undefined;

const NAME = /^[A-Za-z_]\w*/;
const MAX_NESTING = 8;

/**
 * `$X`, `${X}`, `${X:-default}`, `${X-default}`, `${X:+other}`, `${X+other}`, `${X:?message}`, `$$`, one in another.
 * @returns null when a variable has no value, or the text is malformed
 */
export function interpolate(text: string, variables: Variables, nesting = 0): string | null {
  if (nesting > MAX_NESTING || text.length > 4 * MAX_TEXT) return null;
  let result = '';
  for (let at = 0; at < text.length;) {
    const dollar = text.indexOf('$', at);
    if (dollar < 0) return result + text.slice(at);
    result += text.slice(at, dollar);
    const part = readVariable(text, dollar + 1, variables, nesting);
    if (part === null) return null;
    result += part.value;
    at = part.end;
    if (result.length > 4 * MAX_TEXT) return null;
  }
  return result;
}

function readVariable(text: string, at: number, variables: Variables, nesting: number) {
  if (text[at] === '$') return { value: '$', end: at + 1 };
  if (text[at] !== '{') {
    const name = NAME.exec(text.slice(at))?.[0];
    const value = name === undefined ? undefined : variables(name);
    return value === undefined ? null : { value, end: at + name!.length };
  }
  const end = closingBrace(text, at);
  if (end < 0) return null;
  const value = expand(text.slice(at + 1, end), variables, nesting);
  return value === null ? null : { value, end: end + 1 };
}

function closingBrace(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

function expand(inner: string, variables: Variables, nesting: number): string | null {
  const name = NAME.exec(inner)?.[0];
  if (name === undefined) return null;
  const value = variables(name);
  const [, colon, operator, word = ''] = /^(:?)([-+?])([^]*)$/.exec(inner.slice(name.length)) ?? [];
  const isSet = value !== undefined && (colon !== ':' || value !== '');
  if (operator === '-' && !isSet) return interpolate(word, variables, nesting + 1);
  if (operator === '+') return isSet ? interpolate(word, variables, nesting + 1) : '';
  if (operator === undefined && inner !== name) return null;
  return isSet ? value : null;
}

/** The lines `NAME=value` of an `.env` file. */
export function readEnvironment(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.slice(0, 1_000_000).split(/\r?\n/)) {
    const [, name, rest] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? [];
    if (name !== undefined) values.set(name, valueIn(rest!.trim()));
  }
  return values;
}

function valueIn(text: string): string {
  const quoted = /^(["'])(.*)\1/.exec(text);
  const comment = text.search(/\s#/);
  return quoted ? quoted[2]! : text.slice(0, comment < 0 ? undefined : comment).trimEnd();
}

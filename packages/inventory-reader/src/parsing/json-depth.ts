import { firstCharacters } from 'small-parts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Finds nesting beyond `limit` in the bytes of a JSON text without parsing it: `JSON.parse` takes 50 times as long for a text of brackets.
 * @returns the top-level field that is nested too deep (`body` where there is none); null = nothing is
 */
export function tooDeepField(json: Buffer, limit: number): string | null {
  let depth = 0;
  let key = { start: 0, end: 0 };
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte === QUOTE) {
      const end = endOfString(json, at);
      if (depth === 1) key = { start: at, end };
      at = end;
    } else if (OPENING.has(byte)) {
      if (++depth > limit) return nameOf(json.subarray(key.start, key.end + 1));
    } else if (CLOSING.has(byte)) depth--;
  }
  return null;
}

/** How many values a JSON text has, or may have: those of lists and objects, and these themselves. */
export function countValues(json: Buffer): number {
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA || OPENING.has(byte)) count++;
  }
  return count;
}

/** @returns the place of the closing quote, or the end of the text */
function endOfString(json: Buffer, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === BACKSLASH) at++;
    else if (json[at] === QUOTE) return at;
  }
  return json.length;
}

function nameOf(key: Buffer): string {
  try {
    const name: unknown = JSON.parse(key.toString());
    return typeof name === 'string' && name !== '' ? firstCharacters(name, 100) : 'body';
  } catch {
    return 'body'; // malformed text, or a list
  }
}

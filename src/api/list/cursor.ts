import { isId } from '../../common/ids';

/** Where a page starts: the last (or, going back, the first) row of the page before it. */
export interface Cursor {
  backwards: boolean;
  /** The sort column's value in that row. */
  value: string;
  id: string;
}

/** A name of 255 control characters is 1,530 bytes in JSON. */
const MAX_CURSOR_LENGTH = 4_096;

/** Opaque text for a URL. It names the order that it belongs to, so that it cannot be used with another. */
export function encodeCursor(sort: string, cursor: Cursor): string {
  return Buffer.from(JSON.stringify([sort, cursor.backwards ? 1 : 0, cursor.value, cursor.id])).toString('base64url');
}

/** @returns null when the text is not a cursor of this order */
export function decodeCursor(text: string, sort: string): Cursor | null {
  if (text.length > MAX_CURSOR_LENGTH || !/^[\w-]+$/.test(text)) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(parts) || parts.length !== 4 || parts[0] !== sort) return null;
    const [, back, value, id] = parts as unknown[];
    if ((back !== 0 && back !== 1) || typeof value !== 'string' || !isId(id)) return null;
    return { backwards: back === 1, value, id };
  } catch {
    return null; // not JSON: the caller names the parameter
  }
}

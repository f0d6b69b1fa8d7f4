import { ESCAPES, parseUrl, undecodablePart } from './url';

export type DatabaseKind = 'sqlite' | 'mariadb' | 'mysql';

export interface DatabaseAddress {
  kind: DatabaseKind;
  /** The file for SQLite (or `:memory:`), the whole URL for a server. */
  location: string;
}

/**
 * Reads `sqlite:<path>`, `mariadb://user:password@host:port/database` or `mysql://…`.
 * @returns null when the text is none of them, a server URL names no database, or a part of it cannot be decoded
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | null {
  const sqlite = /^sqlite:(?:\/\/)?(.+)$/.exec(text);
  if (sqlite) return { kind: 'sqlite', location: sqlite[1]! };
  const url = parseUrl(text);
  if (!url) return null;
  const kind = url.protocol.slice(0, -1);
  if ((kind !== 'mariadb' && kind !== 'mysql') || undecodablePart(url)) return null;
  return url.hostname && url.pathname.length > 1 ? { kind, location: text } : null;
}

/** What a text should be that is no database URL; it repeats nothing of the text, which may have a password. */
export function databaseUrlExpected(text: string): string {
  const url = parseUrl(text);
  const part = url && /^(mariadb|mysql):$/.test(url.protocol) ? undecodablePart(url) : null;
  if (part) return `percent-encoded: its ${part} has a % that begins no escape. Write ${ESCAPES}`;
  const forms = 'sqlite:<path>, mariadb://user:password@host/database or mysql://user:password@host/database';
  return `${forms}. In the user and the password write ${ESCAPES}`;
}

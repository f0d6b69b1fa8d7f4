import { ESCAPES, parseUrl, undecodablePart } from './url';

export type DatabaseKind = 'sqlite' | 'mariadb' | 'mysql';

export interface DatabaseAddress {
  kind: DatabaseKind;
  /** The file for SQLite (or `:memory:`), the whole URL for a server. */
  location: string;
}

/**
 * Reads `sqlite:<path>`, `mariadb://user:password@host:port/database` or `mysql://…`.
 * @returns null for anything else, for a server URL without a database name, and when its user or password cannot be decoded
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

/** What is expected in place of an invalid URL. Quotes nothing of it, since it may contain a password. */
export function databaseUrlExpected(text: string): string {
  const url = parseUrl(text);
  const part = url && /^(mariadb|mysql):$/.test(url.protocol) ? undecodablePart(url) : null;
  if (part) return `percent-encoded: its ${part} has a % that begins no escape. Write ${ESCAPES}`;
  const forms = 'sqlite:<path>, mariadb://user:password@host/database or mysql://user:password@host/database';
  return `${forms}. In the user and the password, write ${ESCAPES}`;
}

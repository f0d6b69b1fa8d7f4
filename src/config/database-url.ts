import { parseUrl } from './url';

export type DatabaseKind = 'sqlite' | 'mariadb' | 'mysql';

export interface DatabaseAddress {
  kind: DatabaseKind;
  /** The file for SQLite (or `:memory:`), the whole URL for a server. */
  location: string;
}

/**
 * Reads `sqlite:<path>`, `mariadb://user:password@host:port/database` or `mysql://…`.
 * @returns null when the text is none of them or a server URL names no database
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | null {
  const sqlite = /^sqlite:(?:\/\/)?(.+)$/.exec(text);
  if (sqlite) return { kind: 'sqlite', location: sqlite[1]! };
  const url = parseUrl(text);
  if (!url) return null;
  const kind = url.protocol.slice(0, -1);
  if (kind !== 'mariadb' && kind !== 'mysql') return null;
  return url.hostname && url.pathname.length > 1 ? { kind, location: text } : null;
}

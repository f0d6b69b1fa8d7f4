import { parseUrl } from 'small-parts';
import { ESCAPES, undecodablePart } from './url';

export type DatabaseKind = 'sqlite' | 'mariadb' | 'mysql';

export interface DatabaseAddress {
  kind: DatabaseKind;
  /** The file for SQLite (or `:memory:`), the whole URL for a server, without options. */
  location: string;
  /** Of a server. Without it, nothing is encrypted. */
  tls?: TlsOptions;
}

/** How the connection to a server is encrypted. */
export interface TlsOptions {
  /** Whether the certificate must be of an authority that is trusted, and of this host. */
  isVerified: boolean;
  /** A file with the certificates of the authorities that are trusted, in place of those of Node.js; PEM. */
  caFile: string | null;
}

const MODES = new Map<string, boolean | null>([
  ['true', true],
  ['false', null],
  ['disabled', null],
  ['required', false],
  ['verify_identity', true],
]);
const OPTIONS =
  'ssl-mode=DISABLED, REQUIRED or VERIFY_IDENTITY, ssl=true (the same as VERIFY_IDENTITY) and ssl-ca=<file>';

/** @returns undefined = an option is unknown or contradicts another; null = no encryption */
function tlsOf({ searchParams }: URL): TlsOptions | null | undefined {
  let isVerified: boolean | null | undefined;
  let caFile: string | null = null;
  for (const [name, value] of searchParams) {
    if (name === 'ssl-ca' && value !== '' && caFile === null) caFile = value;
    else if (name !== 'ssl' && name !== 'ssl-mode') return undefined;
    else {
      const mode = MODES.get(value.toLowerCase());
      if (mode === undefined || isVerified !== undefined) return undefined;
      isVerified = mode;
    }
  }
  if (isVerified === null) return caFile === null ? null : undefined;
  if (isVerified === undefined && caFile === null) return null;
  return { isVerified: isVerified ?? true, caFile };
}

/**
 * Reads `sqlite:<path>`, `mariadb://user:password@host:port/database` or `mysql://…`, these two with options for TLS.
 * @returns null for anything else, for a server URL without a database name, and when its user or password cannot be decoded
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | null {
  const sqlite = /^sqlite:(?:\/\/)?(.+)$/.exec(text);
  if (sqlite) return { kind: 'sqlite', location: sqlite[1]! };
  const url = parseUrl(text);
  if (!url) return null;
  const kind = url.protocol.slice(0, -1);
  if ((kind !== 'mariadb' && kind !== 'mysql') || undecodablePart(url)) return null;
  const tls = tlsOf(url);
  if (tls === undefined || !url.hostname || url.pathname.length < 2) return null;
  const location = text.split('?', 1)[0]!;
  return tls === null ? { kind, location } : { kind, location, tls };
}

/** The expected form, for the message about an invalid URL. Quotes nothing of it, since it may contain a password. */
export function databaseUrlExpected(text: string): string {
  const url = parseUrl(text);
  const part = url && /^(mariadb|mysql):$/.test(url.protocol) ? undecodablePart(url) : null;
  if (part) return `percent-encoded: its ${part} has a % that begins no escape. Write ${ESCAPES}`;
  if (url && /^(mariadb|mysql):$/.test(url.protocol) && tlsOf(url) === undefined)
    return `without other options than ${OPTIONS}`;
  const forms = 'sqlite:<path>, mariadb://user:password@host/database or mysql://user:password@host/database';
  return `${forms}. In the user and the password, write ${ESCAPES}`;
}

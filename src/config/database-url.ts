import { parseUrl } from 'small-parts';
import { ESCAPES, undecodablePart } from './url';

export type DatabaseKind = 'sqlite' | 'mariadb' | 'mysql';

export interface DatabaseAddress {
  kind: DatabaseKind;
  /** The file for SQLite (or `:memory:`), the whole URL for a server, without options. */
  location: string;
  /** Of a server, if there are several: all of them, in their order. `location` names the first. */
  hosts?: DatabaseHost[];
  /** Of a server. Without it, nothing is encrypted. */
  tls?: TlsOptions;
}

export interface DatabaseHost {
  host: string;
  port: number;
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

/** The URL for each of the hosts between which it has a comma. */
function urlsOf(text: string): string[] {
  const [authority] = /^\w+:\/\/[^/?#]*/.exec(text) ?? [''];
  const start = Math.max(authority.lastIndexOf('@'), authority.lastIndexOf('/')) + 1;
  const hosts = authority.slice(start).split(',');
  return hosts.map((host) => text.slice(0, start) + host + text.slice(authority.length));
}

const hostOf = ({ hostname, port }: URL): DatabaseHost => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port || 3306),
});

/**
 * Reads `sqlite:<path>`, `mariadb://user:password@host:port,host:port/database` or `mysql://…`, these two with options for TLS.
 * @returns null for anything else, for a server URL without a database name, and when its user or password cannot be decoded
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | null {
  const sqlite = /^sqlite:(?:\/\/)?(.+)$/.exec(text);
  if (sqlite) return { kind: 'sqlite', location: sqlite[1]! };
  const urls = urlsOf(text);
  const [url, ...others] = urls.map(parseUrl);
  if (!url || !others.every((other) => other !== null && other.hostname !== '')) return null;
  const kind = url.protocol.slice(0, -1);
  if ((kind !== 'mariadb' && kind !== 'mysql') || undecodablePart(url)) return null;
  const tls = tlsOf(url);
  if (tls === undefined || !url.hostname || url.pathname.length < 2) return null;
  const location = urls[0]!.split('?', 1)[0]!;
  const hosts = others.length > 0 ? { hosts: [url, ...others].map((one) => hostOf(one!)) } : {};
  return { kind, location, ...hosts, ...(tls === null ? {} : { tls }) };
}

/** The expected form, for the message about an invalid URL. Quotes nothing of it, since it may contain a password. */
export function databaseUrlExpected(text: string): string {
  const url = parseUrl(urlsOf(text)[0]!);
  const part = url && /^(mariadb|mysql):$/.test(url.protocol) ? undecodablePart(url) : null;
  if (part) return `percent-encoded: its ${part} has a % that begins no escape. Write ${ESCAPES}`;
  if (url && /^(mariadb|mysql):$/.test(url.protocol) && tlsOf(url) === undefined)
    return `without other options than ${OPTIONS}`;
  const forms =
    'sqlite:<path>, mariadb://user:password@host/database or mysql://user:password@host/database (several hosts: host,host:port)';
  return `${forms}. In the user and the password, write ${ESCAPES}`;
}

import { parseUrl } from 'small-parts';
import type { DatabaseAddress } from '../config/database-url';
import { permissionHint } from '../config/private-files';
import { StartError } from '../config/start-error';
import type { Database } from './database';
import { codeOf } from './errors';
import { CONNECTIONS } from './options';

/** The parts of the URL that may be shown, so not the password. */
export function placeOf(location: string) {
  const { hostname, port, pathname, username } = parseUrl(location)!;
  return { host: hostname, port: Number(port || 3306), name: pathname.slice(1), user: decodeURIComponent(username) };
}

/** Error codes of SQLite, and advice to the operator. The first match counts. */
const OF_FILE: [RegExp, (file: string, reason: string) => string][] = [
  [
    /^SQLITE_(NOTADB|CORRUPT)/,
    (file, reason) =>
      `The database file ${file} is damaged, or is not a SQLite database (${reason}). Restore a backup ` +
      '(docs/upgrade-and-backup.md), or move it away to begin with an empty one.',
  ],
  [
    /^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/,
    (file, reason) => `The database file ${file} cannot be written (${reason}). ${permissionHint()}`,
  ],
  [
    /^SQLITE_(FULL|IOERR)/,
    (file, reason) =>
      `The disk with the database file ${file} is full or fails (${reason}). Free some space, then start again.`,
  ],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    (file, reason) => `Another program has locked the database file ${file} (${reason}). Wait for it, or end it.`,
  ],
];

type Place = ReturnType<typeof placeOf>;

/** Error codes of a server and of the way to it. */
const OF_SERVER: [RegExp, (place: Place, reason: string) => string][] = [
  [
    /^ER_ACCESS_DENIED_ERROR$/,
    ({ host, port, user }) =>
      `The database server at ${host}:${port} refuses the user "${user}". Check the user and the password in DATABASE_URL.`,
  ],
  [
    /^ER_DBACCESS_DENIED_ERROR$/,
    ({ name, user }) =>
      `The user "${user}" may not use the database "${name}". Grant it, or change DATABASE_URL (docs/install.md).`,
  ],
  [
    /^ER_BAD_DB_ERROR$/,
    ({ host, port, name }) =>
      `There is no database "${name}" at ${host}:${port}. Create it (docs/install.md), or change DATABASE_URL.`,
  ],
  [
    /^ER_(TABLE|COLUMN|SPECIFIC_|PROC)?ACCESS_DENIED_ERROR$/,
    ({ user }, reason) =>
      `The database user "${user}" may not do that (${reason}). Migrate with a user who may change tables: ${MIGRATE}.`,
  ],
  [
    /^HANDSHAKE_NO_SSL_SUPPORT$/,
    ({ host, port }) =>
      `The database server at ${host}:${port} does not encrypt connections. Set up TLS there, or leave ssl out of DATABASE_URL.`,
  ],
  [
    /^(HANDSHAKE_SSL_ERROR|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+)$/,
    ({ host, port }, reason) =>
      `The certificate of the database server at ${host}:${port} is not trusted (${reason}). Name its authority with ssl-ca=<file> in DATABASE_URL.`,
  ],
  [
    /^ER_(CON_COUNT_ERROR|TOO_MANY_USER_CONNECTIONS|USER_LIMIT_REACHED)$/,
    ({ host, port }, reason) =>
      `The database server at ${host}:${port} has no connection left (${reason}). Each replica takes up to ${CONNECTIONS}: raise max_connections, or the limit of the user.`,
  ],
  [/^ER_NO_SUCH_TABLE$/, () => `The database is not migrated. Run ${MIGRATE}.`],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    ({ host }) => `The host "${host}" of DATABASE_URL is not known here. Check its name, and the network.`,
  ],
  [/^NO_WRITER$/, (_place, reason) => `The database cannot be used: ${reason}. Check its servers, and DATABASE_URL.`],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ETIMEDOUT|ECONNRESET|PROTOCOL_CONNECTION_LOST)$/,
    ({ host, port }, reason) =>
      `No database server answers at ${host}:${port} (${reason}). Check that it runs, and DATABASE_URL.`,
  ],
];

export const MIGRATE = '`node dist/cli.js migrate`';

/** Of better-sqlite3, whose binary is made for one version of Node.js and one system. */
const NO_DRIVER =
  /has not been found installed|compiled against a different|invalid ELF header|locate the bindings file|better_sqlite3\.node/;

/**
 * Runs work that opens or reads the database. Errors that the operator can fix become a StartError with advice; other
 * errors are rethrown.
 */
export async function withAdvice<T>(address: DatabaseAddress, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const advice = error instanceof StartError ? null : adviceOn(address, error as Error);
    throw advice === null ? error : new StartError(advice, { cause: error });
  }
}

/** Whether a server has fewer connections left than a replica that starts may take; null = it has enough, or there is no server. */
export async function connectionShortage(database: Database) {
  if (database.dialect.embedded) return null;
  // The second one is that of the user, where it has one of its own.
  const [limits] = await database.query<{ most: number; of_user: number }>(
    'SELECT @@GLOBAL.max_connections AS most, @@SESSION.max_user_connections AS of_user',
  );
  const [status] = await database.query<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Threads_connected'");
  const connected = Number(status!.Value);
  const ofUser = Number(limits!.of_user);
  const { used, idle } = database.usage();
  const left = Math.min(Number(limits!.most) - connected, ofUser > 0 ? ofUser - used - idle : Infinity);
  const needed = CONNECTIONS - used - idle;
  return left >= needed ? null : { max_connections: Number(limits!.most), connected, left, needed };
}

function adviceOn({ kind, location }: DatabaseAddress, error: Error): string | null {
  const code = codeOf(error) ?? '';
  const reason = error.message;
  if (kind !== 'sqlite') return OF_SERVER.find(([codes]) => codes.test(code))?.[1](placeOf(location), reason) ?? null;
  if (NO_DRIVER.test(reason))
    return (
      `The SQLite driver better-sqlite3 does not load with Node.js ${process.versions.node} on ${process.platform}-${process.arch}: it is not ` +
      'installed, or for another version or system. Run `npm ci` again.'
    );
  return OF_FILE.find(([codes]) => codes.test(code))?.[1](location, reason) ?? null;
}

import type { DatabaseAddress } from '../config/database-url';
import { permissionHint } from '../config/private-files';
import { StartError } from '../config/start-error';
import { codeOf } from './errors';

/** Error codes of SQLite, and what they mean for the operator. The first match counts. */
const MEANINGS: [RegExp, (file: string, reason: string) => string][] = [
  [
    /^SQLITE_(NOTADB|CORRUPT)/,
    (file, reason) =>
      `The database file ${file} is damaged, or is no SQLite database (${reason}). Put it back from a backup ("Backups" in ` +
      'docs/operations.md), or move it away to begin with an empty one.',
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

/**
 * Runs work that opens or reads the embedded database. Errors of SQLite about its file become a StartError that names the file and says what
 * to do; other errors stay as they are.
 */
export async function namingTheFile<T>(address: DatabaseAddress, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    const meaning = address.kind === 'sqlite' && code ? MEANINGS.find(([codes]) => codes.test(code)) : undefined;
    throw meaning ? new StartError(meaning[1](address.location, (error as Error).message), { cause: error }) : error;
  }
}

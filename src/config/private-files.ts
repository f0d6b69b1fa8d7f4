import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from './start-error';

/** Creates a folder that only its owner may enter. An existing folder keeps its mode. */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(
      `The folder ${folder} cannot be created: ${reasonOf(error)}. Choose another one (DATA_DIR, or the path in DATABASE_URL), ` +
        `or let ${ourUser()} write there.`,
    );
  }
}

/**
 * Creates an empty file that only its owner may read, and its folder. Does not open an existing file: closing it would release the
 * POSIX locks that SQLite holds on it in this process.
 */
export function makePrivateFile(file: string): void {
  makePrivateFolder(dirname(file));
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new StartError(`The file ${file} cannot be created: ${reasonOf(error)}. ${permissionHint()}`);
  }
}

/** Advice to the operator about a file that cannot be written. */
export const permissionHint = () =>
  `Let ${ourUser()} write to it and to its folder, and check that the disk has space.`;

/** The system's message without code, call and path: `EACCES: permission denied, open '/x'` is `permission denied`. */
export function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return /^[A-Z][A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}

const ourUser = () => (process.getuid ? `user ${process.getuid()}` : 'the user of this process');

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from './start-error';

/** Makes a folder that only its owner may enter. A folder that exists keeps its mode. */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(
      `The folder ${folder} cannot be made: ${reasonOf(error)}. Name another one (DATA_DIR, or the path in DATABASE_URL), ` +
        `or let ${whoWeAre()} write there.`,
    );
  }
}

/**
 * Makes an empty file that only its owner may read, and its folder. A file that exists is not even opened: closing it again would take
 * away the locks that SQLite holds on it for this process.
 */
export function makePrivateFile(file: string): void {
  makePrivateFolder(dirname(file));
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new StartError(`The file ${file} cannot be made: ${reasonOf(error)}. ${permissionHint()}`);
  }
}

/** What to do about a file that this process may not write. */
export const permissionHint = () => `Let ${whoWeAre()} write to it and to its folder, and see that the disk has space.`;

/** What the system says, without the call and the path: `EACCES: permission denied, open '/x'` is `permission denied`. */
export function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return /^[A-Z][A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}

const whoWeAre = () => (process.getuid ? `user ${process.getuid()}` : 'the user of this process');

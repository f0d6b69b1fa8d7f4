import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, permissionHint, reasonOf } from './private-files';
import { StartError } from './start-error';

const SHORTEST = 32;
const MOST = 10;

/** What they must be, for the person who wrote something else. */
export const SECRET_KEYS = `at most ${MOST} keys of at least ${SHORTEST} characters, with commas between them`;

export function parseSecretKey(text: string): string | null {
  return text.length >= SHORTEST ? text : null;
}

/** A key may have commas in it itself, so the whole text counts as one too: a key that sealed nothing opens nothing. */
export function parseSecretKeys(text: string): string[] | null {
  const keys = text.split(',').map((part) => part.trim());
  const usable = keys.filter((key) => parseSecretKey(key) !== null);
  if (usable.length > MOST || parseSecretKey(text) === null) return null;
  return [...new Set([text, ...usable])];
}

/**
 * The key of the embedded database's secrets: made on the first start, kept in the data directory, readable by its owner only.
 * `wx` makes the first of two processes that start together the one whose key counts.
 * @throws StartError when the file cannot be written or read, or is empty
 */
export function keptSecretKey(dataDir: string): string {
  makePrivateFolder(dataDir);
  const file = join(dataDir, 'secret.key');
  const key = readOrMake(file);
  if (key === '')
    throw new StartError(
      `The key file ${file} is empty. Put the key back from a backup; if nothing was stored yet, remove the file and start again.`,
    );
  return key;
}

function readOrMake(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString('base64url') + '\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartError(`The key file ${file} cannot be written: ${reasonOf(error)}. ${permissionHint()}`);
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new StartError(`The key file ${file} cannot be read: ${reasonOf(error)}.`);
  }
}

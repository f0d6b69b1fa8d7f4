import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, permissionHint, reasonOf } from './private-files';
import { StartError } from './start-error';

const SHORTEST = 32;
const MOST = 10;

/** Completes "… must be". */
export const SECRET_KEYS = `at most ${MOST} keys of at least ${SHORTEST} characters, separated by commas`;

export function parseSecretKey(text: string): string | null {
  return text.length >= SHORTEST ? text : null;
}

/** A key may contain commas, so the whole text counts as a key too; an extra key is harmless. */
export function parseSecretKeys(text: string): string[] | null {
  const keys = text.split(',').map((part) => part.trim());
  const usable = keys.filter((key) => parseSecretKey(key) !== null);
  if (usable.length > MOST || parseSecretKey(text) === null) return null;
  return [...new Set([text, ...usable])];
}

export const keyFileIn = (dataDir: string): string => join(dataDir, 'secret.key');

/**
 * The key in the data directory, created at the first start; only its owner may read it.
 * @throws StartError when the file cannot be written or read, or is empty
 */
export function loadOrCreateSecretKey(dataDir: string): string {
  makePrivateFolder(dataDir);
  const file = keyFileIn(dataDir);
  const key = readOrCreate(file);
  if (key === '')
    throw new StartError(
      `The key file ${file} is empty. Restore the key from a backup; if nothing was stored yet, remove the file and start again.`,
    );
  return key;
}

function readOrCreate(file: string): string {
  try {
    // `wx`: of two processes that start at once, the first one's key counts.
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

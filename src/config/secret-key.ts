import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
 */
export function keptSecretKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secret.key');
  try {
    writeFileSync(file, randomBytes(32).toString('base64url') + '\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

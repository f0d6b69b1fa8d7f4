import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Which files of a folder to read. */
interface FileChoice {
  /** File extension, in lower case. */
  ending: string;
  maxBytes: number;
}

/** A file, or why it could not be read. */
export interface FoundFile {
  /** Relative to the given folder, or inside the archive. */
  path: string;
  text: string | null;
  problem: string | null;
}

const MAX_DEPTH = 32;
export const MAX_PATH = 1_024;

/**
 * The files of a folder, sorted by path. One file is in memory at a time. Links are reported, not followed.
 * @param path of a folder below it
 * @throws when it does not exist
 */
export async function* filesIn(root: string, choice: FileChoice, path = '', depth = 0): AsyncGenerator<FoundFile> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error: unknown) => error as Error);
  if (entries instanceof Error) {
    if (depth === 0) throw entries;
    return yield cannotBeRead(path, entries);
  }
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.isSymbolicLink()) yield found(inner, null, 'is a link, which is not followed');
    else if (entry.isDirectory() && depth === MAX_DEPTH) yield found(inner, null, 'is too deep');
    else if (entry.isDirectory()) yield* filesIn(root, choice, inner, depth + 1);
    else if (entry.isFile() && entry.name.toLowerCase().endsWith(choice.ending))
      yield await read(root, inner, choice.maxBytes);
  }
}

async function read(root: string, path: string, maxBytes: number): Promise<FoundFile> {
  try {
    // It may have become a link or a pipe since the folder was listed.
    const file = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile() || stats.size > maxBytes) return unreadable(path, stats.size, maxBytes);
      return textual(path, await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    return cannotBeRead(path, error);
  }
}

export const found = (path: string, text: string | null, problem: string | null): FoundFile => ({
  path: path.replaceAll(/\p{Cc}/gu, '?').slice(0, MAX_PATH),
  text,
  problem,
});

const cannotBeRead = (path: string, error: unknown) =>
  found(path, null, `cannot be read (${(error as NodeJS.ErrnoException).code})`);

export const unreadable = (path: string, size: number, maxBytes: number) =>
  found(path, null, size > maxBytes ? `is longer than ${maxBytes} bytes` : 'is not a file');

export function textual(path: string, bytes: Buffer): FoundFile {
  if (!isUtf8(bytes)) return found(path, null, 'is not UTF-8');
  return found(path, bytes.toString('utf8').replace(/^\uFEFF/, ''), null);
}

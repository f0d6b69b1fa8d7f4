import { isUtf8 } from 'node:buffer';
import { constants, createReadStream, type Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Extract, extract, type Header } from 'tar-stream';
import { decompressed } from './lines';

/** Which files of a folder or an archive to read. */
export interface FileChoice {
  /** The folder with the files. In an archive, every folder of this name counts, at any depth. */
  folder: string;
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

export interface FileSource {
  files: AsyncIterable<FoundFile>;
  /** How much is done, 0 to 1; null = unknown. */
  done(): number | null;
}

type ArchiveEntry = Extract extends AsyncIterable<infer E> ? E : never;

/** Entries of an archive; the largest public ones have half a million. */
const MAX_ENTRIES = 5_000_000;
const MAX_DEPTH = 32;
const MAX_PATH = 1_024;

/**
 * The files of a folder, sorted by path, or of a tar archive (plain or gzip), in its order. One file is in memory at a time. Links are
 * reported, not followed.
 * @param location a path, or `-` for an archive on standard input
 * @throws when it does not exist or the archive is damaged
 */
export async function openFiles(location: string, choice: FileChoice): Promise<FileSource> {
  if (location === '-') return { files: archiveFiles(process.stdin, choice), done: () => null };
  const stats = await stat(location);
  if (stats.isDirectory()) return folderFiles(location, choice);
  const input = createReadStream(location);
  return { files: archiveFiles(input, choice), done: () => (stats.size > 0 ? input.bytesRead / stats.size : null) };
}

async function folderFiles(location: string, choice: FileChoice): Promise<FileSource> {
  const inner = await stat(join(location, choice.folder)).catch(() => null);
  const start = inner?.isDirectory() ? choice.folder : '';
  const walk = new FolderWalk(location, choice);
  return { files: walk.files(start, [0, 1], 0), done: () => walk.done };
}

const found = (path: string, text: string | null, problem: string | null): FoundFile => ({
  path: path.replaceAll(/\p{Cc}/gu, '?').slice(0, MAX_PATH),
  text,
  problem,
});

class FolderWalk {
  /** Each folder's share is split evenly among its entries. */
  done = 0;

  constructor(
    private readonly root: string,
    private readonly choice: FileChoice,
  ) {}

  async *files(folder: string, [from, to]: [number, number], depth: number): AsyncGenerator<FoundFile> {
    const entries = await this.entriesOf(folder).catch((error: unknown) => error as NodeJS.ErrnoException);
    if (entries instanceof Error) {
      if (depth === 0) throw entries;
      return yield found(folder, null, `cannot be read (${entries.code})`);
    }
    const share = (to - from) / Math.max(1, entries.length);
    for (const [index, entry] of entries.entries()) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      this.done = from + index * share;
      if (entry.isSymbolicLink()) yield found(path, null, 'is a link, which is not followed');
      else if (entry.isDirectory() && depth === MAX_DEPTH) yield found(path, null, 'is too deep');
      else if (entry.isDirectory()) yield* this.files(path, [this.done, this.done + share], depth + 1);
      else if (entry.isFile() && entry.name.toLowerCase().endsWith(this.choice.ending)) yield await this.read(path);
    }
  }

  private async entriesOf(folder: string): Promise<Dirent[]> {
    const entries = await readdir(join(this.root, folder), { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  private async read(path: string): Promise<FoundFile> {
    const { maxBytes } = this.choice;
    try {
      // It may have become a link or a pipe since the folder was listed.
      const file = await open(join(this.root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        const stats = await file.stat();
        if (!stats.isFile() || stats.size > maxBytes) return unreadable(path, stats.size, maxBytes);
        return textual(path, await file.readFile());
      } finally {
        await file.close();
      }
    } catch (error) {
      return found(path, null, `cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
}

async function* archiveFiles(input: Readable, choice: FileChoice): AsyncGenerator<FoundFile> {
  const unpacked = await decompressed(input);
  const entries = extract();
  unpacked.on('error', (error) => entries.destroy(error)).pipe(entries);
  let count = 0;
  try {
    for await (const entry of entries) {
      if (++count > MAX_ENTRIES) throw new Error(`The archive has more than ${MAX_ENTRIES} entries.`);
      const file = await archiveFile(entry, choice);
      if (file) yield file;
    }
  } finally {
    input.destroy();
  }
  if (count === 0) throw new Error('This is not a tar archive, or it is empty.');
}

/** Null for entries that were not chosen. */
async function archiveFile(entry: ArchiveEntry, choice: FileChoice): Promise<FoundFile | null> {
  const { name, type, size = 0 } = entry.header;
  const isLink = type === 'symlink' || type === 'link';
  const wanted = isChosen(entry.header, choice) && (isLink || type === 'file');
  if (!wanted || isLink || size > choice.maxBytes) {
    for await (const _chunk of entry); // must be read before the next entry
    if (!wanted) return null;
    return isLink ? found(name, null, 'is a link, which is not followed') : unreadable(name, size, choice.maxBytes);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return textual(name, Buffer.concat(chunks));
}

function isChosen({ name }: Header, { folder, ending }: FileChoice): boolean {
  return name.length <= MAX_PATH && name.toLowerCase().endsWith(ending) && `/${name}`.includes(`/${folder}/`);
}

const unreadable = (path: string, size: number, maxBytes: number) =>
  found(path, null, size > maxBytes ? `is longer than ${maxBytes} bytes` : 'is not a file');

function textual(path: string, bytes: Buffer): FoundFile {
  if (!isUtf8(bytes)) return found(path, null, 'is not UTF-8');
  return found(path, bytes.toString('utf8').replace(/^\uFEFF/, ''), null);
}

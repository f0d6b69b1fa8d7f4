// The files of an archive, as the service reads those of a folder.
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar-stream';
import { filesIn, found, MAX_PATH, textual, unreadable } from '../../../dist/source/catalogue/files.js';
import { decompressed } from '../../../dist/source/catalogue/lines.js';

/** Entries of an archive; the largest public ones have half a million. */
const MAX_ENTRIES = 5_000_000;

/**
 * The files of a folder, or of a tar archive (plain or gzip), in its order, and how much of them is done (0 to 1; null = unknown). One file is in
 * memory at a time. Throws when the location, a path or `-` for an archive on standard input, does not exist or the archive is damaged.
 * `choice.folder`: the folder with the files. In an archive, every folder of this name counts, at any depth.
 */
export async function openFiles(location, choice) {
  if (location === '-') return { files: archiveFiles(process.stdin, choice), done: () => null };
  const stats = await stat(location);
  if (stats.isDirectory()) return folderFiles(location, choice);
  const input = createReadStream(location);
  return { files: archiveFiles(input, choice), done: () => (stats.size > 0 ? input.bytesRead / stats.size : null) };
}

async function folderFiles(location, choice) {
  const inner = await stat(join(location, choice.folder)).catch(() => null);
  const start = inner?.isDirectory() ? choice.folder : '';
  const names = await readdir(join(location, start), { recursive: true });
  const count = names.filter((name) => name.toLowerCase().endsWith(choice.ending)).length;
  let read = 0;
  async function* files() {
    for await (const file of filesIn(location, choice, start)) {
      read++;
      yield file;
    }
  }
  return { files: files(), done: () => Math.min(1, read / Math.max(1, count)) };
}

async function* archiveFiles(input, choice) {
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
async function archiveFile(entry, choice) {
  const { name, type, size = 0 } = entry.header;
  const isLink = type === 'symlink' || type === 'link';
  const wanted = isChosen(entry.header, choice) && (isLink || type === 'file');
  if (!wanted || isLink || size > choice.maxBytes) {
    entry.resume(); // must be read before the next entry
    if (!wanted) return null;
    return isLink ? found(name, null, 'is a link, which is not followed') : unreadable(name, size, choice.maxBytes);
  }
  const chunks = [];
  for await (const chunk of entry) chunks.push(chunk);
  return textual(name, Buffer.concat(chunks));
}

function isChosen({ name }, { folder, ending }) {
  return name.length <= MAX_PATH && name.toLowerCase().endsWith(ending) && `/${name}`.includes(`/${folder}/`);
}

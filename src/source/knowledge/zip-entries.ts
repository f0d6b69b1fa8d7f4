import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { KnowledgeError, type KnowledgeDocument, type Rejected } from './providers/knowledge-provider';

/** Unpacked, of one entry, and of one line of a file of lines. */
export const MAX_RECORD_BYTES = 1024 * 1024;
/** How much larger it may be unpacked: an entry, and all of them. Advisories are at most twenty times as large. */
const MAX_RATIO = 100;
const ENTRIES_AT_MOST = 5_000_000;

/**
 * The entries `*.json` of a zip file, one in memory at a time. Their names are shown only.
 * @param rejected called with entries that cannot be read
 * @throws KnowledgeError when it is damaged
 */
export async function* zipEntries(path: string, rejected: (file: Rejected) => void): AsyncGenerator<KnowledgeDocument> {
  const zip = await readable(() =>
    openPromise(path, { lazyEntries: true, validateEntrySizes: true, autoClose: false }),
  );
  try {
    if (zip.entryCount > ENTRIES_AT_MOST) throw new KnowledgeError(`It has more than ${ENTRIES_AT_MOST} entries.`);
    yield* entriesOf(zip, rejected);
  } finally {
    zip.close();
  }
}

async function* entriesOf(zip: ZipFile, rejected: (file: Rejected) => void): AsyncGenerator<KnowledgeDocument> {
  let left = MAX_RATIO * zip.fileSize;
  const entries = zip.eachEntry();
  for (;;) {
    const next = await readable(() => entries.next());
    if (next.done) return;
    const entry = next.value;
    if (!entry.fileName.toLowerCase().endsWith('.json')) continue;
    const name = entry.fileName.replaceAll(/\p{Cc}/gu, '?').slice(0, 255);
    const problem = problemOf(entry);
    // Entries may lie upon each other.
    left -= entry.uncompressedSize;
    if (left < 0) throw new KnowledgeError(`It is more than ${MAX_RATIO} times as large unpacked.`);
    if (problem !== null) rejected({ at: name, reason: problem });
    else yield { name, text: await textOf(zip, entry), day: null };
  }
}

function problemOf(entry: Entry): string | null {
  if (entry.uncompressedSize > MAX_RECORD_BYTES) return `is longer than ${MAX_RECORD_BYTES} bytes`;
  if (entry.uncompressedSize > MAX_RATIO * Math.max(entry.compressedSize, 1))
    return `is more than ${MAX_RATIO} times as large unpacked`;
  return entry.canDecodeFileData() ? null : 'is encrypted, or packed in an unknown way';
}

/** The library sees to it that an entry has the size that it says. */
async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  const parts: Buffer[] = [];
  await readable(async () => {
    const stream: Readable = await zip.openReadStreamPromise(entry);
    for await (const part of stream) parts.push(part as Buffer);
  });
  return Buffer.concat(parts).toString('utf8');
}

/** @throws KnowledgeError for what is not a zip file */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    throw new KnowledgeError(`It is not a complete zip file: ${(error as Error).message}.`);
  }
}

import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { filesIn } from '../catalogue/files';
import { decompressed, type Line, linesOf } from '../catalogue/lines';
import { type KnowledgeDocument, KnowledgeError, type Rejected } from './providers/knowledge-provider';
import { MAX_RECORD_BYTES, zipEntries } from './zip-entries';

export const STANDARD = '-';
/** Of a document that has all records, or one that takes several lines. */
const MAX_DOCUMENT_LENGTH = 32 * 1024 * 1024;

/**
 * The records of a zip file, of lines of JSON, plain or gzip, of a JSON document, of the files `*.json` of a folder, or of standard input.
 * One is in memory at a time.
 * @param rejected called with what cannot be read
 * @throws KnowledgeError, and errors of the file system
 */
export async function* recordsAt(
  location: string,
  rejected: (file: Rejected) => void,
): AsyncGenerator<KnowledgeDocument> {
  if (location === STANDARD) return yield* spooled(process.stdin, rejected);
  if ((await stat(location)).isDirectory()) return yield* documentsIn(location, MAX_RECORD_BYTES, rejected);
  if (await isZip(location)) return yield* zipEntries(location, rejected);
  yield* linesIn(createReadStream(location), rejected);
}

/** The files `*.json` of a folder. */
export async function* documentsIn(
  folder: string,
  maxBytes: number,
  rejected: (file: Rejected) => void,
): AsyncGenerator<KnowledgeDocument> {
  for await (const { path, text, problem } of filesIn(folder, { ending: '.json', maxBytes }))
    if (text === null) rejected({ at: path, reason: problem! });
    else yield { name: path, text, day: null };
}

/** A zip file has its list at its end, so that it is written to a file first. */
async function* spooled(input: Readable, rejected: (file: Rejected) => void): AsyncGenerator<KnowledgeDocument> {
  const { path, remove } = await temporaryFile();
  try {
    await pipeline(input, createWriteStream(path));
    yield* recordsAt(path, rejected);
  } finally {
    await remove();
  }
}

/** A path that nobody else reads or writes. */
export async function temporaryFile(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'software-update-tracker-'));
  return { path: join(folder, 'knowledge'), remove: () => rm(folder, { recursive: true, force: true }) };
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1', 0, 2) === 'PK';
  } finally {
    await file.close();
  }
}

async function* linesIn(input: Readable, rejected: (file: Rejected) => void): AsyncGenerator<KnowledgeDocument> {
  const lines = linesOf(await decompressed(input));
  const first = await nextLine(lines);
  if (first === null) return;
  if (first.text !== null && !isRecord(first.text)) return yield* documentOf(first, lines);
  for (let line: Line | null = first; line !== null; line = await nextLine(lines)) {
    const { number, text } = line;
    if (text === null || Buffer.byteLength(text) > MAX_RECORD_BYTES)
      rejected({ at: `line ${number}`, reason: `is longer than ${MAX_RECORD_BYTES} bytes` });
    else yield { name: `line ${number}`, text, day: null };
  }
}

/** @throws KnowledgeError when it is damaged */
async function nextLine(lines: AsyncGenerator<Line>): Promise<Line | null> {
  try {
    const next = await lines.next();
    return next.done ? null : next.value;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new KnowledgeError('It is not a complete gzip file.');
  }
}

/** Otherwise it is the beginning of a document of several lines, or a list. */
function isRecord(line: string): boolean {
  if (!line.trimStart().startsWith('{')) return !/^\s*\[/.test(line);
  return line.trim() !== '{' && /\}\s*$/.test(line);
}

/** One JSON document: a record, or a list of them. @throws KnowledgeError */
async function* documentOf(first: Line, lines: AsyncGenerator<Line>): AsyncGenerator<KnowledgeDocument> {
  const parts = [first.text!];
  let length = first.text!.length;
  for (let line = await nextLine(lines); line !== null; line = await nextLine(lines)) {
    length += line.text?.length ?? MAX_DOCUMENT_LENGTH;
    if (length > MAX_DOCUMENT_LENGTH)
      throw new KnowledgeError(`It is one document of more than ${MAX_DOCUMENT_LENGTH / 1024 / 1024} MB.`);
    parts.push(line.text!);
  }
  const content = parsed(parts.join('\n'));
  const list: unknown[] = Array.isArray(content) ? content : [content];
  for (const [at, record] of list.entries())
    yield { name: `entry ${at}`, text: JSON.stringify(record) ?? 'null', day: null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new KnowledgeError('It is not JSON.');
  }
}

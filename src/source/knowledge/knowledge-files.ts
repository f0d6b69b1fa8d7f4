import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { filesIn } from '../catalogue/files';
import { decompressed } from '../catalogue/lines';
import {
  type Knowledge,
  type KnowledgeDocument,
  KnowledgeError,
  type KnowledgeProvider,
  type Rejected,
} from './providers/knowledge-provider';
import { recordsAt } from './record-files';

/** Unpacked, of one document: as much as is read of an answer. */
export const MAX_BYTES = 32 * 1024 * 1024;
const STANDARD = '-';
/** The rest is left out. */
const REJECTED_AT_MOST = 10_000;

/**
 * What a provider reads at a location. What cannot be read is rejected, at a stream of records while it is written.
 * @param today `YYYY-MM-DD`
 * @throws KnowledgeError, SourceError, and errors of the file system
 */
export async function knowledgeAt(provider: KnowledgeProvider, location: string, today: string): Promise<Knowledge> {
  let rejected: Rejected[] = [];
  const reject = (file: Rejected) => void (rejected.length < REJECTED_AT_MOST && rejected.push(file));
  const knowledge = await provider.read(documentsAt(location, provider.form, reject), today);
  knowledge.rejected.unshift(...rejected);
  rejected = knowledge.rejected;
  return knowledge;
}

/**
 * The documents of a file, plain or gzip, of the files `*.json` of a folder, or of standard input; or its records (`recordsAt`).
 * @param rejected called with files that cannot be read
 * @throws KnowledgeError, and errors of the file system
 */
async function* documentsAt(
  location: string,
  form: KnowledgeProvider['form'],
  rejected: (file: Rejected) => void,
): AsyncGenerator<KnowledgeDocument> {
  if (form === 'records') return yield* recordsAt(location, rejected);
  if (location !== STANDARD && (await stat(location)).isDirectory()) return yield* documentsIn(location, rejected);
  const input = location === STANDARD ? process.stdin : createReadStream(location);
  yield { name: null, text: await textOf(input), day: null };
}

async function* documentsIn(folder: string, rejected: (file: Rejected) => void): AsyncGenerator<KnowledgeDocument> {
  for await (const { path, text, problem } of filesIn(folder, { ending: '.json', maxBytes: MAX_BYTES }))
    if (text === null) rejected({ at: path, reason: problem! });
    else yield { name: path, text, day: null };
}

async function textOf(input: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of (await decompressed(input)) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new KnowledgeError(`It is longer than ${MAX_BYTES / 1024 / 1024} MB.`);
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new KnowledgeError('It is not UTF-8.');
  }
}

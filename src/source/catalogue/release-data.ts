import { basename } from 'node:path';
import { isFields, textOf } from '../sources/read';
import type { FileChoice, FoundFile } from './files';
import type { Reading } from './reading';
import { type CatalogueRecord, readRecord, RecordError } from './record';

/** The folder of the repository that has them: https://github.com/endoflife-date/release-data */
export const RELEASE_DATA_FILES: FileChoice = { folder: 'releases', ending: '.json', maxBytes: 8 * 1024 * 1024 };

/** What the catalogue calls a product; null = it does not have it. */
export type KnownName = (identity: string) => Promise<{ software: string; publisher: string } | null>;

const ENDING = RELEASE_DATA_FILES.ending;

/**
 * One record for each file with versions. The files say what was released and when, and nothing else: a product that the catalogue has
 * keeps its name and its publisher's, any other is called like its file until a record says better.
 */
export async function* releaseDataReadings(files: AsyncIterable<FoundFile>, known: KnownName): AsyncGenerator<Reading> {
  for await (const file of files) {
    try {
      const record = await recordOf(file, known);
      if (record) yield { at: file.path, record };
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      const line = file.text === null ? null : lineOf(file.text, error);
      yield { at: line === null ? file.path : `${file.path}:${line}`, error };
    }
  }
}

/** Null for a file without versions: the product's are told elsewhere. */
async function recordOf({ path, text, problem }: FoundFile, known: KnownName): Promise<CatalogueRecord | null> {
  if (text === null) throw new RecordError(problem ?? 'cannot be read');
  const id = basename(path).slice(0, -ENDING.length);
  const versions = versionsOf(parse(text));
  if (versions.length === 0) return null;
  const { software, publisher } = (await known(`endoflife:${id}`)) ?? { software: id, publisher: id };
  return readRecord({
    source: { kind: 'endoflife', id },
    publisher: { name: publisher },
    software: { name: software },
    versions,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new JsonError();
  }
}

class JsonError extends RecordError {
  constructor() {
    super('is not valid JSON');
  }
}

/** A version that is wrong, by its name in the file. */
class VersionError extends RecordError {
  constructor(
    readonly label: string,
    message: string,
  ) {
    super(message, 'versions');
  }
}

function versionsOf(file: unknown): { version: string; released_at: string }[] {
  if (!isFields(file) || !isFields(file.versions)) throw new RecordError('versions must be an object', 'versions');
  return Object.entries(file.versions).map(([label, entry]) => {
    const wrong = (message: string) => new VersionError(label, `versions[${JSON.stringify(label)}]${message}`);
    if (!isFields(entry)) throw wrong(' must be an object');
    const version = textOf(entry.name) ?? label;
    const date = textOf(entry.date);
    try {
      readRecord({
        publisher: { name: '-' },
        software: { name: '-' },
        versions: [{ version, released_at: date ?? '' }],
      });
    } catch (error) {
      throw error instanceof RecordError ? wrong(error.message.replace(/^versions\[0\]/, '')) : error;
    }
    return { version, released_at: date! };
  });
}

/** The first line that is wrong; null = it is not about one. */
function lineOf(text: string, error: RecordError): number | null {
  if (error instanceof JsonError) return lineOfJsonError(text);
  if (!(error instanceof VersionError)) return null;
  const index = text.indexOf(`${JSON.stringify(error.label)}:`, text.indexOf('"versions"'));
  return index < 0 ? null : text.slice(0, index).split('\n').length;
}

/** The parser does not always say where it stopped. But it says when a text only breaks off: so the first line is looked for with which it does not. */
function lineOfJsonError(text: string): number {
  const lines = text.split('\n');
  let [good, wrong] = [0, lines.length];
  while (wrong - good > 1) {
    const middle = (good + wrong) >> 1;
    if (isBeginning(`${lines.slice(0, middle).join('\n')}\n`)) good = middle;
    else wrong = middle;
  }
  return wrong;
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const position = /at position (\d+)/.exec(message);
    return message.startsWith('Unexpected end') || (position !== null && Number(position[1]) >= text.length);
  }
}

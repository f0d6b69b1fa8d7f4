import { basename } from 'node:path';
import { readRecord, RecordError } from '../../../dist/source/catalogue/record.js';
import { isFields, textOf } from '../../../dist/common/fetch/read.js';

/** In https://github.com/endoflife-date/release-data */
export const RELEASE_DATA_FILES = { folder: 'releases', ending: '.json', maxBytes: 8 * 1024 * 1024 };

const ENDING = RELEASE_DATA_FILES.ending;

/**
 * One record for each file with versions. The files have release dates and nothing else: a product in the catalogue keeps its name and
 * its publisher's, any other is named after its file until a record has its name.
 * @param known the names of the product that the catalogue has with this identity, and of its publisher
 */
export async function* releaseDataReadings(files, known) {
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

/** Null for a file without versions. */
async function recordOf({ path, text, problem }, known) {
  if (text === null) throw new RecordError(problem ?? 'cannot be read');
  const id = basename(path).slice(0, -ENDING.length);
  const versions = versionsOf(parse(text));
  if (versions.length === 0) return null;
  const { software, publisher } = (await known(`endoflife:${id}`)) ?? { software: id, publisher: id };
  return readRecord({
    identity: { kind: 'endoflife', id },
    publisher: { name: publisher },
    software: { name: software },
    versions,
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonError();
  }
}

class JsonError extends RecordError {
  constructor() {
    super('is not valid JSON');
  }
}

/** An invalid version, by its label in the file. */
class VersionError extends RecordError {
  constructor(label, message) {
    super(message, 'versions');
    this.label = label;
  }
}

function versionsOf(file) {
  if (!isFields(file) || !isFields(file.versions)) throw new RecordError('versions must be an object', 'versions');
  return Object.entries(file.versions).map(([label, entry]) => {
    const wrong = (message) => new VersionError(label, `versions[${JSON.stringify(label)}]${message}`);
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
    return { version, released_at: date };
  });
}

/** The first invalid line; null = unknown. */
function lineOf(text, error) {
  if (error instanceof JsonError) return lineOfJsonError(text);
  if (!(error instanceof VersionError)) return null;
  const index = text.indexOf(`${JSON.stringify(error.label)}:`, text.indexOf('"versions"'));
  return index < 0 ? null : text.slice(0, index).split('\n').length;
}

/** Finds the first line after which the text is no valid beginning, by bisection: the parser does not always report a position. */
function lineOfJsonError(text) {
  const lines = text.split('\n');
  let [valid, invalid] = [0, lines.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isBeginning(`${lines.slice(0, middle).join('\n')}\n`)) valid = middle;
    else invalid = middle;
  }
  return invalid;
}

function isBeginning(text) {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error;
    const position = /at position (\d+)/.exec(message);
    return message.startsWith('Unexpected end') || (position !== null && Number(position[1]) >= text.length);
  }
}

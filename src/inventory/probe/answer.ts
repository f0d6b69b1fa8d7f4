import { JSONPathRecursionLimitError } from 'json-p3';
import { LinearPattern } from 'version-order';
import { compilePath, firstAt } from '../../source/sources/json-path';
import { parseJson } from '../../common/fetch/json-text';
import { matchesOn } from '../../source/sources/page-search';
import { SourceError } from '../../common/fetch/source-error';
import type { WebResponse } from '../../common/fetch/source-web';
import type { Says } from './presets/preset';

/** Where the version stands in an answer: in a header, at a JSONPath or anywhere in the text; the pattern captures it there. */
export interface Place {
  header: string | null;
  jsonPath: string | null;
  pattern: string | null;
  says?: Says;
}

/** Values, objects and lists of an answer. */
const MAX_PARTS = 100_000;
const MAX_VERSION = 100;

/**
 * The version in an answer.
 * @throws SourceError saying what is missing; it shows nothing of the answer, of which whoever asks sees no more than what could be a version
 */
export async function versionIn(response: WebResponse, place: Place): Promise<string> {
  if (place.says) await assertProgram(response, place.says);
  const text = await textAt(response, place);
  const found = (place.pattern === null ? text : await captured(text, place)).trim();
  const isShort = found.length <= MAX_VERSION;
  const version = isVersion(found) || !isShort ? found : (BEGINNING.exec(found)?.[0] ?? found);
  if (!isVersion(version))
    throw missing(
      `What stands ${whereOf(place)} is not a version: one has a digit, no blanks and at most ${MAX_VERSION} characters`,
    );
  return version;
}

/** `1.99.0 (b=HEAD)` */
const BEGINNING = /^v?\d[^\s,;()]*/i;

/** @throws SourceError */
async function assertProgram(response: WebResponse, { program, jsonPath, is }: Says): Promise<void> {
  const text = at(jsonPath, await parseJson(response.body, MAX_PARTS)) ?? '';
  if (typeof text !== 'string' || !is.test(text)) throw missing(`The answer is not that of ${program}`);
}

async function textAt(response: WebResponse, { header, jsonPath }: Place): Promise<string> {
  if (header !== null) {
    const value = response.headers[header.toLowerCase()];
    if (value === undefined)
      throw new SourceError(
        `The answer has no header ${header}`,
        null,
        response.status === 200 ? 'nothing' : response.status,
      );
    return [value].flat()[0]!;
  }
  if (jsonPath === null) return response.body;
  const value = at(jsonPath, await parseJson(response.body, MAX_PARTS));
  if (value === undefined || value === null) throw missing(`The answer has nothing at ${jsonPath}`);
  if (typeof value !== 'string' && !Number.isSafeInteger(value))
    throw missing(`What stands at ${jsonPath} is not a text`);
  return String(value);
}

function at(path: string, document: unknown): unknown {
  try {
    return firstAt(compilePath(path), document);
  } catch (error) {
    if (!(error instanceof JSONPathRecursionLimitError)) throw error;
    throw missing('The answer is nested too deeply for this path');
  }
}

async function captured(text: string, place: Place): Promise<string> {
  for await (const [, group] of matchesOn(text, new LinearPattern(place.pattern!), 1)) if (group) return group;
  throw missing(`The pattern is not found ${placeName(place)}`);
}

/**
 * The text at a path of an answer of JSON.
 * @throws SourceError saying what is missing
 */
export const textAtPath = (response: WebResponse, jsonPath: string): Promise<string> =>
  textAt(response, { header: null, jsonPath, pattern: null });

const placeName = ({ header, jsonPath }: Place) =>
  header !== null ? `in the header ${header}` : jsonPath !== null ? `in the text at ${jsonPath}` : 'in the answer';

const whereOf = (place: Place) =>
  place.pattern !== null
    ? 'in the group of the pattern'
    : place.jsonPath !== null && place.header === null
      ? `at ${place.jsonPath}`
      : placeName(place);

const isVersion = (text: string) => text.length <= MAX_VERSION && /\d/.test(text) && !/[\s\p{C}]/u.test(text);

const missing = (message: string) => new SourceError(message, null, 'nothing');

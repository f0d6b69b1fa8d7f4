import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BUNDLED } from '../../src/source/catalogue/catalogue-refresh';

/** The lines of each file of the bundled catalogue, by its name. */
export const bundledFiles = (): Map<string, string[]> =>
  new Map(BUNDLED.map((path) => [basename(path, '.ndjson.gz'), linesOf(path)]));

/** All lines, in the order of their import. */
export const bundledLines = (): string[] => BUNDLED.flatMap(linesOf);

const linesOf = (path: string) => gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Config } from '../../src/config/config';
import type { Release } from '../../src/source/sources/source';
import type { Answer, ReceivedRequest } from '../channels/peers';

/** How the contract test looks at one type of source from outside. */
export interface Stage {
  /** Settings that lead to a receiver at this base address (no slash at its end). Every secret has the word `canary` in it. */
  settings: (base: string) => Record<string, unknown>;
  environment?: (base: string) => Partial<Config>;
  /** Answers as the provider does, with a real payload; whatever the provider would refuse is answered with its real error. */
  serve: (request: ReceivedRequest, base: string) => Answer;
  /** What comes out of it: how many, and some of them in full. */
  expected: { count: number; releases: Release[] };
  /** Further real answers of the provider to the first request of a fetch: each gives releases or a SourceError, never anything else. */
  payloads?: string[];
  /** false: it asks by a way that knows no conditional requests. */
  conditional?: boolean;
}

/** A file out of `payloads/`, unpacked when it ends in `.gz`. */
export function payload(name: string): string {
  const file = readFileSync(join(__dirname, 'payloads', name));
  return (name.endsWith('.gz') ? gunzipSync(file) : file).toString('utf8');
}

/** The names of all payloads of a folder, for `payload`. */
export const payloadsOf = (folder: string): string[] =>
  readdirSync(join(__dirname, 'payloads', folder)).map((name) => `${folder}/${name}`);

/** The stages by type, out of the files `<type>.stage.ts` in this folder. */
export function readStages(): Record<string, Stage> {
  const files = readdirSync(__dirname).filter((name) => name.endsWith('.stage.ts'));
  return Object.fromEntries(
    files.map((file) => [
      file.replace('.stage.ts', ''),
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- one file a stage, found by its name
      (require(`./${file}`) as { stage: Stage }).stage,
    ]),
  );
}

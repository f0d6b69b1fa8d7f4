import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Config } from '../../../src/config/config';
import type { Release } from '../../../src/source/sources/source';
import type { Answer, ReceivedRequest } from '../../notification/providers/peers';

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
  /** How the provider splits a list into pages that the source has to read; null = it does not. */
  pages: Pages | null;
  /** false: it asks by a way that knows no conditional requests. */
  conditional?: boolean;
}

export interface Pages {
  /** The two halves of an answer, each as the provider would write it; null = it is not the list (a token, say). */
  halves: (body: string) => [string, string] | null;
  /** Writes where the next page is into a page; if it is not given, a `Link` header says it. */
  withNext?: (page: string, next: string) => string;
}

/** Of a list in JSON, or of one that is a member of an object. */
export const halvesOf =
  (member?: string): Pages['halves'] =>
  (body) => {
    const whole = JSON.parse(body) as unknown[] | Record<string, unknown[]>;
    const list = Array.isArray(whole) ? whole : member === undefined ? undefined : whole[member];
    if (!Array.isArray(list)) return null;
    const middle = Math.floor(list.length / 2);
    const page = (part: unknown[]) => JSON.stringify(member === undefined ? part : { ...whole, [member]: part });
    return [page(list.slice(0, middle)), page(list.slice(middle))];
  };

/** A file out of `payloads/`, unpacked when it ends in `.gz`. */
export function payload(name: string): string {
  const file = readFileSync(resolve(__dirname, 'payloads', name));
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

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tagOf } from '../endpoint/etag';
import { StartError } from '../../config/start-error';
import { pagePolicy } from './page-policy';

/** A file in memory, also as it was compressed by the build. */
export interface Asset {
  type: string;
  /** Its name changes with its content. */
  isImmutable: boolean;
  tag: string;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

/** `index.html`, with `%CSP_NONCE%` where the nonce of each response goes. */
export interface Page {
  /** Without anything of a visitor, for somebody who is not signed in. */
  html: string;
  /** Of `html` and its policy. */
  tag: string;
  /** For somebody who is signed in: what comes before the data, by address; `*` = any other address. */
  heads: Readonly<Record<string, string>>;
  /** What comes after the data. */
  tail: string;
  /** For the policy: of the script in the page. */
  scriptHashes: readonly string[];
  /** The query of the list that an address shows to a browser with these cookies; null = it shows none. */
  listQuery(path: string, search: string, cookies: string): string | null;
}

export interface WebFiles {
  /** Patterns of the addresses that get the page, such as `/software/:id`. */
  routes: string[];
  page: Page;
  /** By path. */
  assets: ReadonlyMap<string, Asset>;
}

/** `assets.json`, which `web/build.mjs` writes. */
interface Manifest {
  routes: string[];
  /** HTML of the application's frame, by address; `*` = any other address. */
  frames?: Record<string, string>;
  scriptHashes?: string[];
  /** A module of Node that says which list an address shows. */
  firstList?: string;
  files: { path: string; file: string; type: string; immutable: boolean; encodings: ('br' | 'gz')[] }[];
}

const PAGE = '/index.html';
/** Where they go in the page. */
const FRAME = '<!--frame-->';
const DATA = '<!--data-->';

/**
 * Reads the built web application, less than 1 MB. No request reads a file, so no path of a request can lead out of the folder.
 * @returns null when it was not built
 * @throws StartError when it is not whole
 */
export const readWebFiles = (folder: string): WebFiles | null => readBuilt(folder, webFilesOf);

/** The same of files alone. */
export const readAssets = (folder: string): ReadonlyMap<string, Asset> | null => readBuilt(folder, assetsOf);

function readBuilt<T>(folder: string, read: (folder: string, manifest: Manifest) => T): T | null {
  const manifest = join(folder, 'assets.json');
  if (!existsSync(manifest)) return null;
  try {
    return read(folder, JSON.parse(readFileSync(manifest, 'utf8')) as Manifest);
  } catch (error) {
    throw new StartError(`What was built in ${folder} is not whole, build it again: ${(error as Error).message}`);
  }
}

const assetsOf = (folder: string, { files }: Manifest) =>
  new Map(files.map((file) => [file.path, readAsset(folder, file)] as const));

function webFilesOf(folder: string, manifest: Manifest): WebFiles {
  const assets = assetsOf(folder, manifest);
  const html = assets.get(PAGE)!.plain.toString();
  assets.delete(PAGE);
  return { routes: manifest.routes, page: readPage(folder, html, manifest), assets };
}

function readPage(folder: string, html: string, { frames = {}, scriptHashes = [], firstList }: Manifest): Page {
  const [head, tail = ''] = html.split(DATA) as [string, string?];
  const listOf = firstList
    ? (createRequire(join(folder, firstList))(`./${firstList}`) as Pick<Page, 'listQuery'>)
    : null;
  return {
    html: head.replace(FRAME, '') + tail,
    // The browser keeps the policy with the page, so another policy is another page.
    tag: tagOf(html + pagePolicy('', scriptHashes)),
    heads: Object.fromEntries(
      Object.entries({ '*': '', ...frames }).map(([path, frame]) => [path, head.replace(FRAME, () => frame)]),
    ),
    tail,
    scriptHashes,
    listQuery: (path, search, cookies) => listOf?.listQuery(path, search, cookies) ?? null,
  };
}

function readAsset(folder: string, { file, type, immutable, encodings }: Manifest['files'][number]): Asset {
  const path = join(folder, file);
  const plain = readFileSync(path);
  return {
    type,
    isImmutable: immutable,
    tag: tagOf(plain),
    plain,
    ...(encodings.includes('br') ? { br: readFileSync(`${path}.br`) } : {}),
    ...(encodings.includes('gz') ? { gzip: readFileSync(`${path}.gz`) } : {}),
  };
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tagOf } from '../../common/api/etag';
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

/** `index.html`, cut where the nonce of each response goes. */
export interface Page {
  parts: string[];
  tag: string;
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
  files: { path: string; file: string; type: string; immutable: boolean; encodings: ('br' | 'gz')[] }[];
}

const PAGE = '/index.html';
const NONCE = '%CSP_NONCE%';

/**
 * Reads the built web application, less than 1 MB. No request reads a file, so no path of a request can lead out of the folder.
 * @returns null when it was not built
 * @throws StartError when it is not whole
 */
export function readWebFiles(folder: string): WebFiles | null {
  const manifest = join(folder, 'assets.json');
  if (!existsSync(manifest)) return null;
  try {
    return read(folder, JSON.parse(readFileSync(manifest, 'utf8')) as Manifest);
  } catch (error) {
    throw new StartError(`The web application in ${folder} is not whole, build it again: ${(error as Error).message}`);
  }
}

function read(folder: string, { routes, files }: Manifest): WebFiles {
  const page = readFileSync(join(folder, files.find(({ path }) => path === PAGE)!.file), 'utf8');
  const assets = files.filter(({ path }) => path !== PAGE).map((file) => [file.path, readAsset(folder, file)] as const);
  // The browser keeps the policy with the page, so another policy is another page.
  return { routes, page: { parts: page.split(NONCE), tag: tagOf(page + pagePolicy('')) }, assets: new Map(assets) };
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

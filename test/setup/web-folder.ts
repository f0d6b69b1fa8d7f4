import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export interface WebFile {
  path: string;
  type: string;
  text: string;
  immutable: boolean;
  isCompressed: boolean;
}

const ROUTES = ['/', '/sign-in', '/updates', '/software/:id', '/channels/new/:type'];

/** @param more of `assets.json` @returns a folder as `web/build.mjs` makes it */
export function writeWebFolder(index: string, files: WebFile[], routes = ROUTES, more: object = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-web-'));
  const page = {
    path: '/index.html',
    type: 'text/html; charset=utf-8',
    text: index,
    immutable: false,
    isCompressed: false,
  };
  const entries = [page, ...files].map(({ path, type, text, immutable, isCompressed }) => {
    const file = path.slice(1);
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    if (isCompressed) writeFileSync(`${target}.br`, brotliCompressSync(text));
    if (isCompressed) writeFileSync(`${target}.gz`, gzipSync(text));
    return { path, file, type, immutable, encodings: isCompressed ? ['br', 'gz'] : [] };
  });
  writeFileSync(join(folder, 'assets.json'), JSON.stringify({ routes, files: entries, ...more }));
  return folder;
}

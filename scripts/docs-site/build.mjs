// Builds dist/docs, which the service serves at /docs: a page for each page of Markdown, what the search reads, and the titles for the palette of
// the web application. Each file is also there compressed; assets.json lists them, as that of web/build.mjs does.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { colors, minifiedStyles, minifiedScript } from '../../web/page.mjs';
import { pageHtml } from './page.mjs';
import { readPages } from './pages.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'dist', 'docs');
const TYPES = {
  '': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.yml': 'text/plain; charset=utf-8',
};
const read = (name) => readFileSync(join(ROOT, name));

/** As they are listed in assets.json. */
const files = [];

/** @param name below /docs; that of a page has no extension */
function write(name, content) {
  const type = TYPES[extname(name)];
  if (type === undefined) throw new Error(`${name}: no media type is known for it (scripts/docs-site/build.mjs).`);
  const file = extname(name) === '' ? `${name || 'index'}.html` : name;
  mkdirSync(dirname(join(OUT, file)), { recursive: true });
  writeFileSync(join(OUT, file), content);
  const encodings = type === TYPES['.png'] ? [] : compress(join(OUT, file), content);
  files.push({ path: posix.join('/docs', name), file, type, immutable: name.startsWith('assets/'), encodings });
}

function compress(path, content) {
  // The level above takes five times as long.
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  writeFileSync(`${path}.gz`, gzipSync(content));
  return ['br', 'gz'];
}

/** Writes it under a name that changes with it. @returns its address */
function writeHashed(name, content) {
  const [base, ending] = name.split('.');
  const file = `assets/${base}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.${ending}`;
  write(file, content);
  return `/docs/${file}`;
}

rmSync(OUT, { recursive: true, force: true });
const { pages, groups, linked } = readPages(ROOT);
const local = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const shared = {
  style: writeHashed('site.css', minifiedStyles(`:root { ${await colors()} } ${local('site.css')}`)),
  script: writeHashed('site.js', minifiedScript('site.js', local('site.js'))),
  theme: writeHashed('theme.js', minifiedScript('theme.js', read('web/theme.js').toString())),
  icon: writeHashed('icon.svg', read('web/public/icon.svg')),
};
for (const page of pages) write(page.name, pageHtml(page, groups, shared));
for (const name of linked) write(name.replace(/^docs\//, ''), read(name));
const titles = pages.map(({ address, title }) => [address, title]);
const sections = pages.flatMap((page, at) => page.sections.map(({ id, heading, text }) => [at, id, heading, text]));
write('pages.json', JSON.stringify(titles));
write('search.json', JSON.stringify({ pages: titles, sections }));
// Written last, so that a build that was cut off is done again.
writeFileSync(join(OUT, 'assets.json'), JSON.stringify({ files }, null, 2));

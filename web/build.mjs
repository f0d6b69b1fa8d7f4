// Builds the web application into dist/web: hashed files, each also compressed, and assets.json, which the service reads at its start
// (src/api/web-app/asset-map.ts); among them the worker, which knows their names. packages.json lists the packages in the bundle, for the bill of materials. Beside it, the icons of
// products.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { writeIcons } from './icons.mjs';
import { entryOf, frames, firstPaint, scriptHashes } from './page.mjs';
import { stylesInOrder } from './styles.mjs';
import { viteConfig } from './vite.config.mjs';

const out = viteConfig.build.outDir;
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

const packages = new Map();

/** Notes the packages whose modules are in the bundle. */
const listPackages = {
  name: 'list-packages',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      for (const id of Object.keys(chunk.modules ?? {})) {
        const found = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(id);
        if (found) packages.set(found[1], found[2]);
      }
  },
};

/** Notes the modules of the entry and of what it imports. */
const noteNeeded = {
  name: 'note-needed',
  generateBundle(_options, bundle) {
    const followed = new Set();
    const follow = (name) => {
      const chunk = bundle[name];
      if (!chunk || followed.has(name)) return;
      followed.add(name);
      for (const [id, { renderedLength }] of Object.entries(chunk.modules))
        if (renderedLength > 0 || isStyle(id)) needed.add(id);
      chunk.imports.forEach(follow);
    };
    for (const { type, isEntry, fileName } of Object.values(bundle)) if (type === 'chunk' && isEntry) follow(fileName);
  },
};

/** Of styles nothing is left in a script. */
const isStyle = (id) => /\.css$/.test(id);

/** The entry itself stays: Vite drops one that has nothing but styles. */
const isNeeded = (id) => (needed.has(id) || id.endsWith('/parts/ui/index.ts')) && !id.endsWith('/src/main.tsx');
const inOneFile = {
  name: 'in-one-file',
  outputOptions: (options) => ({
    ...options,
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'first', test: isNeeded }] },
  }),
};

// Twice: the first time tells what people need before they see anything, which is then one file instead of twenty.
const needed = new Set();
await build({
  ...viteConfig,
  build: { ...viteConfig.build, write: false },
  logLevel: 'error',
  plugins: [noteNeeded],
});
await build({
  ...viteConfig,
  logLevel: 'warn',
  plugins: [listPackages, inOneFile, firstPaint(), stylesInOrder()],
});

// Not sent to anybody: the service asks it.
const FIRST_LIST = 'first-list.cjs';
await build({
  ...viteConfig,
  logLevel: 'error',
  plugins: [],
  build: {
    ssr: join(viteConfig.root, 'src', 'first-list.ts'),
    outDir: out,
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: { output: { format: 'cjs', entryFileNames: FIRST_LIST } },
  },
});

packages.set(writeIcons(join(dirname(out), 'icons.json')), 'simple-icons');
const manifests = [...packages.keys()].map((folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
const listed = manifests
  .map(({ name, version, license }) => ({ name, version, license }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const routes = JSON.parse(readFileSync(fileURLToPath(new URL('routes.json', import.meta.url)), 'utf8'));
writeWorker();

const files = readdirSync(out, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== FIRST_LIST)
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
  .map((path) => {
    const file = path.slice(out.length + 1).replaceAll('\\', '/');
    const type = TYPES[extname(file)];
    if (type === undefined) throw new Error(`${file}: no media type is known for it (web/build.mjs).`);
    const content = readFileSync(path);
    // The nonce is put in when it is sent; images are compressed already.
    const encodings = file === 'index.html' || type === TYPES['.png'] ? [] : compress(path, content);
    return { path: `/${file}`, file, type, immutable: file.startsWith('assets/'), encodings };
  });

/** worker/worker.js with the names of what it keeps: all code, so that every screen opens without the service. */
function writeWorker() {
  const page = readFileSync(join(out, 'index.html'), 'utf8');
  const code = readdirSync(join(out, 'assets')).map((name) => `/assets/${name}`);
  const others = readdirSync(join(out)).filter((name) => /\.(js|svg|png|webmanifest)$/.test(name));
  const names = [...code, ...others.map((name) => `/${name}`)].sort();
  const text = readFileSync(fileURLToPath(new URL('worker/worker.js', import.meta.url)), 'utf8');
  const contents = [page, text, ...others.map((name) => readFileSync(join(out, name)))];
  const hash = contents.reduce((sum, content) => sum.update(content), createHash('sha256').update(names.join()));
  const given = { BUILD: hash.digest('hex').slice(0, 16), ENTRY: entryOf(page), FILES: names, ROUTES: routes };
  const lines = Object.entries(given).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
  writeFileSync(join(out, 'worker.js'), lines.join('') + text);
}

function compress(path, content) {
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  return ['br', 'gz'];
}

writeFileSync(join(out, 'packages.json'), JSON.stringify(listed, null, 2));
writeFileSync(
  join(out, 'assets.json'),
  JSON.stringify(
    {
      routes,
      frames: await frames(),
      scriptHashes: scriptHashes(readFileSync(join(out, 'index.html'), 'utf8')),
      firstList: FIRST_LIST,
      files,
    },
    null,
    2,
  ),
);

// Joins the compiled service and command line with their packages: dist/main.js and dist/cli.js then read some dozens of files instead of 2,000, and
// start in about half of the time (bench/results.md). Each command still loads what it needs only. What is compiled stays beside it and does
// the same: after `tsc` alone, and with `nest start --watch`, that is what runs. Threads always do.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const COMPILED = join(ROOT, 'dist');
/** What the compiled programs load, after the compile cache and `reflect-metadata`. */
const LOADED = { main: 'app/start', cli: 'app/cli/program' };

/**
 * What has files of its own beside its code, or is loaded by `require` when a database is chosen; and what defines globals, before anything else.
 */
const external = [/^better-sqlite3/, 'mysql2', 'mqtt', /^swagger-ui-dist/, 'reflect-metadata'];
/** Optional packages of others, which find out by themselves that they are not there. */
const ABSENT = /Could not resolve '@(fastify\/static|nestjs\/(microservices|websockets))\b/;

/** Our own files are found from the folder of the module that names them, and not from that of the bundle. */
const ownFolders = {
  name: 'own-folders',
  transform(code, id) {
    if (!id.startsWith(COMPILED + sep) || !code.includes('__dirname')) return null;
    const folder = JSON.stringify(relative(COMPILED, dirname(id)).split(sep));
    return {
      code: code.replaceAll('__dirname', `require('node:path').join(__dirname, '..', ...${folder})`),
      map: null,
    };
  },
};

/** A package that an ES module asks for in this way would be loaded a second time, from its own files. */
const oneOfEach = {
  name: 'one-of-each',
  transform(code) {
    const own = 'const require = createRequire(import.meta.url);';
    return code.includes(own) ? { code: code.replace(own, ''), map: null } : null;
  },
};

function refuseMissing(level, log, show) {
  if (log.code !== 'UNRESOLVED_IMPORT') show(level, log);
  else if (!ABSENT.test(log.message)) throw new Error(log.message);
}

/** The compiled entries are made anew by each `tsc`. */
function redirect(name, loaded) {
  const file = join(COMPILED, `${name}.js`);
  const [from, to] = [`require("./${loaded}")`, `require("./bundle/${name}.js")`];
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from) && !text.includes(to)) throw new Error(`${file} does not load ${loaded}`);
  writeFileSync(file, text.replace(from, to));
}

const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(LOADED).map(([name, loaded]) => [name, join(COMPILED, `${loaded}.js`)])),
  cwd: ROOT,
  platform: 'node',
  // Nothing is left out or rewritten: a call that only looks whether it throws would be taken for one that does nothing.
  treeshake: false,
  optimization: { inlineConst: false },
  external,
  plugins: [ownFolders, oneOfEach],
  onLog: refuseMissing,
});
await bundle.write({
  dir: join(COMPILED, 'bundle'),
  cleanDir: true,
  format: 'cjs',
  minify: false,
  // Logs and metrics say the names of classes.
  keepNames: true,
  chunkFileNames: '[name]-[hash].js',
});
for (const [name, loaded] of Object.entries(LOADED)) redirect(name, loaded);

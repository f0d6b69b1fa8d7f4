// Preloaded into a process by a test: says at its end which packages it has loaded, by whomever, and which of them from their own files.
/* eslint-disable @typescript-eslint/no-require-imports -- loaded by node --require */
const { readFileSync } = require('node:fs');
const { Module } = require('node:module');
const { join } = require('node:path');

const BUNDLE = join(__dirname, '..', '..', 'dist', 'bundle');
const names = new Set();
const load = Module.prototype.require;
Module.prototype.require = function (name) {
  if (!/^(\.|\/|node:)/.test(name)) names.add(name);
  return load.call(this, name);
};

/** The bundler names above each module the file that it is made of. */
function addBundled(file) {
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/^\s*\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm))
    names.add(name);
}

process.on('exit', () => {
  Object.keys(require.cache)
    .filter((file) => file.startsWith(BUNDLE))
    .forEach(addBundled);
  process.stderr.write(`packages ${[...names].join(' ')}\n`);
  const own = Object.keys(require.cache).map((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  process.stderr.write(`from their own files ${[...new Set(own.filter(Boolean))].join(' ')}\n`);
});

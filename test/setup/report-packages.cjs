// Preloaded into a process by a test: says at its end which packages were required, by whomever.
// eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded by node --require
const { Module } = require('node:module');

const names = new Set();
const load = Module.prototype.require;
Module.prototype.require = function (name) {
  if (!/^(\.|\/|node:)/.test(name)) names.add(name);
  return load.call(this, name);
};
process.on('exit', () => process.stderr.write(`packages ${[...names].join(' ')}\n`));

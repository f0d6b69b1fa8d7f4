// Part of npm run check.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readOptions } from './lib/options.mjs';

const USAGE = `node scripts/count-docs.mjs [options]
Counts the words that are written by hand in every page of the repository (*.md), and fails above the limit: docs that are longer are not read.
Not counted: what stands between <!-- generated: … --> and <!-- end of generated -->, bench/results.md, licences, and what belongs to tests.
  --quiet             print the sum alone`;

const { values: options } = readOptions(USAGE, { quiet: { type: 'boolean', default: false } });

const AT_MOST = 40_000;
/** Written by a script, by others, or for tests. */
const LEFT_OUT = [/^bench\/results\.md$/, /^data\/licences\//, /(^|\/)test\//];
const GENERATED = /^<!-- generated[^]*?^<!-- end of generated -->$/gm;

/** Tracked, and not deleted since. */
function pages() {
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files', '--deduplicate', '*.md'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n').filter((path) => path !== '' && LEFT_OUT.every((pattern) => !pattern.test(path)));
}

function wordsOf(path) {
  try {
    return readFileSync(path, 'utf8').replace(GENERATED, '').split(/\s+/).filter(Boolean).length;
  } catch (error) {
    if (error.code === 'ENOENT') return 0;
    throw error;
  }
}

const number = (count) => count.toLocaleString('en').padStart(7);

const counts = pages().map((path) => [path, wordsOf(path)]);
if (!options.quiet) for (const [path, words] of counts) console.log(`${number(words)}  ${path}`);
const sum = counts.reduce((total, [, words]) => total + words, 0);
console.log(`${number(sum)}  words by hand in ${counts.length} pages, of at most ${AT_MOST.toLocaleString('en')}`);
if (sum > AT_MOST) {
  console.error('There are too many: cut a page, merge two, or generate what a program knows.');
  process.exitCode = 1;
}

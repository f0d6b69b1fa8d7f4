// npm run bench:web: compiles what measures the web application (bench/web) and runs it against the built program.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { assertCounts, readOptions } from './lib/options.mjs';
import { build, install } from './lib/setup.mjs';

const USAGE = `npm run bench:web -- [options]
Measures the web application in Chromium against the built program.
  --favorites 10000
  --rounds 9
  --write             write bench/results.md`;

const { values } = readOptions(USAGE, {
  favorites: { type: 'string', default: '10000' },
  rounds: { type: 'string', default: '9' },
  write: { type: 'boolean' },
});
assertCounts(values, ['favorites', 'rounds']);

install();
build();
const tsc = join('node_modules', 'typescript-7', 'bin', 'tsc');
const compiled = spawnSync(process.execPath, [tsc, '-p', join('bench', 'web', 'tsconfig.json')], { stdio: 'inherit' });
if (compiled.status !== 0) process.exit(1);
const main = join('var', 'bench', 'bench', 'web', 'main.js');
const { status } = spawnSync(process.execPath, [main, JSON.stringify(values)], { stdio: 'inherit' });
process.exit(status ?? 1);

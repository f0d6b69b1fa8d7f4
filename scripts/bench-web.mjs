// npm run bench:web: measures the web application (bench/web) in Chromium against the built program. --help says what there is.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install } from './setup.mjs';

install();
build();
const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
const compiled = spawnSync(process.execPath, [tsc, '-p', join('bench', 'web', 'tsconfig.json')], { stdio: 'inherit' });
if (compiled.status !== 0) process.exit(1);
const main = join('var', 'bench', 'bench', 'web', 'main.js');
const { status } = spawnSync(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);

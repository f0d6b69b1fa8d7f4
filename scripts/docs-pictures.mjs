// npm run docs:pictures: the pictures of docs, made anew (test/web/pictures.ts).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readOptions } from './lib/options.mjs';
import { build, install } from './lib/setup.mjs';

const USAGE = `npm run docs:pictures
Makes the pictures in docs anew: of the built program with example data, in Chromium (Debian's, or the one that CHROMIUM names).`;

readOptions(USAGE);
install();
build();
const jest = join('node_modules', 'jest', 'bin', 'jest.js');
const only = ['--runInBand', '--testMatch', '**/test/web/pictures.ts'];
const { status } = spawnSync(process.execPath, [jest, ...only], { stdio: 'inherit' });
process.exit(status ?? 1);

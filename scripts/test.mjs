// npm test: installs and builds when need be (the command line is tested as it is built), then runs Jest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install } from './setup.mjs';

install();
build();
const jest = join('node_modules', 'jest', 'bin', 'jest.js');
const result = spawnSync(process.execPath, [jest, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(result.status ?? 1);

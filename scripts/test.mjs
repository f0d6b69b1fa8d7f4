// npm test: installs and builds when need be (the command line is tested as it is built), then runs Jest.
// npm run test:long (--long): replays of years, more seeds and whole catalogues where npm test has a short form.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install } from './setup.mjs';

install();
build();
const jest = join('node_modules', 'jest', 'bin', 'jest.js');
const given = process.argv.slice(2);
const isLong = given.includes('--long');
// Options do not make a run shorter, names of files and folders do.
if (!isLong && given.every((one) => one.startsWith('-')))
  console.error('All tests on SQLite: 5 to 15 minutes on two cores. A folder takes less: npm test -- test/api');
const result = spawnSync(process.execPath, [jest, ...given.filter((one) => one !== '--long')], {
  stdio: 'inherit',
  env: { ...process.env, ...(isLong ? { TEST_LONG: 'true' } : {}) },
});
process.exit(result.status ?? 1);

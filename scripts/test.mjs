// npm test: installs and builds when need be (the command line is tested as it is built), then runs Jest on everything but the long
// files (*.long-spec.ts): whole programs, replays of years, fuzzing, crowds. A file or folder that is named is run whole.
// npm run test:web: the tests of the web application (*.web-spec.ts), in a real Chromium (Debian's, or the one that CHROMIUM names).
// npm run test:long: the long files, in their full form; with --short in the form that CI runs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install } from './setup.mjs';

install();
build();
const jest = join('node_modules', 'jest', 'bin', 'jest.js');
const given = process.argv.slice(2);
const isLong = given.includes('--long');
const isShort = given.includes('--short');
const isWeb = given.includes('--web');
const options = given.filter((one) => !['--long', '--short', '--web'].includes(one));
// A value of an option is written with `=`, so that what has no dash names files.
if (!isLong && !isWeb && options.every((one) => one.startsWith('-'))) {
  console.error('The tests on SQLite: about 3 minutes on two cores. A folder takes less: npm test -- test/api');
  options.push('--testPathIgnorePatterns=(long|web)-spec');
}
if (isWeb && options.every((one) => one.startsWith('-'))) options.push('--testPathPatterns=web-spec');
if (isLong) options.push('--testPathPatterns=long-spec');
const result = spawnSync(process.execPath, [jest, ...options], {
  stdio: 'inherit',
  env: { ...process.env, ...(isLong && !isShort ? { TEST_LONG: 'true' } : {}) },
});
process.exit(result.status ?? 1);

// npm test: installs and builds when need be (the command line is tested as it is built), then runs Jest on everything but the long
// files (*.long-spec.ts): whole programs, replays of years, fuzzing, crowds. A file or folder that is named is run whole.
// npm run test:web: the tests of the web application (*.web-spec.ts), in a real Chromium (Debian's, or the one that CHROMIUM names).
// npm run test:long: the long files, in their full form; with --short in the form that CI runs.
import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { build, install } from './setup.mjs';
import { clearRooms, roomsFor } from './test-rooms.mjs';

install();
build();
const given = process.argv.slice(2);
const isLong = given.includes('--long');
const isShort = given.includes('--short');
const isWeb = given.includes('--web');
const options = given.filter((one) => !['--long', '--short', '--web'].includes(one));
// A value of an option is written with `=`, so that what has no dash names files.
const isWhole = !isLong && options.every((one) => one.startsWith('-'));
if (isWhole && isWeb) options.push('--testPathPatterns=web-spec');
if (isWhole && !isWeb) options.push('--testPathIgnorePatterns=(long|web)-spec');
if (isLong) options.push('--testPathPatterns=long-spec');
const result = isWhole ? runAll(options) : jest(options);
process.exit(result.status ?? 1);

function runAll(options) {
  clearRooms();
  const chosen = options.filter((one) => one.startsWith('--testPath'));
  const listed = jest(['--listTests', ...chosen], { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  if (listed.status !== 0) return listed;
  const files = listed.stdout
    .trim()
    .split('\n')
    .map((file) => relative('', file));
  console.error(`${files.length} test files. A folder takes less: npm test -- test/api`);
  return jest([
    ...options.filter((one) => !chosen.includes(one)),
    '--runTestsByPath',
    ...roomsFor(files, isWeb ? 3 : 10),
  ]);
}

function jest(args, how = { stdio: 'inherit' }) {
  return spawnSync(process.execPath, [join('node_modules', 'jest', 'bin', 'jest.js'), ...args], {
    ...how,
    env: { ...process.env, ...(isLong && !isShort ? { TEST_LONG: 'true' } : {}) },
  });
}

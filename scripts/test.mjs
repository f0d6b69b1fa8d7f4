// npm test, npm run test:web, npm run test:server and npm run test:long
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { end, refuse } from './lib/options.mjs';
import { report, secondsOfUnit, usedSeconds } from './lib/processor-time.mjs';
import { withSecondTry } from './lib/second-try.mjs';
import { build, install } from './lib/setup.mjs';
import { clearRooms, roomsFor } from './lib/test-rooms.mjs';

const USAGE = `npm test -- [files and folders] [options]
Installs and builds when need be (the command line is tested as it is built), then runs Jest on everything but the long files
(*.long-spec.ts): whole programs, replays of years, fuzzing, crowds. A file or folder that is named is run whole.
  -t 'channel slack'  only tests whose name has this in it
  --web               npm run test:web: the web application (*.web-spec.ts) in a real Chromium (Debian's, or the one that CHROMIUM names)
  --server            npm run test:server: what differs on a database server (*.both-spec.ts, *.server-long-spec.ts), on that of TEST_DATABASE_URL
  --long              npm run test:long: the long files, and all others that have a full form, in full
  --short             the long files in the form that CI runs; with --long without those of --server
  --again             runs the files that failed once more, one after the other, and names what passed only then
and the options of Jest, with a value behind \`=\`: --maxWorkers=3. Whatever finds no test to run fails.`;

const OURS = ['--long', '--short', '--web', '--server', '--again'];
const given = withPatterns(process.argv.slice(2));
if (given.some((one) => one === '--help' || one === '-h')) end(USAGE);
const isLong = given.includes('--long');
const isShort = given.includes('--short');
const isWeb = given.includes('--web');
const isServer = given.includes('--server');
const isAgain = given.includes('--again');
install();
refuseUnknown(given.filter((one) => one.startsWith('-') && !OURS.includes(one)));
build();
const options = given.filter((one) => !OURS.includes(one));
if (isServer && !process.env.TEST_DATABASE_URL)
  refuse('TEST_DATABASE_URL names no server: mariadb://root@127.0.0.1:3306/test');
// A value of an option is written with `=`, so that what has no dash names files.
const isWhole = options.every((one) => one.startsWith('-'));
const [before, unitBefore] = [usedSeconds(), isWhole ? secondsOfUnit() : 0];
const status = isWhole ? runAll() : run(options);
if (isWhole && options.length === 0 && before !== null) {
  const seconds = usedSeconds() - before;
  report({ [nameOfRun()]: { seconds, unit: (unitBefore + secondsOfUnit()) / 2 } });
}
process.exit(status);

function nameOfRun() {
  const flags = OURS.filter((one) => one !== '--again' && given.includes(one)).join(' ');
  return flags === '' ? 'npm test' : `npm test -- ${flags}`;
}

/** `-t name` with its value behind `=`. */
function withPatterns(args) {
  const at = args.findIndex((one) => one === '-t' || one === '--testNamePattern');
  if (at < 0) return args;
  if (args[at + 1] === undefined) refuse(`${args[at]} needs the name of a test`);
  return [...args.slice(0, at), `--testNamePattern=${args[at + 1]}`, ...withPatterns(args.slice(at + 2))];
}

/** Before anything is built or run: Jest would explain itself at length. */
function refuseUnknown(options) {
  if (options.length === 0) return;
  const { stdout } = jest(['--help'], { encoding: 'utf8' });
  const known = new Set(stdout.match(/--?(?<=(?:^\s*|, )--?)[A-Za-z]+/gm));
  const nameOf = (option) =>
    option
      .split(/[=.]/, 1)[0]
      .replace(/^--no-/, '--')
      .replace(/(?<=\w)-(\w)/g, (_, letter) => letter.toUpperCase());
  const unknown = options.find((option) => !known.has(nameOf(option)));
  if (unknown) refuse(`Unknown option '${unknown}'`);
}

function runAll() {
  clearRooms();
  const chosen = [...options.filter((one) => one.startsWith('--testPath')), ...pathsOfKind()];
  const listed = jest(['--listTests', ...chosen], { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  if (listed.status !== 0) return listed.status ?? 1;
  const files = listed.stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((file) => relative('', file))
    .filter((file) => !isLong || isLongFile(file) || hasFullForm(file));
  if (files.length === 0) refuse('No test file has such a path');
  if (!isLong) console.error(`${files.length} test files. A folder takes less: npm test -- test/favorite`);
  return run([
    ...options.filter((one) => !chosen.includes(one)),
    '--runTestsByPath',
    // Long ones are whole programs: they gain nothing from a room.
    ...files.filter(isLongFile),
    ...roomsFor(
      files.filter((file) => !isLongFile(file)),
      isWeb ? 4 : 45,
    ),
  ]);
}

function isLongFile(file) {
  return file.endsWith('long-spec.ts');
}

/** What has two sizes of a test (test/setup/scale.ts), whatever its name ends with. */
function hasFullForm(file) {
  return readFileSync(file, 'utf8').includes('/setup/scale');
}

/** By the ends of their names (CONTRIBUTING.md#tests). */
function pathsOfKind() {
  if (isServer) return ['--testPathPatterns=(both-spec|server-long-spec)'];
  if (isLong && isShort) return ['--testPathPatterns=long-spec', '--testPathIgnorePatterns=server-long-spec'];
  if (isLong) return ['--testPathIgnorePatterns=web-spec'];
  if (isWeb) return ['--testPathPatterns=web-spec'];
  return ['--testPathIgnorePatterns=(long|web)-spec'];
}

/** @returns the exit code */
function run(args) {
  const once = (more) => jest(more).status ?? 1;
  return isAgain ? withSecondTry(args, once) : once(args);
}

function jest(args, how = { stdio: 'inherit' }) {
  return spawnSync(process.execPath, [join('node_modules', 'jest', 'bin', 'jest.js'), ...args], {
    ...how,
    env: { ...process.env, ...(isLong && !isShort ? { TEST_LONG: 'true' } : {}) },
  });
}

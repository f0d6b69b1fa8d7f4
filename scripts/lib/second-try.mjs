// A machine that is busy for a minute must not lose an hour's run: what failed is run once more, when nothing else of the run is left.
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesOfRoom } from './test-rooms.mjs';

const REPORT = join('var', 'test-report.json');
const PASSED_AGAIN = join('var', 'passed-again.txt');
/** More files than this do not fail by chance. */
const MOST = 8;

/**
 * @param {string[]} args of Jest
 * @param {(args: string[]) => number} jest runs it and gives its exit code
 * @returns {number} the exit code: 0 if each file passed, at the first try or at the second
 */
export function withSecondTry(args, jest) {
  mkdirSync('var', { recursive: true });
  rmSync(REPORT, { force: true });
  const first = jest([...args, '--json', `--outputFile=${REPORT}`]);
  if (first === 0) return 0;
  const failed = failedFiles();
  if (failed.length === 0 || failed.length > MOST) return first;
  console.error(`\nRunning ${failed.length} of the test files once more, one after the other.`);
  const second = jest([...optionsOf(args), '--runInBand', '--runTestsByPath', ...failed.map(({ file }) => file)]);
  if (second !== 0) return second;
  const said = failed.flatMap(({ file, tests }) => [file, ...tests.map((name) => `  ${name}`)]).join('\n');
  console.error(`\nFailed once and passed when run again:\n${said}`);
  appendFileSync(PASSED_AGAIN, `${said}\n`);
  return 0;
}

/** Those of Jest's report; none where it could not write one. */
function failedFiles() {
  let report;
  try {
    report = JSON.parse(readFileSync(REPORT, 'utf8'));
  } catch {
    return [];
  }
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return filesOfRoom(relative('', name), failed).map(({ file, tests }) => ({
        file,
        tests: tests.map(({ fullName }) => fullName),
      }));
    });
}

/** Without what chooses files, and how many at a time. */
function optionsOf(args) {
  const paths = args.indexOf('--runTestsByPath');
  return (paths < 0 ? args : args.slice(0, paths)).filter(
    (one) => one.startsWith('-') && !/^--(testPath|maxWorkers)/.test(one),
  );
}

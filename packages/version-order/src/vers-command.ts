import type { Command } from 'commander';
import type { Readable, Writable } from 'node:stream';
import { linesOf, MAX_LINE, writeLines } from 'small-parts';
import { contains, formatVers, fromNative, parseVers, VersError } from './vers';

/** Printed for a line that has no answer, so that output lines correspond to input lines. */
const NO_ANSWER = 'error';

/** Answers `true` or `false` for each line `range<TAB>version`: whether the version is in the range. */
export const containsLines = (input: Readable, output: Writable, errors: Writable) =>
  eachPair(input, output, errors, (range, version) => String(contains(parseVers(range), version)));

/** Answers the range `vers:…` for each line `type<TAB>native range`. */
export const nativeLines = (input: Readable, output: Writable, errors: Writable) =>
  eachPair(input, output, errors, (type, range) => formatVers(fromNative(type, range)));

/** For a line without an answer, writes `error`, and the reason to `errors`. */
async function eachPair(
  input: Readable,
  output: Writable,
  errors: Writable,
  answer: (first: string, second: string) => string,
): Promise<void> {
  let number = 0;
  for await (const lines of linesOf(input)) {
    const reasons: string[] = [];
    const answers = lines.map((line) => {
      number += 1;
      try {
        return answer(...pairIn(line));
      } catch (error) {
        if (!(error instanceof VersError)) throw error;
        reasons.push(`line ${number}: ${error.message}`);
        return NO_ANSWER;
      }
    });
    await writeLines(errors, reasons);
    await writeLines(output, answers);
  }
}

function pairIn(line: string | null): [string, string] {
  if (line === null) throw new VersError(`it has more than ${MAX_LINE} characters`);
  const [first, second, more] = line.split('\t', 3);
  if (second === undefined || more !== undefined) throw new VersError('expected two texts with one TAB between them');
  return [first!, second];
}

/** `vers contains|native`, which need no database */
export function addVersCommands(cli: Command): void {
  const vers = cli.command('vers').description('read and decide version ranges; needs no database');
  vers
    .command('contains')
    .description('for each line range<TAB>version of stdin, print whether the version is in it: true, false or error')
    .action(() => containsLines(process.stdin, process.stdout, process.stderr));
  vers
    .command('native')
    .description('for each line type<TAB>range of stdin, print the range of a package manager as vers:…, or error')
    .action(() => nativeLines(process.stdin, process.stdout, process.stderr));
}

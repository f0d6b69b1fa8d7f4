import type { Command } from 'commander';
import type { Readable, Writable } from 'node:stream';
import { answerLines, MAX_LINE } from 'small-parts';
import { buildPurl, parsePurl, PurlError } from './purl/purl';

/** Writes the parts of the package URL in each line as JSON, or `{"error": …}`. Each line gives one line. */
export const parseLines = (input: Readable, output: Writable) =>
  eachLine(input, output, (line) => JSON.stringify(parsePurl(line)));

/** The other way round: writes a canonical package URL for the JSON in each line, or `{"error": …}`. */
export const buildLines = (input: Readable, output: Writable) =>
  eachLine(input, output, (line) => buildPurl(parseJson(line)));

const eachLine = (input: Readable, output: Writable, work: (line: string) => string) =>
  answerLines(input, output, (line) => resultOf(line, work));

function resultOf(line: string | null, work: (line: string) => string): string {
  try {
    if (line === null) throw new PurlError(`the line is longer than ${MAX_LINE} characters`);
    return work(line);
  } catch (error) {
    if (!(error instanceof PurlError)) throw error;
    return JSON.stringify({ error: error.message });
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new PurlError('the line is not valid JSON');
  }
}

/** `purl parse|build`, which need no database */
export function addPurlCommands(cli: Command): void {
  const purl = cli.command('purl').description('read and write package URLs; needs no database');
  purl
    .command('parse')
    .description('for each package URL of stdin, print its parts as one JSON object a line, or {"error": …}')
    .action(() => parseLines(process.stdin, process.stdout));
  purl
    .command('build')
    .description('for each JSON object of stdin, print the canonical package URL, or {"error": …}')
    .action(() => buildLines(process.stdin, process.stdout));
}

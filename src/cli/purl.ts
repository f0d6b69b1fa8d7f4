import type { Command } from 'commander';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { buildPurl, parsePurl, PurlError } from '../common/purl/purl';

/** Characters of a line. */
const MAX_LINE = 65_536;

/** Writes the parts of the package URL in each line as JSON, or `{"error": …}`. Each line gives one line. */
export const parseLines = (input: Readable, output: Writable) =>
  eachLine(input, output, (line) => JSON.stringify(parsePurl(line)));

/** The other way round: writes a canonical package URL for the JSON in each line, or `{"error": …}`. */
export const buildLines = (input: Readable, output: Writable) =>
  eachLine(input, output, (line) => buildPurl(parseJson(line)));

async function eachLine(input: Readable, output: Writable, work: (line: string) => string): Promise<void> {
  for await (const lines of linesOf(input)) {
    const text = lines.map((line) => `${resultOf(line, work)}\n`).join('');
    if (text !== '' && !output.write(text)) await once(output, 'drain');
  }
}

function resultOf(line: string | null, work: (line: string) => string): string {
  try {
    if (line === null) throw new PurlError(`the line is longer than ${MAX_LINE} characters`);
    return work(line.replace(/\r$/, ''));
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

/** Chunk by chunk; null for a line that is too long. The last one may end without a line feed. */
async function* linesOf(input: Readable): AsyncGenerator<(string | null)[]> {
  input.setEncoding('utf8');
  let rest: string | null = '';
  for await (const chunk of input) {
    const lines: (string | null)[] = [];
    for (const [at, part] of (chunk as string).split('\n').entries()) {
      if (at > 0) {
        lines.push(rest);
        rest = '';
      }
      rest = rest === null || rest.length + part.length > MAX_LINE ? null : rest + part;
    }
    yield lines;
  }
  if (rest !== '') yield [rest];
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

import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { compareKeys, type SchemeOptions } from './ordering/scheme';
import { schemeFor } from './ordering/scheme-registry';

/**
 * What `version compare`, `version sort` and `version explain` do, without the library that reads the command line. Lines end with
 * LF or CRLF; the last one needs no end.
 */
export type Relation = '<' | '=' | '>';

/** Printed for a line that is not a pair, so that the lines of the output stay beside those of the input. */
export const NOT_A_PAIR = '!';

export interface Explanation {
  version: string;
  scheme: string;
  /** Whether the scheme accepts the text; what it does not accept sorts below all that it accepts. */
  valid: boolean;
  key: string;
  prerelease: boolean;
}

export function compareVersions(options: SchemeOptions, a: string, b: string): Relation {
  const scheme = schemeFor(options);
  return relationOf(scheme.key(a), scheme.key(b));
}

function relationOf(a: string, b: string): Relation {
  const order = compareKeys(a, b);
  return order < 0 ? '<' : order > 0 ? '>' : '=';
}

export function explainVersion(options: SchemeOptions, version: string): Explanation {
  const scheme = schemeFor(options);
  return {
    version,
    scheme: scheme.name,
    valid: scheme.valid(version),
    key: scheme.key(version),
    prerelease: scheme.prerelease(version),
  };
}

/**
 * Answers each line `a<TAB>b` with a line `<`, `=` or `>`. A line with no TAB or with more than one is answered with `!` and named on
 * `errors`; the others are answered all the same.
 *
 * @returns the exit code: 0, or 1 if there was such a line
 */
export async function compareLines(
  input: Readable,
  output: Writable,
  options: SchemeOptions & { errors: Writable },
): Promise<number> {
  const scheme = schemeFor(options);
  let number = 0;
  let exitCode = 0;
  for await (const lines of linesOf(input)) {
    const problems: string[] = [];
    const answers = lines.map((line) => {
      number += 1;
      const [a, b, more] = line.split('\t', 3);
      if (b !== undefined && more === undefined) return relationOf(scheme.key(a as string), scheme.key(b));
      problems.push(`line ${number}: expected two versions with one TAB between them`);
      return NOT_A_PAIR;
    });
    if (problems.length > 0) exitCode = 1;
    await writeLines(options.errors, problems);
    await writeLines(output, answers);
  }
  return exitCode;
}

/** Writes the lines in version order, lowest first. Lines with equal keys keep their order, and none is dropped. */
export async function sortLines(input: Readable, output: Writable, options: SchemeOptions): Promise<void> {
  const scheme = schemeFor(options);
  const rows: { line: string; key: string }[] = [];
  for await (const lines of linesOf(input)) {
    for (const line of lines) rows.push({ line, key: scheme.key(line) });
  }
  rows.sort((a, b) => compareKeys(a.key, b.key));
  for (let i = 0; i < rows.length; i += BATCH) {
    await writeLines(
      output,
      rows.slice(i, i + BATCH).map((row) => row.line),
    );
  }
}

/** Writes one JSON object a line for each version. */
export async function explainLines(input: Readable, output: Writable, options: SchemeOptions): Promise<void> {
  for await (const lines of linesOf(input)) {
    await writeLines(
      output,
      lines.map((line) => JSON.stringify(explainVersion(options, line))),
    );
  }
}

/** Lines to a write; one write a line would take longer than the comparing. */
const BATCH = 10_000;

/** The lines of a text stream, as many at a time as came with a chunk. */
async function* linesOf(input: Readable): AsyncGenerator<string[]> {
  input.setEncoding('utf8');
  let rest = '';
  for await (const chunk of input) {
    const lines = (rest + (chunk as string)).split('\n');
    rest = lines.pop() as string;
    if (lines.length > 0) yield lines.map(withoutReturn);
  }
  if (rest !== '') yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Waits while the reader of the output is slower than we are. */
async function writeLines(output: Writable, lines: string[]): Promise<void> {
  if (lines.length > 0 && !output.write(lines.join('\n') + '\n')) await once(output, 'drain');
}

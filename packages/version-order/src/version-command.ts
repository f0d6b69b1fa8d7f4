import type { Readable, Writable } from 'node:stream';
import { linesOf as boundedLines, writeLines } from 'small-parts';
import { compareKeys, type SchemeOptions } from './ordering/scheme';
import { schemeFor } from './ordering/scheme-registry';

/** The commands `version compare`, `version sort` and `version explain`. Lines end with LF or CRLF; the last one may end without. */
export type Relation = '<' | '=' | '>';

/** Printed for a line that is not a pair, so that output lines correspond to input lines. */
export const NOT_A_PAIR = '!';

export interface Explanation {
  version: string;
  scheme: string;
  /** Whether the scheme accepts the text. Invalid versions sort below all valid ones. */
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
 * Writes a line `<`, `=` or `>` for each line `a<TAB>b`. For any other line it writes `!` and reports the line on `errors`.
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

/** Writes the lines in version order, lowest first. Lines with equal keys keep their order. */
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

/** Writes a JSON object for each line. */
export async function explainLines(input: Readable, output: Writable, options: SchemeOptions): Promise<void> {
  for await (const lines of linesOf(input)) {
    await writeLines(
      output,
      lines.map((line) => JSON.stringify(explainVersion(options, line))),
    );
  }
}

/** Lines per write: a write for each line would take longer than comparing. */
const BATCH = 10_000;

/** Of any length. */
const linesOf = (input: Readable) => boundedLines(input, Infinity) as AsyncGenerator<string[]>;

import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** Characters of a line. */
export const MAX_LINE = 65_536;

/** The lines of a text stream, chunk by chunk; null for a line that is too long. They end with LF or CRLF; the last one may end without. */
export async function* linesOf(input: Readable, longest = MAX_LINE): AsyncGenerator<(string | null)[]> {
  input.setEncoding('utf8');
  let rest: string | null = '';
  for await (const chunk of input) {
    const lines: (string | null)[] = [];
    for (const [at, part] of (chunk as string).split('\n').entries()) {
      if (at > 0) {
        lines.push(withoutReturn(rest));
        rest = '';
      }
      rest = rest === null || rest.length + part.length > longest ? null : rest + part;
    }
    yield lines;
  }
  if (rest !== '') yield [withoutReturn(rest)];
}

/** Writes a line for each line of the input. @param answer gets null for a line that is too long */
export async function answerLines(
  input: Readable,
  output: Writable,
  answer: (line: string | null) => string,
): Promise<void> {
  for await (const lines of linesOf(input)) await writeLines(output, lines.map(answer));
}

const withoutReturn = (line: string | null) => line?.replace(/\r$/, '') ?? null;

/** Waits while the output is full. */
export async function writeLines(output: Writable, lines: readonly string[]): Promise<void> {
  if (lines.length > 0 && !output.write(`${lines.join('\n')}\n`)) await once(output, 'drain');
}

import { once } from 'node:events';
import { type Duplex, PassThrough, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export interface Line {
  /** From 1. */
  number: number;
  /** null: too long. */
  text: string | null;
}

/** Fits a record with 50,000 versions, and keeps a file without line ends out of memory. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

/** Pipes `from` into `to`. The reader of `to` sees every error; the listeners prevent an unhandled 'error' event before that. */
export function passOn<S extends Duplex>(from: Readable, to: S): S {
  const seen = () => undefined;
  to.on('error', seen);
  pipeline(from, to, seen);
  return to;
}

/** The stream, unpacked if it starts with the gzip magic number. From the call on, errors of `input` are handled. */
export async function decompressed(input: Readable): Promise<Readable> {
  const source = passOn(input, new PassThrough());
  const head = await firstChunk(source);
  const gzip = head !== null && head[0] === 0x1f && head[1] === 0x8b;
  const whole = new PassThrough();
  if (head !== null) whole.write(head);
  passOn(source, whole);
  return gzip ? passOn(whole, createGunzip()) : whole;
}

/** At least two bytes, unless the stream is shorter. */
async function firstChunk(input: Readable): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  while (Buffer.concat(parts).length < 2) {
    const part = input.read() as Buffer | string | null;
    if (part !== null) parts.push(Buffer.from(part));
    else if (input.errored) throw input.errored;
    else if (input.readableEnded) break;
    else await Promise.race([once(input, 'readable'), once(input, 'end')]);
  }
  return parts.length > 0 ? Buffer.concat(parts) : null;
}

/** Splits at line feeds, with one line in memory at a time. Skips empty lines, which count, and a byte order mark. */
export async function* linesOf(input: Readable): AsyncGenerator<Line> {
  let number = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): Line | null => {
    number++;
    const text =
      length > MAX_LINE_BYTES
        ? null
        : Buffer.concat(parts)
            .toString('utf8')
            .replace(number === 1 ? /^\uFEFF|\r$/g : /\r$/, '');
    parts = [];
    length = 0;
    return text?.trim() === '' ? null : { number, text };
  };
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= MAX_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      if (end === start && length === 0) {
        number++; // a fast path: a small packed file may unpack to millions of line ends
        start = end + 1;
        continue;
      }
      add(chunk.subarray(start, end));
      start = end + 1;
      const line = take();
      if (line) yield line;
    }
    add(chunk.subarray(start));
  }
  const last = length > 0 ? take() : null;
  if (last) yield last;
}

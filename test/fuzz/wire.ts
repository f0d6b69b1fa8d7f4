import { connect } from 'node:net';

export interface WireRequest {
  method: string;
  /** Path and query as they are sent, each character a byte. */
  target: string;
  headers: [string, string][];
  body: Buffer | null;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  milliseconds: number;
}

/** A server that has said nothing for so long will not do it any more. */
const SILENCE_MS = 10_000;

export function bytesOf({ method, target, headers, body }: WireRequest): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]);
}

/**
 * Sends the bytes on a connection of their own, and reads until the server ends it.
 * @throws Error when it ends without an answer, or gives none in ten seconds
 */
export function exchange(port: number, request: WireRequest): Promise<WireAnswer> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytesOf(request)));
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error(`no answer in ${SILENCE_MS} ms`)));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => {
      const answer = parse(Buffer.concat(chunks));
      if (answer) resolve({ ...answer, milliseconds: performance.now() - start });
      else reject(new Error(`the connection ended without an answer: ${Buffer.concat(chunks).toString('latin1')}`));
    });
    // A server that refuses a request may end the connection before all of it has come: what counts is whether it has answered.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) reject(error);
    });
  });
}

function parse(bytes: Buffer): Omit<WireAnswer, 'milliseconds'> | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (!status) return null;
  if (status === 100) return parse(bytes.subarray(end + 4));
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status, headers, body: bytes.subarray(end + 4) };
}

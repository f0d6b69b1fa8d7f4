import { existsSync, fstatSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';

/** Seals the settings of every service that tests start. */
export const TEST_SECRET_KEY = 'a secret key that is only good for tests';

/** What the service lets out: what it answers is for the caller, everything else is for the operator, and rows are for a thief. */
export type Emission = 'answer' | 'output' | 'row';

/**
 * Cookies of sessions, and the codes of sign-in links: whole, since sealed settings have such letters in them by chance. An answer has a
 * link once, where it was asked for.
 */
const SIGN_IN: Record<Emission, RegExp> = {
  answer: /(?<!tracker=|"data":\{"url":"https?:\/\/[^"/]{1,200}\/sign-in#k=)su[cs]_[\w-]{43}(?![\w-])/,
  output: /su[cs]_[\w-]{43}(?![\w-])/,
  row: /su[cs]_[\w-]{43}(?![\w-])/,
};

/**
 * Secrets that tests give to the service have `canary` in them: settings of channels and sources, passwords of the operator. An answer may
 * have the address of a webhook (`canaryPath`, `canaryQuery`), which is no secret to its owner, and a cookie where it is set.
 */
const PLANTED: Record<Emission, RegExp> = {
  answer: new RegExp(`canary(?!-?path|query)|${TEST_SECRET_KEY}`, 'i'),
  output: new RegExp(`canary|${TEST_SECRET_KEY}`, 'i'),
  row: new RegExp(`canary|${TEST_SECRET_KEY}`, 'i'),
};
/** Secrets of shared addresses, which an answer has once: where it shows them. Whole in rows, as above. */
const SHARED: Record<Emission, RegExp> = {
  answer: /(?<!"(?:atom|json|ics|svg)":"https?:\/\/[^"/]{1,200}(?:\/[^"]{0,50})?\/feed\/)suf_[\w-]{27}/,
  output: /suf_[\w-]{27}/,
  row: /suf_[\w-]{27}(?![\w-])/,
};
const AROUND = 200;

const leaks: string[] = [];
const looked = { answer: 0, output: 0, row: 0 };

/** Looks at something that the service let out. */
export function emitted(what: Emission, text: string, where: string): void {
  looked[what] += text.length;
  for (const pattern of [PLANTED[what], SIGN_IN[what], SHARED[what]]) {
    const found = pattern.exec(text);
    if (found)
      leaks.push(`${what} of ${where}: …${text.slice(Math.max(0, found.index - AROUND), found.index + AROUND)}…`);
  }
}

/** Characters that were looked at so far in this test file. */
export const lookedAt = (): Readonly<Record<Emission, number>> => looked;

const log = { fd: -1, read: 0 };

/** Where the services of a test file log to: a file without a name, which ends with the process. A service may log after it was closed. */
export function testLog(): number {
  if (log.fd >= 0) return log.fd;
  const folder = mkdtempSync(join(tmpdir(), 'tracker-log-'));
  log.fd = openSync(join(folder, 'log'), 'w+');
  rmSync(folder, { recursive: true });
  return log.fd;
}

function lookAtLog(): void {
  const bytes = log.fd < 0 ? 0 : fstatSync(log.fd).size - log.read;
  if (bytes === 0) return;
  const text = Buffer.alloc(bytes);
  readSync(log.fd, text, 0, bytes, log.read);
  log.read += bytes;
  emitted('output', text.toString(), 'the log');
}

/** Takes what was found since the last time. */
export function takeLeaks(): string[] {
  lookAtLog();
  return leaks.splice(0);
}

/** @throws Error when a planted secret came out since the last time */
export function assertNoLeaks(): void {
  const found = takeLeaks();
  if (found.length > 0) throw new Error(`a planted secret came out:\n${found.join('\n')}`);
}

type Chunk = string | Uint8Array | undefined;

/** Looks at every answer of a server, headers included. */
export function watchAnswers(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    const keep = (chunk: Chunk) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
    };
    const { write, end } = response;
    response.write = ((...args: Parameters<typeof write>) => (
      keep(args[0] as Chunk),
      write.apply(response, args)
    )) as typeof write;
    response.end = ((...args: Parameters<typeof end>) => (
      keep(args[0] as Chunk),
      end.apply(response, args)
    )) as typeof end;
    response.on('close', () => {
      const text = `${JSON.stringify(response.getHeaders())}\n${readable(response, Buffer.concat(chunks))}`;
      emitted('answer', text, `${request.method} ${request.url?.split('?')[0]}`);
    });
  });
}

/** What `end` got may come by `write` once more, and not all of that: gzip may have several parts, the last of which is cut off here. */
const readable = (response: ServerResponse, body: Buffer) =>
  (response.getHeader('Content-Encoding') === 'gzip'
    ? gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH })
    : body
  ).toString();

/** Looks at files of the embedded database, after it was closed. */
export function lookAtRows(location: string): void {
  for (const file of [location, `${location}-wal`])
    if (existsSync(file)) emitted('row', readFileSync(file, 'latin1'), file);
}

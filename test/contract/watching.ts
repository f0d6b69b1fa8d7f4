import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';

/** Host and port of each socket that is opened meanwhile, but not by `OutgoingHttp.request`. */
export async function connectionsBeside(work: () => Promise<unknown>): Promise<string[]> {
  const inside = new AsyncLocalStorage<boolean>();
  const beside: string[] = [];
  const { request } = OutgoingHttp.prototype;
  const { connect } = Socket.prototype;
  const spies = [
    jest.spyOn(OutgoingHttp.prototype, 'request').mockImplementation(function (this: OutgoingHttp, ...args) {
      return inside.run(true, () => request.apply(this, args));
    }),
    jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
      if (inside.getStore() !== true) beside.push(targetOf(args));
      return (connect as (...parts: unknown[]) => Socket).apply(this, args);
    }),
  ];
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return beside;
}

/** Of the arguments of `connect`, which Node's own modules pass as one list. */
function targetOf(args: unknown[]): string {
  const [first, second] = args.flat() as [unknown, unknown];
  if (typeof first !== 'object' || first === null) return `${String(second ?? 'localhost')}:${String(first)}`;
  const { host, port, path } = first as { host?: string; port?: number; path?: string };
  return port === undefined ? String(path) : `${host ?? 'localhost'}:${port}`;
}

/** Bytes go on to where they were sent: a runner of tests reports by them, perhaps of the test before. */
function hearing(stream: NodeJS.WriteStream, hear: (text: string) => boolean) {
  const write = stream.write.bind(stream) as (chunk: Uint8Array, ...rest: unknown[]) => boolean;
  return jest.spyOn(stream, 'write').mockImplementation((chunk: string | Uint8Array, ...rest: unknown[]) => {
    hear(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    return typeof chunk === 'string' || write(chunk, ...rest);
  });
}

/** What is written meanwhile, by Nest's `Logger` or around it. */
export async function listening<T>(work: () => Promise<T>): Promise<{ said: string[]; outcome: T }> {
  const said: string[] = [];
  const hear = (...parts: unknown[]) => {
    said.push(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '));
    return true;
  };
  const spies = [
    // A module for tests has Nest write nothing but errors.
    ...(['log', 'error', 'warn', 'debug', 'verbose', 'fatal'] as const).map((how) =>
      jest.spyOn(Logger.prototype, how).mockImplementation(hear),
    ),
    hearing(process.stdout, hear),
    hearing(process.stderr, hear),
  ];
  // Not by spies: a test may have one there already, which the end of another would take away.
  const { log, info, warn, error, debug } = console;
  Object.assign(console, { log: hear, info: hear, warn: hear, error: hear, debug: hear });
  try {
    return { outcome: await work(), said };
  } finally {
    Object.assign(console, { log, info, warn, error, debug });
    for (const spy of spies) spy.mockRestore();
  }
}

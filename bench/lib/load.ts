import autocannon, { type Request } from 'autocannon';
import { tokenOf } from '../seed/facts';
import { processorSeconds } from './processor-time';
import type { Program } from './programs';

export interface Write {
  method: 'POST' | 'PATCH';
  path: string;
  body: object;
  /** Whose token it has. */
  user: number;
}

export interface Load {
  /** What is read: each connection goes through them in turn. */
  paths?: string[];
  /** What is written: asked for anew for each request, whoever sends it. */
  next?: () => Write;
  clients: number;
  /** At most. */
  seconds: number;
  /** Ends it, a second later at most. */
  until?: Promise<unknown>;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of processor that the process under load used for a request. */
  processor: number | null;
}

const bearer = (user: number) => ({ authorization: `Bearer ${tokenOf(user)}` });

function requestsOf({ paths = [], next }: Load): Request[] {
  if (!next) return paths.map((path, number) => ({ path: `/api/v1/${path}`, headers: bearer(number) }));
  const setupRequest = (request: Request): Request => {
    const { method, path, body, user } = next();
    const headers = { ...bearer(user), 'content-type': 'application/json' };
    return { ...request, method, path: `/api/v1/${path}`, headers, body: JSON.stringify(body) };
  };
  return [{ setupRequest }];
}

function ended(options: autocannon.Options, until?: Promise<unknown>): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const instance = autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
    const stop = () => instance.stop();
    until?.then(stop, stop);
  });
}

/** Keep-alive connections that ask as fast as they are answered. An answer that is no success fails the measure. */
export async function load(program: Program, asked: Load): Promise<LoadResult> {
  const { clients, seconds, until } = asked;
  const before = processorSeconds(program.pid);
  // For a blink: a count, since a slow machine may answer nothing in so short a time.
  const length = seconds < 1 ? { amount: 2 * clients } : { duration: seconds };
  const options = { url: program.url, connections: clients, ...length, requests: requestsOf(asked) };
  const { requests: count, latency, non2xx, errors, duration } = await ended(options, until);
  if (non2xx > 0 || errors > 0) throw new Error(`${program.name}: ${non2xx} answers were no success, ${errors} errors`);
  const after = processorSeconds(program.pid);
  return {
    requestsPerSecond: count.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    processor: before === null || after === null ? null : ((after - before) * 1e6) / count.total,
  };
}

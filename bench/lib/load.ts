import autocannon from 'autocannon';
import { tokenOf } from '../seed/facts';
import { processorSeconds } from './processor-time';
import type { Program } from './programs';

export interface Load {
  /** Each connection goes through them in turn. */
  paths: string[];
  clients: number;
  seconds: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of processor that the process under load used for a request. */
  processor: number | null;
}

/** Keep-alive connections that ask as fast as they are answered. An answer other than 200 fails the measure. */
export async function load(program: Program, { paths, clients, seconds }: Load): Promise<LoadResult> {
  const before = processorSeconds(program.pid);
  const requests = paths.map((path, number) => ({
    path: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${tokenOf(number)}` },
  }));
  const {
    requests: count,
    latency,
    non2xx,
    errors,
    duration,
  } = await autocannon({
    url: program.url,
    connections: clients,
    duration: seconds,
    requests,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${program.name}: ${non2xx} answers were no success, ${errors} errors`);
  const after = processorSeconds(program.pid);
  return {
    requestsPerSecond: count.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    processor: before === null || after === null ? null : ((after - before) * 1e6) / count.total,
  };
}

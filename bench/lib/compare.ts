import { type Load, load, type LoadResult } from './load';
import type { Program } from './programs';

export interface Comparison {
  /** Medians of the rounds. */
  service: LoadResult;
  limit: LoadResult;
  /** Medians of what each round gave, service to limit. */
  requests: number;
  p99: number;
}

/** The engine compiles what runs often, and a service is seldom asked for the first time. */
const WARM_UP_SECONDS = 3;

/** In turn, round after round, so that what else the machine does meets both alike. The first round warms up and does not count. */
export async function compare(service: Program, limit: Program, asked: Load, rounds: number): Promise<Comparison> {
  const warm = { ...asked, seconds: WARM_UP_SECONDS };
  await load(service, warm);
  await load(limit, warm);
  const results: { service: LoadResult; limit: LoadResult }[] = [];
  for (let round = 0; round < rounds; round++) {
    // Who comes second may find the machine warmer: they change places.
    if (round % 2 === 0) results.push({ service: await load(service, asked), limit: await load(limit, asked) });
    else {
      const ofLimit = await load(limit, asked);
      results.push({ service: await load(service, asked), limit: ofLimit });
    }
  }
  return {
    service: medians(results.map((result) => result.service)),
    limit: medians(results.map((result) => result.limit)),
    requests: median(results.map(({ service, limit }) => service.requestsPerSecond / limit.requestsPerSecond)),
    p99: median(results.map(({ service, limit }) => service.p99 / limit.p99)),
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const medians = (results: LoadResult[]): LoadResult => ({
  requestsPerSecond: median(results.map((result) => result.requestsPerSecond)),
  p50: median(results.map((result) => result.p50)),
  p99: median(results.map((result) => result.p99)),
  processor: results.some(({ processor }) => processor === null)
    ? null
    : median(results.map((result) => result.processor!)),
});

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

/** What one of two is asked. */
export interface Side {
  program: Program;
  asked: Load;
}

export interface Pair {
  one: LoadResult;
  other: LoadResult;
}

/** In turn, round after round, so that what else the machine does meets both alike. The first round warms up and does not count. */
export async function inTurn(one: Side, other: Side, rounds: number): Promise<Pair[]> {
  const run = ({ program, asked }: Side, seconds = asked.seconds) => load(program, { ...asked, seconds });
  const warmUp = Math.min(WARM_UP_SECONDS, one.asked.seconds);
  await run(one, warmUp);
  await run(other, warmUp);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    // Who comes second may find the machine warmer: they change places.
    if (round % 2 === 0) pairs.push({ one: await run(one), other: await run(other) });
    else {
      const ofOther = await run(other);
      pairs.push({ one: await run(one), other: ofOther });
    }
  }
  return pairs;
}

/** Both are asked the same. */
export async function compare(service: Program, limit: Program, asked: Load, rounds: number): Promise<Comparison> {
  return comparisonOf(await inTurn({ program: service, asked }, { program: limit, asked }, rounds));
}

/** @param pairs `one` of the service, `other` of the limit server */
export const comparisonOf = (pairs: Pair[]): Comparison => ({
  service: medians(pairs.map(({ one }) => one)),
  limit: medians(pairs.map(({ other }) => other)),
  requests: median(pairs.map(({ one, other }) => one.requestsPerSecond / other.requestsPerSecond)),
  p99: median(pairs.map(({ one, other }) => one.p99 / other.p99)),
});

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

import { compare, type Comparison, comparisonOf, inTurn, type Pair } from '../lib/compare';
import { startLimitServer, startService, startStackServer } from '../lib/programs';
import { assertSameBytes } from '../lib/same-bytes';
import { idOf } from '../seed/facts';
import { type Settings, type Sizes, times } from '../settings';
import type { Measure, Result } from './measure';

const REQUESTS_AT_LEAST = 0.7;
const P99_AT_MOST = 1.5;

const INCLUDES = 'includePublisher&includeLatestVersion';

const several = (count: number, path: (number: number) => string) => Array.from({ length: count }, (_, n) => path(n));

/** Several addresses of each kind, asked for in turn by 64 users. */
const kinds = ({ software, publishers }: Sizes): [string, string[]][] => [
  ['favorites, a page of 50', several(64, () => 'favorite?per_page=50')],
  ['software, a page of 50 with publisher and latest version', several(64, () => `software?per_page=50&${INCLUDES}`)],
  ['one software', several(512, (n) => `software/${idOf('software', (n * 37) % software)}`)],
  [
    'versions of software, a page of 50',
    several(64, (n) => `software/${idOf('software', (n * 1_000) % software)}/versions?per_page=50`),
  ],
  [
    "a publisher's software, a page of 50",
    several(64, (n) => `publisher/${idOf('publisher', n % Math.min(100, publishers))}/software?per_page=50`),
  ],
];

/**
 * Processes of either program, one pair after the other. The same program is up to an eighth faster or slower in another process, for as long as
 * that lives: by how its memory lies and what the engine has compiled when.
 */
const PAIRS = 5;

export const reads: Measure = {
  name: 'reads',
  title: 'Reading, against the limit server',
  async run({ settings }) {
    const asked = kinds(settings.sizes).map(([what, paths]) => ({ what, paths, pairs: [] as Pair[] }));
    const rounds = Math.ceil(settings.rounds / PAIRS);
    for (let pair = 0; pair < times(settings, PAIRS); pair++) await askPair(settings, asked, rounds);
    const results = asked.flatMap(({ what, pairs }) => lines(what, comparisonOf(pairs)));
    return [...results, ...(await frameworks(settings))];
  },
};

/** Adds what a service and a limit server of their own do to `pairs`. */
async function askPair(
  { databaseUrl, clients, seconds }: Settings,
  asked: { paths: string[]; pairs: Pair[] }[],
  rounds: number,
): Promise<void> {
  const service = await startService(databaseUrl);
  const limit = await startLimitServer(databaseUrl);
  try {
    for (const { paths, pairs } of asked) {
      await assertSameBytes(service, limit, paths.slice(0, 20));
      const load = { paths, clients, seconds };
      pairs.push(...(await inTurn({ program: service, asked: load }, { program: limit, asked: load }, rounds)));
    }
  } finally {
    await Promise.all([service.stop(), limit.stop()]);
  }
}

/** Those with the least to do: what the frameworks cost is the largest part of them. */
async function frameworks(settings: Settings): Promise<Result[]> {
  const stack = await startStackServer(settings.databaseUrl);
  const limit = await startLimitServer(settings.databaseUrl);
  const results: Result[] = [];
  try {
    for (const [what, paths] of kinds(settings.sizes).filter(([, [path]]) => /^software\//.test(path!))) {
      const asked = { paths, clients: settings.clients, seconds: settings.seconds };
      const compared = await compare(stack, limit, asked, settings.rounds);
      const [{ measured }] = lines(what, compared) as [Result];
      results.push({ what: `${what}: the frameworks alone, as documented`, aim: '', measured, holds: null });
    }
  } finally {
    await Promise.all([stack.stop(), limit.stop()]);
  }
  return results;
}

function lines(what: string, { service, limit, requests, p99 }: Comparison): Result[] {
  const perSecond = `${service.requestsPerSecond.toFixed(0)} of ${limit.requestsPerSecond.toFixed(0)} requests/s`;
  const used =
    service.processor === null || limit.processor === null
      ? ''
      : `; processor ${service.processor.toFixed(0)} and ${limit.processor.toFixed(0)} µs a request`;
  return [
    {
      what,
      aim: `≥ ${REQUESTS_AT_LEAST} of the limit`,
      measured: `**${requests.toFixed(2)}** (${perSecond}${used})`,
      holds: requests >= REQUESTS_AT_LEAST,
    },
    {
      what: `${what}: p99`,
      aim: `≤ ${P99_AT_MOST} × the limit's`,
      measured: `**${p99.toFixed(2)}** (${service.p99} and ${limit.p99} ms)`,
      holds: p99 <= P99_AT_MOST,
    },
  ];
}

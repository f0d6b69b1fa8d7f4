import { compare, type Comparison } from '../lib/compare';
import { type Program, startLimitServer, startService, startStackServer } from '../lib/programs';
import { demandSameBytes } from '../lib/same-bytes';
import { idOf } from '../seed/facts';
import type { Settings, Sizes } from '../settings';
import type { Measure, Result } from './measure';

const REQUESTS_AT_LEAST = 0.85;
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

export const reads: Measure = {
  name: 'reads',
  title: 'Reading, against the limit server',
  async run({ settings }) {
    const service = await startService(settings.databaseUrl);
    const limit = await startLimitServer(settings.databaseUrl);
    const results: Result[] = [];
    try {
      for (const [what, paths] of kinds(settings.sizes)) {
        await demandSameBytes(service, limit, paths.slice(0, 20));
        const asked = { paths, clients: settings.clients, seconds: settings.seconds };
        results.push(...lines(what, await compare(service, limit, asked, settings.rounds)));
      }
      results.push(...(await frameworks(settings, limit)));
    } finally {
      await Promise.all([service.stop(), limit.stop()]);
    }
    return results;
  },
};

/** Those with the least to do: what the frameworks cost is the largest part of them. */
async function frameworks(settings: Settings, limit: Program): Promise<Result[]> {
  const stack = await startStackServer(settings.databaseUrl);
  const results: Result[] = [];
  try {
    for (const [what, paths] of kinds(settings.sizes).filter(([, [path]]) => /^software\//.test(path!))) {
      const asked = { paths, clients: settings.clients, seconds: settings.seconds };
      const compared = await compare(stack, limit, asked, settings.rounds);
      const [{ measured }] = lines(what, compared) as [Result];
      results.push({ what: `${what}: the frameworks alone, as documented`, aim: '', measured, holds: null });
    }
  } finally {
    await stack.stop();
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

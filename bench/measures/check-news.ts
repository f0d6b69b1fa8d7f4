import { bareLine, checkBarely, CONNECTIONS } from '../lib/bare-writes';
import { median } from '../lib/compare';
import { load, type LoadResult } from '../lib/load';
import { settled } from '../lib/database';
import { type Checked, popularity, release, restore, tell } from '../lib/news';
import { type Program, startService, startWorker } from '../lib/programs';
import { times } from '../settings';
import type { Measure, World } from './measure';

const PER_SECOND = 10_000;
const LONGEST_LOCK_MS = 200;
const P99_AT_MOST = 3;
const ROUNDS = 5;
/** Seconds, and far more than it takes. */
const LONGEST_CHECK = 120;

/** A new version of the most popular product: all its favorites are flagged, and their notifications and deliveries written. */
export const checkNews: Measure = {
  name: 'check-news',
  title: 'The update check, a new version of the most popular software',
  async run(world) {
    const { settings } = world;
    const worker = await startWorker(settings.databaseUrl);
    const service = await startService(settings.databaseUrl);
    try {
      const alone: Round[] = [];
      const bare: number[][] = CONNECTIONS.map(() => []);
      for (let round = 0; round <= times(settings, ROUNDS); round++) {
        await prepare(world, worker);
        const done = await check(world, worker);
        if (round === 0) continue; // it warms up
        alone.push(done);
        for (const [place, count] of CONNECTIONS.entries()) bare[place]!.push(await checkBarely(world.address, count));
      }
      const beside = await besideRequests(world, worker, service);
      const rates = alone.map(({ perSecond }) => perSecond);
      const longestAlone = Math.max(...alone.map((round) => round.longest));
      const longest = Math.max(longestAlone, beside.check.longest);
      const p99 = beside.busy.p99 / beside.quiet.p99;
      return [
        {
          what: `${popularity(settings.sizes).toLocaleString('en')} favorites, all notified by default channels: favorites/s`,
          aim: `≥ ${PER_SECOND.toLocaleString('en')}`,
          measured: `**${median(rates).toFixed(0)}** (${rates.map((rate) => rate.toFixed(0)).join(', ')}; ${beside.check.perSecond.toFixed(0)} beside ${settings.clients} clients of the API)`,
          holds: median(rates) >= PER_SECOND,
        },
        bareLine('of the same rows by bare statements', rates, bare),
        {
          what: 'the longest transaction, in which rows are locked',
          aim: `≤ ${LONGEST_LOCK_MS} ms`,
          measured: `**${longest.toFixed(0)} ms** (${longestAlone.toFixed(0)} ms without these clients)`,
          holds: longest <= LONGEST_LOCK_MS,
        },
        {
          what: 'p99 of the API meanwhile (favorites, a page of 50)',
          aim: `≤ ${P99_AT_MOST} × quiet`,
          measured: `**${p99.toFixed(2)}** (${beside.busy.p99} and ${beside.quiet.p99} ms)`,
          holds: p99 <= P99_AT_MOST,
        },
      ];
    } finally {
      await Promise.all([worker.stop(), service.stop()]);
      await reset(world);
    }
  },
};

interface Round {
  perSecond: number;
  longest: number;
}

const reset = ({ address }: World) => restore(address);

/** The new version is there, and nothing but the check is left to be done. */
async function prepare(world: World, worker: Program): Promise<void> {
  await reset(world);
  await release(worker, world.settings);
  await settled(world.address);
}

async function check(world: World, worker: Program): Promise<Round> {
  const { seconds, longest, summary } = await tell(worker, 'check');
  const { flagged, notified } = summary as Checked;
  const wanted = popularity(world.settings.sizes);
  if (flagged !== wanted || notified !== wanted) throw new Error(`not all were flagged: ${JSON.stringify(summary)}`);
  return { perSecond: flagged / seconds, longest };
}

/** The same while another replica answers requests, for as long as the check takes. */
async function besideRequests(
  world: World,
  worker: Program,
  service: Program,
): Promise<{ check: Round; quiet: LoadResult; busy: LoadResult }> {
  const { clients, seconds } = world.settings;
  const paths = Array.from({ length: 64 }, () => 'favorite?per_page=50');
  await prepare(world, worker);
  await load(service, { paths, clients, seconds });
  const quiet = await load(service, { paths, clients, seconds });
  const checked = check(world, worker);
  const busy = await load(service, { paths, clients, seconds: LONGEST_CHECK, until: checked });
  return { check: await checked, quiet, busy };
}

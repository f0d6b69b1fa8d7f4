import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../lib/database';
import { type Checked, popularity, release, restore, tell } from '../lib/news';
import { type Program, startWorker } from '../lib/programs';
import { times } from '../settings';
import type { Measure, Result, World } from './measure';

const REPLICAS = [1, 2, 4];
const LONGEST_LOCK_MS = 200;
/** Seconds that another product waits: about as long as when nothing else is checked. */
const WAITS_AT_MOST = 1;
const LOOKS_APART_MS = 20;
/** Part of the time that one replica takes, after which another product gets a version. */
const LATER = 1 / 8;

interface Round {
  seconds: number;
  longest: number;
  /** Seconds until another product was checked whose version came with that of the popular one, and later. */
  waited: { together: number; later: number };
}

/** One product that nearly everybody follows, checked by several replicas; products with one favorite get versions beside it. */
export const checkShared: Measure = {
  name: 'check-shared',
  title: 'The update check, one product by several replicas',
  async run(world) {
    const { settings } = world;
    const start = () => startWorker(settings.databaseUrl);
    const importer = await start();
    const workers: Program[] = [];
    const results: Result[] = [];
    try {
      let one = 0;
      for (const replicas of REPLICAS.slice(0, times(settings, REPLICAS.length))) {
        while (workers.length < replicas) workers.push(await start());
        const round = await check(world, importer, workers, one * LATER);
        one ||= round.seconds;
        results.push(...lines(popularity(settings.sizes), replicas, round, one));
      }
      return results;
    } finally {
      await Promise.all([importer, ...workers].map((worker) => worker.stop()));
      await reset(world);
    }
  },
};

const reset = ({ address }: World) => restore(address);

async function check(world: World, importer: Program, workers: Program[], later: number): Promise<Round> {
  await reset(world);
  const [first, second] = await tracked(world);
  await release(importer, world.settings);
  await release(importer, world.settings, first);
  const start = performance.now();
  const isDone = isChecked(world, 0);
  const [seconds, together] = [since(start, isDone), since(start, isChecked(world, first!))];
  // A small product may be done before the other one gets its version.
  const ended = new AbortController();
  const checking = Promise.all(workers.map((worker) => checkUntil(worker, ended.signal)));
  await Promise.race([isDone, sleep(later * 1_000)]);
  const began = performance.now();
  await release(importer, world.settings, second);
  const waited = { together: await together, later: await since(began, isChecked(world, second!)) };
  await isDone;
  ended.abort();
  const longest = await checking;
  return { seconds: await seconds, longest: Math.max(...longest), waited };
}

const since = (start: number, done: Promise<unknown>) => done.then(() => (performance.now() - start) / 1_000);

/** Two products with one favorite, which has no update. */
async function tracked({ address }: World): Promise<number[]> {
  const rows = await rowsOf<{ identity: string }>(
    address,
    `SELECT s.identity FROM software s JOIN favorite f ON f.software_id = s.id WHERE f.update_available = 0
       GROUP BY s.id HAVING (SELECT COUNT(*) FROM favorite WHERE software_id = s.id) = 1 LIMIT 2`,
  );
  return rows.map(({ identity }) => Number(identity.slice('bench:'.length)));
}

/** When its mark is gone. */
async function isChecked({ address }: World, number: number): Promise<void> {
  const text = `SELECT m.software_id FROM software s JOIN update_mark m ON m.software_id = s.id WHERE s.identity = ?`;
  while ((await rowsOf(address, text, [`bench:${number}`])).length > 0) await sleep(LOOKS_APART_MS);
}

/** As a replica checks, from then on until `ended`. @returns milliseconds of the longest transaction */
async function checkUntil(worker: Program, ended: AbortSignal): Promise<number> {
  for (let longest = 0; ;) {
    const pass = await tell(worker, 'check');
    longest = Math.max(longest, pass.longest);
    if (ended.aborted) return longest;
    if ((pass.summary as Checked).favorites === 0) await sleep(LOOKS_APART_MS);
  }
}

function lines(favorites: number, replicas: number, { seconds, longest, waited }: Round, one: number): Result[] {
  const by = replicas === 1 ? '1 replica' : `${replicas} replicas`;
  const waits = Math.max(waited.together, waited.later);
  return [
    {
      what: `${favorites.toLocaleString('en')} favorites by ${by}: favorites/s`,
      aim: '',
      measured: `**${(favorites / seconds).toFixed(0)}** (${seconds.toFixed(1)} s; ${(one / seconds).toFixed(2)} × one)`,
      holds: null,
    },
    {
      what: `the longest transaction, ${by}`,
      aim: `≤ ${LONGEST_LOCK_MS} ms`,
      measured: `**${longest.toFixed(0)} ms**`,
      holds: longest <= LONGEST_LOCK_MS,
    },
    {
      what: `a product with one favorite meanwhile, ${by}`,
      aim: `≤ ${WAITS_AT_MOST} s`,
      measured: `**${waits.toFixed(2)} s** (its version came together with the other: ${waited.together.toFixed(2)} s; later: ${waited.later.toFixed(2)} s)`,
      holds: waits <= WAITS_AT_MOST,
    },
  ];
}

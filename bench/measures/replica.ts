import { median } from '../lib/compare';
import { settled } from '../lib/database';
import { load } from '../lib/load';
import { peakBytes } from '../lib/processor-time';
import { startService } from '../lib/programs';
import { idOf } from '../seed/facts';
import { times } from '../settings';
import type { Measure, Result, World } from './measure';

const MEGABYTES_AT_MOST = 250;
const SECONDS_AT_MOST = 2;
const STARTS = 5;
const POLL_MS = 10;

/** What one process takes, and how soon it is there. */
export const replica: Measure = {
  name: 'replica',
  title: 'A replica',
  run: async (world) => [await memory(world), await start(world)],
};

/** Also with the check and the delivery running beside the requests, as they do by default. */
async function memory({ settings, address }: World): Promise<Result> {
  const service = await startService(settings.databaseUrl, { WORKER: 'true' });
  try {
    await settled(address); // what a worker looks through when it starts
    const { software, publishers } = settings.sizes;
    const paths = Array.from({ length: 256 }, (_, number) => [
      'favorite?per_page=200',
      'software?per_page=200&includePublisher&includeLatestVersion',
      `software/${idOf('software', (number * 37) % software)}?includeVersions`,
      `software/${idOf('software', (number * 1_000) % software)}/versions`,
      `publisher/${idOf('publisher', number % Math.min(100, publishers))}/software`,
    ]).flat();
    for (let round = 0; round < settings.rounds; round++)
      await load(service, { paths, clients: settings.clients, seconds: settings.seconds });
    const bytes = peakBytes(service.pid);
    if (bytes === null) return { what: 'memory', aim: '', measured: 'not known on this system', holds: null };
    const megabytes = bytes / 2 ** 20;
    return {
      what: `memory, the most at any moment (pages of 200 and whole lists, ${settings.clients} clients)`,
      aim: `≤ ${MEGABYTES_AT_MOST} MB`,
      measured: `**${megabytes.toFixed(0)} MB**`,
      holds: megabytes <= MEGABYTES_AT_MOST,
    };
  } finally {
    await service.stop();
  }
}

async function start({ settings }: World): Promise<Result> {
  const seconds: number[] = [];
  for (let number = 0; number < times(settings, STARTS); number++) {
    const begin = performance.now();
    const service = await startService(settings.databaseUrl, { WORKER: 'true' });
    while ((await fetch(`${service.url}/health/ready`)).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    seconds.push((performance.now() - begin) / 1_000);
    await service.stop();
  }
  return {
    what: 'from start to ready, on a migrated database',
    aim: `≤ ${SECONDS_AT_MOST} s`,
    measured: `**${median(seconds).toFixed(2)} s**`,
    holds: median(seconds) <= SECONDS_AT_MOST,
  };
}

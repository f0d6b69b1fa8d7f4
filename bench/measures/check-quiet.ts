import type * as Checker from '../../src/update-check/update-checker.service';
import { startApplication } from '../lib/application';
import { built } from '../lib/built';
import { median } from '../lib/compare';
import { type Address, rowsOf } from '../lib/database';
import { seed } from '../seed/seed';
import { LEAST, times } from '../settings';
import type { Measure } from './measure';

const { UpdateCheckerService } = built<typeof Checker>('update-check/update-checker.service');

const PASSES = 200;
/** One for each of what may be due; none finds anything. The fourth came with the alerts about support: one look-up in an index, some 0.1 ms. */
const LOOK_UPS = 4;
const TIME_AT_MOST = 1.3;

interface Quiet {
  /** Milliseconds of a pass. */
  ms: number;
  /** What the server read for one pass: index look-ups, also those that find nothing, and rows. */
  reads: number;
}

/** A pass of the check when nothing changed: with all the favorites there are, and with next to none. */
export const checkQuiet: Measure = {
  name: 'check-quiet',
  title: 'The update check, nothing new',
  async run({ settings, address }) {
    const small = { ...address, database: `${address.database}_small` };
    const url = new URL(settings.databaseUrl);
    url.pathname = `/${small.database}`;
    await seed({ ...settings, sizes: LEAST, databaseUrl: url.href }, small);
    const few = await passes(url.href, small, times(settings, PASSES));
    const many = await passes(settings.databaseUrl, address, times(settings, PASSES));
    const favorites = settings.sizes.favorites.toLocaleString('en');
    return [
      {
        what: `reads of a pass (marks, due policies, due reminders, due alerts), ${favorites} favorites`,
        aim: `${LOOK_UPS} look-ups, no row`,
        measured: `**${many.reads}** (${few.reads} with ${LEAST.favorites.toLocaleString('en')})`,
        holds: many.reads <= LOOK_UPS && many.reads === few.reads,
      },
      {
        what: `time, ${favorites} favorites against ${LEAST.favorites.toLocaleString('en')}`,
        aim: `≤ ${TIME_AT_MOST} ×`,
        measured: `**${(many.ms / few.ms).toFixed(2)}** (${many.ms.toFixed(2)} and ${few.ms.toFixed(2)} ms)`,
        holds: many.ms / few.ms <= TIME_AT_MOST,
      },
    ];
  },
};

async function passes(databaseUrl: string, address: Address, count: number): Promise<Quiet> {
  const app = await startApplication(databaseUrl);
  try {
    const check = () => app.get(UpdateCheckerService).check();
    await check();
    const times: number[] = [];
    let reads = Infinity;
    for (let pass = 0; pass < count; pass++) {
      const start = performance.now();
      await check();
      times.push(performance.now() - start);
      // The counters are the server's: what somebody else reads at that moment is in them too, so the least counts.
      if (pass < 20) reads = Math.min(reads, await readsOf(address, check));
    }
    return { ms: median(times), reads };
  } finally {
    await app.close();
  }
}

async function readsOf(address: Address, work: () => Promise<unknown>): Promise<number> {
  const soFar = async () => {
    const rows = await rowsOf<{ Value: string }>(address, `SHOW GLOBAL STATUS LIKE 'Handler_read%'`);
    return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
  };
  // Asking for the counters counts too.
  const [first, before] = [await soFar(), await soFar()];
  await work();
  return (await soFar()) - before - (before - first);
}

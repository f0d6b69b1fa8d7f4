import { startApp, type TestApp } from '../setup/app';
import { createEmptyDatabase, type TestDatabase } from '../setup/database';
import { onServerDatabase } from '../setup/process';
import { Random } from '../setup/random';
import { Nodes } from './nodes';
import { Scene } from './scene';
import { type Figures, Verdict } from './verdict';

const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
/** `npm run test:crash` sets these. */
const FIRST = number('CRASH_SEED', 1);
const SEEDS = Array.from({ length: number('CRASH_SEEDS', 1) }, (_, index) => FIRST + index);
const DELIVERIES = number('CRASH_DELIVERIES', 60);
const REPLICAS = number('CRASH_REPLICAS', 2);
/** Of three nodes of a cluster, which this starts; else the server is one that runs. */
const NODES_PORT = number('CRASH_NODES_PORT', 0);
/** Whether each replica prefers another node. */
const APART = NODES_PORT > 0 && process.env.CRASH_APART === 'true';
const SHOWN = process.env.CRASH_SEEDS !== undefined;

const COLUMNS: (keyof Figures)[] = [
  ...(['notifications', 'deliveries', 'sent', 'cancelled', 'attempts', 'requests'] as const),
  ...(['kills', 'stops', 'cuts', 'broken', 'duplicates', 'lost'] as const),
];
const NODE_COLUMNS = ['killed', 'stopped', 'ended'] as const;
const line = (cells: (string | number)[]) => `${cells.map((cell) => String(cell).padStart(13)).join('')}\n`;

// Run by `npm run test:crash` only: it takes a minute a seed. The embedded database has one service process: nobody else could go on.
(onServerDatabase && SHOWN ? describe : describe.skip)('replicas that are killed, stopped and cut off', () => {
  let test: TestApp;
  const all: Figures[] = [];
  let nodes: Nodes | null = null;
  let database: TestDatabase | null = null;

  beforeEach(async () => {
    database = nodes && (await createEmptyDatabase());
    const url = database && database.url.replace(new URL(database.url).host, nodes!.hosts);
    test = await startApp(url === null ? {} : { DATABASE_URL: url });
  }, 60_000);

  afterEach(async () => {
    await test.close();
    await database?.drop();
  });

  beforeAll(async () => {
    if (NODES_PORT > 0) {
      nodes = new Nodes(NODES_PORT);
      await nodes.open();
    }
    const ofNodes = nodes ? NODE_COLUMNS.map((key) => `n. ${key}`) : [];
    if (SHOWN) process.stdout.write(line(['seed', ...COLUMNS, ...ofNodes, 'seconds', 'verdict']));
  }, 300_000);

  afterAll(async () => {
    if (nodes && SHOWN)
      process.stdout.write(`nodes: ${JSON.stringify({ ...nodes.counts, ...(await nodes.conflicts()) })}\n`);
    nodes?.close();
    if (!SHOWN) return;
    process.stdout.write(
      line(['all', ...COLUMNS.map((key) => all.reduce((sum, figures) => sum + figures[key], 0)), '']),
    );
  });

  it.each(SEEDS)(
    'lose nothing, and double nothing but what was accepted and could not be written down (seed %s)',
    async (seed) => {
      const start = performance.now();
      const before = { ...nodes?.counts };
      const scene = new Scene(test, new Random(seed), DELIVERIES, SHOWN && seed % 4 === 0, nodes, APART);
      try {
        await scene.play(REPLICAS);
        const verdict = new Verdict(test, scene);
        const figures = await verdict.judge();
        all.push(figures);
        if (SHOWN) {
          const seconds = ((performance.now() - start) / 1_000).toFixed(0);
          const said = verdict.problems.length === 0 ? 'pass' : 'fail';
          const ofNodes = nodes ? NODE_COLUMNS.map((key) => nodes!.counts[key] - before[key]!) : [];
          process.stdout.write(line([seed, ...COLUMNS.map((key) => figures[key]), ...ofNodes, seconds, said]));
        }
        expect(verdict.problems).toEqual([]);
        // Some went with their favorite; of a few that is many.
        expect(figures.deliveries).toBeGreaterThanOrEqual(DELIVERIES * 0.5);
      } catch (error) {
        if (SHOWN) process.stdout.write(`seed ${seed} fails: ${(error as Error).message.slice(0, 500)}\n`);
        throw error;
      } finally {
        await scene.close();
      }
    },
    NODES_PORT > 0 ? 1_800_000 : 600_000,
  );
});

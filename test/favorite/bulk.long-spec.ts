import supertest from 'supertest';
import { startApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { createStage, onServerDatabase, type Server, type Stage } from '../setup/process';
import { atScale } from '../setup/scale';
import { expectWithin } from '../setup/timing';
import { importMany, trackAll } from './many';

describe('a service that is killed while it changes many favorites', () => {
  /** Many more than one transaction takes at the start. */
  const FAVORITES = 1_500;
  let stage: Stage;
  let token: string;

  beforeEach(async () => {
    stage = await createStage();
    const test = await startApp({ DATABASE_URL: stage.env.DATABASE_URL! });
    token = await test.token('ada');
    await trackAll(test, 'ada', await importMany(test, FAVORITES));
    await test.close();
  });

  afterEach(() => stage.drop());

  type Favorite = { uuid: string; version: { version: string }; notes: string };
  const agentOf = ({ url }: Server) => supertest.agent(url).set('Authorization', `Bearer ${token}`);
  type Agent = ReturnType<typeof agentOf>;

  async function all(agent: Agent): Promise<Favorite[]> {
    const found: Favorite[] = [];
    for (let page = 1; ; page++) {
      const { body } = await agent.get(`/api/v1/favorite?per_page=200&page=${page}`).expect(200);
      found.push(...(body.data as Favorite[]));
      if (!body.meta.has_more) return found.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
    }
  }

  const plain = (favorites: Favorite[]) => favorites.map(({ uuid, version, notes }) => [uuid, version.version, notes]);
  const last = async (agent: Agent) =>
    (await agent.get('/api/v1/favorite/bulk?per_page=1').expect(200)).body.data[0] as { id: string; changed: number };
  const whether = (answer: PromiseLike<unknown>) =>
    answer.then(
      () => 'answered',
      () => 'cut off',
    );

  it.each(['update', 'delete'])(
    'leaves what it did, which can be undone, also by an undo that is killed itself: %s',
    async (action) => {
      let server = await stage.serve();
      let agent = agentOf(server);
      const before = plain(await all(agent));
      const body = { action, filter: { update_available: true }, expect: FAVORITES };
      const answer = whether(agent.post('/api/v1/favorite/bulk').send(body));
      await eventually(async () => (await last(agent))?.changed > 0);
      await server.stop('SIGKILL');
      expect(await answer).toBe('cut off');

      server = await stage.serve();
      agent = agentOf(server);
      const { id, changed } = await last(agent);
      expect(changed).toBeGreaterThan(0);
      expect(changed).toBeLessThan(FAVORITES);
      const left = await all(agent);
      const isChanged = ({ version }: Favorite) => version.version === '2.0';
      expect(action === 'delete' ? FAVORITES - left.length : left.filter(isChanged).length).toBe(changed);

      const undo = `/api/v1/favorite/bulk/${id}/undo`;
      const cut = whether(agent.post(undo));
      await server.stop('SIGKILL');
      await cut;
      server = await stage.serve();
      agent = agentOf(server);
      // What the first undo has done is done, and the second does the rest.
      expect([200, 409]).toContain((await agent.post(undo)).status);
      expect(plain(await all(agent))).toEqual(before);
      // And the caller repeats it.
      const { body: again } = await agent.post('/api/v1/favorite/bulk').send(body).expect(200);
      expect(again.data).toMatchObject({ matched: FAVORITES, changed: FAVORITES, failed: [] });
      await server.stop();
    },
    240_000,
  );
});

describe('replicas that are killed while they change many favorites in the background', () => {
  const FAVORITES = 2_500;

  it.each(['update', 'delete'])(
    'others go on where they stood: %s',
    async (action) => {
      const stage = await createStage();
      const test = await startApp({ DATABASE_URL: stage.env.DATABASE_URL! });
      const token = await test.token('ada');
      await trackAll(test, 'ada', await importMany(test, FAVORITES));
      const agentOf = ({ url }: Server) => supertest.agent(url).set('Authorization', `Bearer ${token}`);
      const BULK = '/api/v1/favorite/bulk';
      interface State {
        state: string;
        changed: number;
        operation: object | null;
        undo: { restored: number } | null;
      }
      const stateOf = async (server: Server, id: string) =>
        (await agentOf(server).get(`${BULK}/${id}`).expect(200)).body.data as State;
      /** Kills whoever does it in the middle, until another has ended it. */
      const killed = async (server: Server, id: string, isBetween: (state: State) => boolean) => {
        // The embedded database takes one process at a time.
        const other = onServerDatabase ? await stage.serve({ WORKER: 'false' }) : null;
        await eventually(async () => isBetween(await stateOf(other ?? server, id)), 60_000);
        await server.stop('SIGKILL');
        await other?.stop();
        const next = [await stage.serve(), ...(onServerDatabase ? [await stage.serve()] : [])];
        const stood = await stateOf(next[0]!, id);
        expect(stood.state).not.toBe('done');
        await eventually(async () => (await stateOf(next[0]!, id)).state === 'done', 120_000);
        await next[1]?.stop();
        return next[0]!;
      };
      const facts = async () => {
        const service = await startApp({ DATABASE_URL: stage.env.DATABASE_URL! });
        const counts = await service.database.query<Record<string, number | string>>(
          `SELECT (SELECT COUNT(*) FROM favorite) AS tracked, (SELECT COUNT(*) FROM favorite WHERE update_available = 1) AS outdated,
             (SELECT COUNT(*) FROM favorite_bulk_item) AS kept, (SELECT COUNT(*) FROM favorite_bulk_part) AS parts,
             (SELECT MAX(times) FROM (SELECT COUNT(*) AS times FROM audit_entry WHERE details LIKE '%"bulk"%' GROUP BY resource_id) e) AS most,
             (SELECT COUNT(*) FROM audit_entry WHERE details LIKE '%"bulk"%') AS audited`,
        );
        await service.close();
        return Object.fromEntries(Object.entries(counts[0]!).map(([name, count]) => [name, Number(count)]));
      };
      await test.close();

      let server = await stage.serve();
      const body = { action, filter: { update_available: true }, expect: FAVORITES };
      const { id } = (await agentOf(server).post(BULK).send(body).expect(202)).body.data as { id: string };
      server = await killed(server, id, ({ changed }) => changed > 0);
      expect((await stateOf(server, id)).operation).toMatchObject({
        changed: FAVORITES,
        done: FAVORITES,
        failed_total: 0,
      });
      await server.stop();
      const once = { most: 1, audited: FAVORITES, parts: 0 };
      const tracked = action === 'delete' ? 0 : FAVORITES;
      expect(await facts()).toEqual({ tracked, outdated: 0, kept: FAVORITES, ...once });

      server = await stage.serve();
      expect((await agentOf(server).post(`${BULK}/${id}/undo`).expect(202)).body.data.state).toBe('running');
      server = await killed(server, id, ({ undo }) => undo!.restored > 0);
      expect((await stateOf(server, id)).undo).toMatchObject({ restored: FAVORITES, skipped_total: 0 });
      await server.stop();
      expect(await facts()).toEqual({ tracked: FAVORITES, outdated: FAVORITES, kept: 0, ...once });
      await stage.drop();
    },
    400_000,
  );
});

it('changes many favorites in short transactions', async () => {
  /** Of the largest number of favorites that a user has by default. */
  const favorites = atScale(1_000, 10_000);
  /** Others wait for its locks: far more than is usual, as machines of tests are busy. */
  const longestMs = 2_000;
  const test = await startApp({ WORKER: 'true', CHECK_EVERY: '1d' });
  try {
    const agent = await test.as('ada');
    await trackAll(test, 'ada', await importMany(test, favorites));
    const took: number[] = [];
    const transaction = test.database.transaction.bind(test.database);
    // By the clock of what is between BEGIN and COMMIT.
    jest.spyOn(test.database, 'transaction').mockImplementation(async (work) => {
      let start = 0;
      const result = await transaction((sql) => {
        start = performance.now();
        return work(sql);
      });
      took.push(performance.now() - start);
      return result;
    });
    const measured = async (name: string, path: string, body: object) => {
      took.length = 0;
      const start = performance.now();
      const answer = await agent.post(path).send(body);
      const { id } = answer.body.data as { id: string };
      const told = async () => (await agent.get(`/api/v1/favorite/bulk/${id}`).expect(200)).body.data;
      if (answer.status === 202) await eventually(async () => (await told()).state === 'done', 120_000);
      const { operation, undo } = await told();
      const seconds = ((performance.now() - start) / 1_000).toFixed(2);
      const longest = Math.max(...took);
      if (process.env.TEST_LONG)
        process.stdout.write(`${name}: ${seconds} s, ${took.length} transactions, longest ${longest.toFixed(0)} ms\n`);
      expectWithin(longest, longestMs);
      return { ...answer.body.data, ...operation, ...undo } as { id: string; changed?: number; restored?: number };
    };
    const more: Record<string, object> = {
      snooze: { until: '2030-01-01' },
      policy: { policy: { minimum_age_days: 1 } },
    };
    for (const action of ['update', 'skip', 'snooze', 'mute', 'policy', 'delete']) {
      const body = { action, filter: {}, expect: favorites, ...more[action] };
      const { id, changed } = await measured(action, '/api/v1/favorite/bulk', body);
      expect(changed).toBe(favorites);
      const { restored } = await measured(`undo of ${action}`, `/api/v1/favorite/bulk/${id}/undo`, {});
      expect(restored).toBe(favorites);
    }
  } finally {
    jest.restoreAllMocks();
    await test.close();
  }
}, 600_000);

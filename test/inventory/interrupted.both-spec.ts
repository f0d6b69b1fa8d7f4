import type { Agent } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { SERVER_URL } from '../setup/database';
import { atScale } from '../setup/scale';
import { aroundStatements } from '../setup/statements';

/** Changes that one transaction writes. */
const PER_TRANSACTION = 500;
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six'];
const PRODUCTS = [...NAMES, ...Array.from({ length: PER_TRANSACTION }, (_, index) => `many-${index}`)];
const VERSIONS = ['1.0.0', '1.1.0', '2.0.0'];

const lines = (packages: string[]) => packages.map((one) => `pkg:npm/${one}\n`).join('');

/** Of a small upload one transaction writes all there is. */
const SMALL = {
  old: ['one@1.0.0', 'two@1.0.0', 'three@1.0.0', 'four@1.0.5'],
  new: ['one@1.1.0', 'two@1.0.0', 'four@1.0.6', 'five@2.0.0', 'six@2.0.0', 'six@1.0.7'],
};

describe('uploads that are cut off, or at the same time', () => {
  let test: TestApp;
  /** Another process on the same database, which is a server. */
  let other: TestApp | null = null;
  let users = 0;

  beforeAll(async () => {
    test = await startApp();
    if (SERVER_URL) other = await startApp({ DATABASE_URL: test.config.database.location });
    const records = PRODUCTS.map((name) => ({
      ...product(name, VERSIONS),
      identifiers: [{ type: 'purl', value: `pkg:npm/${name}` }],
    }));
    expect((await test.import(...records)).rejected).toBe(0);
  });

  afterAll(async () => {
    await other?.close();
    await test.close();
  });

  const put = (who: Agent, packages: string[]) =>
    who
      .put('/api/v1/inventory/web/content?allow_shrink=true&allow_lower=true')
      .set('Content-Type', 'text/plain')
      .send(lines(packages))
      .ok(() => true);

  interface Favorite {
    software: string;
    version: { version: string };
    deployments: { version: string }[];
  }

  async function favoritesOf(who: Agent): Promise<Favorite[]> {
    const found: Favorite[] = [];
    for (let page = 1; ; page++) {
      const { body } = await who.get(`/api/v1/favorite?includeDeployments&per_page=200&page=${page}`).expect(200);
      found.push(...(body.data as Favorite[]));
      if (!body.meta.has_more) return found;
    }
  }

  /** `one@1.0.0`, one for each deployment. Each favorite has one, and shows the lowest. */
  async function state(who: Agent): Promise<string[]> {
    const favorites = await favoritesOf(who);
    expect(new Set(favorites.map(({ software }) => software)).size).toBe(favorites.length);
    for (const { version, deployments } of favorites) expect(version.version).toBe(deployments[0]?.version);
    return favorites
      .flatMap(({ software, deployments }) => deployments.map(({ version }) => `${software}@${version}`))
      .sort();
  }

  const ownVersions = async () =>
    (
      await test.database.query<{ version: string }>('SELECT version FROM version WHERE hidden = 1 ORDER BY version')
    ).map(({ version }) => version);

  it('have changed all or nothing when any of their statements fails, and the next upload mends it', async () => {
    const outcomes = new Set<string>();
    let interrupted = true;
    // Each of them in the long form.
    for (let failing = 1; interrupted; failing += atScale(6, 1)) {
      const agent = await test.as(`cut off ${++users}`);
      expect((await put(agent, SMALL.old)).status).toBe(200);
      let count = 0;
      interrupted = false;
      const stop = aroundStatements(test, async (run, statement, parameters) => {
        if (++count !== failing) return run(statement, parameters);
        interrupted = true;
        throw new Error('interrupted');
      });
      const { status } = await put(agent, SMALL.new);
      stop();
      expect([failing, status]).toEqual([failing, interrupted ? 500 : 200]);
      const left = (await state(agent)).join(' ');
      const [before, after] = [SMALL.old, SMALL.new].map((packages) => [...packages].sort().join(' '));
      expect([before, after]).toContain(left);
      outcomes.add(left);

      expect((await put(agent, SMALL.new)).status).toBe(200);
      expect((await state(agent)).join(' ')).toBe(after);
      expect((await put(agent, SMALL.new)).body.data.counts).toMatchObject({
        added: 0,
        moved: 0,
        removed: 0,
        unchanged: 6,
      });
      expect(await ownVersions()).toEqual(['1.0.6', '1.0.7']);
      await agent.delete('/api/v1/inventory/web').expect(204);
      expect(await ownVersions()).toEqual([]);
    }
    expect(outcomes.size).toBe(2);
  });

  it('are mended by the next one when a later transaction fails', async () => {
    const agent = await test.as(`cut off ${++users}`);
    const [before, after] = ['1.0.0', '1.1.0'].map((version) => PRODUCTS.map((name) => `${name}@${version}`).sort());
    expect((await put(agent, before!)).status).toBe(200);
    let transactions = 0;
    const stop = aroundStatements(test, (run, statement, parameters) => {
      if (statement.startsWith('UPDATE inventory SET revision = revision + 1') && ++transactions === 2)
        return Promise.reject(new Error('interrupted'));
      return run(statement, parameters);
    });
    expect((await put(agent, after!)).status).toBe(500);
    stop();
    const half = await state(agent);
    expect(half).toHaveLength(PRODUCTS.length);
    expect(half.filter((one) => one.endsWith('1.1.0'))).toHaveLength(PER_TRANSACTION);
    expect((await put(agent, after!)).body.data.counts).toMatchObject({
      moved: NAMES.length,
      unchanged: PER_TRANSACTION,
    });
    expect(await state(agent)).toEqual(after);
  });

  // Of the embedded database, cli/inventory.long-spec.ts has the command line beside the service.
  (SERVER_URL ? it : it.skip)(
    'one of two at once in two processes wins as a whole',
    async () => {
      const name = `two processes ${++users}`;
      const token = await test.token(name);
      const agents = [test, other!].map(({ http }) => ({
        put: (path: string) => http.put(path).set('Authorization', `Bearer ${token}`),
      })) as unknown as Agent[];
      const reader = await test.as(name);
      const files = ['1.0.0', '1.1.0'].map((version) =>
        PRODUCTS.filter((_one, index) => index % 3 !== Number(version[2])).map((one) => `${one}@${version}`),
      );
      const [wins, rounds] = [[0, 0], atScale(2, 6)];
      for (let round = 0; round < rounds; round++) {
        const done = await Promise.all(files.map((packages, index) => put(agents[index]!, packages)));
        const statuses = done.map(({ status }) => status);
        for (const status of statuses) expect([200, 409]).toContain(status);
        expect(statuses).toContain(200);
        const rows = await state(reader);
        const winner = files.findIndex((packages) => [...packages].sort().join() === rows.join());
        expect([round, winner]).not.toEqual([round, -1]);
        expect(statuses[winner]).toBe(200);
        wins[winner]!++;
      }
      expect(wins[0]! + wins[1]!).toBe(rounds);
    },
    120_000,
  );
});

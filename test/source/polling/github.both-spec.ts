import { SecretBox } from '../../../src/common/secret-box';
import { closeAll } from '../../notification/providers/peers';
import { createStage, onServerDatabase } from '../../setup/process';
import { GithubStandIn, releasesOf } from './github-stand-in';
import { PollApp } from './poll-app';

const TOKENS = ['ghp_canaryOfTheFirst000000000', 'ghp_canaryOfTheSecond00000000'] as const;
const NOTHING = { new: 0, unchanged: 0, failed: 0, skipped: 0, versions: 0 };

describe('products at GitHub', () => {
  let github: GithubStandIn;
  let rerouted: jest.SpyInstance;
  /** With one token. */
  let app: PollApp;
  const apps: PollApp[] = [];

  beforeAll(async () => {
    app = await PollApp.start({ GITHUB_TOKEN: TOKENS[0] });
  });

  afterAll(() => app.close());

  beforeEach(async () => {
    await app.reset();
    github = await new GithubStandIn(3).open();
    rerouted = github.standIn();
  });

  afterEach(async () => {
    rerouted.mockRestore();
    await Promise.all(apps.splice(0).map((app) => app.close()));
    await closeAll();
  });

  async function start(environment: Record<string, string> = {}): Promise<PollApp> {
    const app = await PollApp.start(environment);
    apps.push(app);
    return app;
  }

  /** Products with a source that was never asked, all due. @returns their ids */
  async function catalogued(app: PollApp, count: number): Promise<string[]> {
    const names = Array.from({ length: count }, (_, index) => `product-${index}`);
    for (const name of names) github.repositories.set(`acme/${name}`, { releases: releasesOf(3), tags: [] });
    const source = (name: string) => ({ type: 'github-releases', settings: { repository: `acme/${name}` } });
    const facts = { publisher: { name: 'P' }, versions: [{ version: 'v1.0' }] };
    await app.test.import(...names.map((name) => ({ ...facts, software: { name }, source: source(name) })));
    await app.due();
    const rows = await app.test.database.query<{ id: string; name: string }>('SELECT id, name FROM software');
    const ids = new Map(rows.map(({ id, name }) => [name, id]));
    return names.map((name) => ids.get(name)!);
  }

  const track = (app: PollApp, id: string) =>
    app.editor.post('/api/v1/favorite').send({ software: id, version: 'v1.0' }).expect(201);

  async function pollAgain(app: PollApp) {
    github.asked.length = 0;
    await app.due();
    return app.poll();
  }

  function publish(name: string): void {
    const { releases, tags } = github.repositories.get(`acme/${name}`)!;
    const release = { tag: 'v1.3', at: '2026-11-01T10:00:00Z', notes: 'Newer' };
    github.repositories.set(`acme/${name}`, { releases: [release, ...releases], tags });
  }

  /** An hour later for these. */
  const rested = (app: PollApp, ...hosts: string[]) =>
    app.test.database.execute('UPDATE source_host SET rest_until = NULL WHERE host IN (?, ?)', hosts);

  const printOf = (app: PollApp, token: string) => app.test.app.get(SecretBox).fingerprint(`Bearer ${token}`);

  it('are asked together with a token, and nothing is written of those without news', async () => {
    github.allow(TOKENS[0]);
    const ids = await catalogued(app, 30);
    expect(await app.poll()).toEqual({ ...NOTHING, new: 30, versions: 90 });
    expect(github.asked).toEqual(['graphql 30']);
    const stored = () =>
      app.test.database.query(
        'SELECT software_id, etag, answer_hash, answer_product_at FROM software_source ORDER BY 1',
      );
    const before = await stored();
    expect(await pollAgain(app)).toEqual({ ...NOTHING, unchanged: 30 });
    expect(github.asked).toEqual(['graphql 30']);
    expect(await stored()).toEqual(before);
    publish('product-7');
    expect(await pollAgain(app)).toEqual({ ...NOTHING, new: 1, unchanged: 29, versions: 1 });
    expect(github.asked).toEqual(['graphql 30']);
    expect(await app.versionsOf(ids[7]!)).toEqual(['v1.3', 'v1.2', 'v1.1', 'v1.0']);
  });

  it('have their notes read by REST where somebody tracks them, when there is something new', async () => {
    github.allow(TOKENS[0]);
    const ids = await catalogued(app, 3);
    await track(app, ids[1]!);
    const rest = '/repos/acme/product-1/releases?per_page=100';
    expect(await app.poll()).toMatchObject({ new: 3, failed: 0 });
    expect(github.asked).toEqual(['graphql 3', rest]);
    expect(await pollAgain(app)).toEqual({ ...NOTHING, unchanged: 3 });
    expect(github.asked).toEqual(['graphql 3']);
    publish('product-1');
    expect(await pollAgain(app)).toEqual({ ...NOTHING, new: 1, unchanged: 2, versions: 1 });
    expect(github.asked).toEqual(['graphql 3', rest]);
    const notes = `SELECT v.version FROM version v JOIN release_note n ON n.version_id = v.id WHERE v.software_id = ?`;
    expect(await app.test.database.query(notes, [ids[1]!])).toHaveLength(4);
    expect(await pollAgain(app)).toEqual({ ...NOTHING, unchanged: 3 });
    expect(github.asked).toEqual(['graphql 3']);
  });

  it('fail alone', async () => {
    github.allow(TOKENS[0]);
    const ids = await catalogued(app, 4);
    github.repositories.delete('acme/product-0');
    github.renamed.set('acme/product-1', 'acme/product-2');
    github.repositories.get('acme/product-3')!.forbidden = true;
    expect(await app.poll()).toMatchObject({ new: 2, failed: 2 });
    expect(await app.health(ids[0]!)).toMatchObject({ state: 'failing', last_error: 'The source was not found (404)' });
    expect(await app.health(ids[1]!)).toMatchObject({ state: 'ok' });
    expect((await app.health(ids[3]!)).last_error).toBe('Access to the source is denied (403)');
  });

  it('are asked with one token after the other, each within its limit, and wait when all are spent', async () => {
    github.allow(TOKENS[0], 3);
    github.allow(TOKENS[1], 4);
    const own = await start({ GITHUB_TOKEN: TOKENS.join(', '), SOURCES: 'tracked', SOURCE_REQUESTS_PER_HOST: '1' });
    const ids = await catalogued(own, 9);
    for (const id of ids) await track(own, id);
    expect(await own.poll()).toMatchObject({ new: 7, failed: 0 });
    expect(github.refused).toBe(0);
    expect(new Set(github.used)).toEqual(new Set(TOKENS.map((token) => `Bearer ${token}`)));
    const states = await Promise.all(ids.map((id) => own.health(id)));
    expect(states.filter(({ state }) => state === 'new')).toHaveLength(2);
    const rows = await own.test.database.query<{ host: string }>(
      'SELECT host FROM source_host WHERE rest_until > next_at OR next_at IS NULL',
    );
    expect(rows.map(({ host }) => host.replace(/[0-9a-f]{8}$/, '')).sort()).toEqual([
      'api.github.com',
      'api.github.com#token-',
      'api.github.com#token-',
    ]);
  });

  it('are asked with the other token when one is refused', async () => {
    github.allow(TOKENS[1]);
    const own = await start({ GITHUB_TOKEN: TOKENS.join(','), SOURCES: 'tracked' });
    const ids = await catalogued(own, 5);
    for (const id of ids) await track(own, id);
    expect(await own.poll()).toMatchObject({ new: 5, failed: 0 });
    expect(github.used.filter((header) => header.includes('First'))).toHaveLength(1);
  });

  it('are asked in the order of who waits for them, without a token', async () => {
    const own = await start();
    const ids = await catalogued(own, 8);
    for (const id of [ids[7]!, ids[4]!]) await track(own, id);
    await own.due();
    await own.poll();
    const [first, second, ...others] = github.asked.map((path) => Number(/product-(\d)/.exec(path)![1]));
    expect([first, second].sort()).toEqual([4, 7]);
    expect(github.queries).toBe(0);
    // Three an hour are allowed, and two are asked at once.
    expect(others.length).toBeLessThanOrEqual(2);
  });

  (onServerDatabase ? it : it.skip)('are asked once by several replicas, within the limit of each token', async () => {
    const stage = await createStage({});
    try {
      for (const token of TOKENS) github.allow(token, 6);
      const environment = { DATABASE_URL: stage.env.DATABASE_URL!, GITHUB_TOKEN: TOKENS.join(','), SOURCES: 'tracked' };
      const replicas = [await start(environment), await start(environment)] as const;
      const ids = await catalogued(replicas[0], 15);
      for (const id of ids) await track(replicas[0], id);
      await Promise.all(replicas.map((app) => app.poll()));
      // Two are asked at once, so one may have been on its way when the last token was spent.
      const spent = github.refused;
      expect(spent).toBeLessThanOrEqual(1);
      const byRest = github.asked.filter((what) => what.startsWith('/repos'));
      expect(byRest).toHaveLength(12 + spent);
      expect(new Set(byRest).size).toBe(byRest.length);
      await rested(replicas[0], 'api.github.com', `api.github.com#token-${printOf(replicas[0], TOKENS[0])}`);
      github.allow(TOKENS[0], 6);
      github.used.length = 0;
      // One that starts now knows which of the tokens still rests.
      const third = await start(environment);
      await third.due();
      expect(await third.poll()).toEqual({ ...NOTHING, unchanged: 12, new: 3, versions: 9 });
      expect(new Set(github.used)).toEqual(new Set([`Bearer ${TOKENS[0]}`]));
      expect(github.refused).toBe(spent);
    } finally {
      await Promise.all(apps.splice(0).map((app) => app.close()));
      await stage.drop();
    }
  });
});

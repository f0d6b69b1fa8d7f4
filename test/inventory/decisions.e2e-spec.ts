import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Agent, expectProblem, known } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';

const HOME = readFileSync(
  join(__dirname, '..', '..', 'packages', 'inventory-reader', 'test', 'fixtures', 'compose', 'home.yaml'),
  'utf8',
);

interface Unknown {
  name: string;
  purl: string | null;
  version: string | null;
  reason: string;
  nearest: { name: string } | null;
  is_product: boolean;
}

describe('decisions about unknown components', () => {
  const test = useApp();
  let agent: Agent;
  let users = 0;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    const image = (path: string) => ({ identifiers: [{ type: 'purl', value: `pkg:docker/${path}` }] });
    await test.import(
      { ...product('Traefik', ['v3.1.2', 'v3.2.0']), ...image('library/traefik') },
      { ...product('Redis', ['7.4.0', '7.4.1', '8.0.0']), ...image('library/redis') },
      { ...product('Nextcloud', ['30.0.1', '30.0.2']), ...image('library/nextcloud') },
      { ...product('MariaDB', ['11.4.2', '11.4.3']), ...image('library/mariadb') },
      { ...product('Grafana', ['11.1.0', '11.2.0']), ...image('grafana/grafana') },
      { ...product('Prometheus', ['2.53.0', '2.54.0']), ...image('prom/prometheus') },
    );
    for (const name of ['Jellyfin Server', 'Immich', 'Acme'])
      ids.set(name, (await known(test, name, ['1.120.0', '10.10.7', '10.11.0'])).id);
  });

  beforeEach(async () => {
    agent = await test.as(`decider ${++users}`, ['read', 'write']);
  });

  const base = '/api/v1/inventory/home';
  const put = (text: string, query = '') =>
    agent.put(`${base}/content${query}`).set('Content-Type', 'text/plain').send(text);
  const unknown = async (): Promise<Unknown[]> => (await agent.get(`${base}/unmatched`).expect(200)).body.data;
  const inventory = async () => (await agent.get(base).expect(200)).body.data;
  const deployments = async (): Promise<string[]> =>
    (await agent.get(`${base}/deployment?per_page=200`).expect(200)).body.data.map(
      (one: { software: { name: string }; version: string }) => `${one.software.name} ${one.version}`,
    );
  const favorites = async (): Promise<string[]> =>
    (await agent.get('/api/v1/favorite?per_page=200').expect(200)).body.data.map(
      (one: { version: { version: string } }) => one.version.version,
    );
  const decide = (components: Pick<Unknown, 'name' | 'purl'>[], software: string | null, more: object = {}) =>
    agent
      .post(`${base}/decision`)
      .send({ components: components.map(({ name, purl }) => ({ name, purl })), software, ...more });
  const named = (list: Unknown[], part: string) => list.filter(({ name }) => name.includes(part));

  it('no service of a compose file of 15 is lost, and the next upload knows what was decided', async () => {
    const first = (await put(HOME, '?create=false').expect(200)).body.data;
    expect(first).toMatchObject({ components: 15, counts: { added: 5, unmatched: 10, ignored: 0, rejected: 0 } });
    const listed = await unknown();
    expect(listed).toHaveLength(10);
    // Known, but its tag tells no version.
    expect(named(listed, 'prometheus')).toMatchObject([{ is_product: true, nearest: { name: 'Prometheus' } }]);
    const immich = named(listed, 'immich-app');
    const answer = (await decide(immich, ids.get('Immich')!).expect(200)).body.data;
    expect(answer).toEqual({ placed: 2, unmatched: 8, kept: [] });
    expect(await deployments()).toContain('Immich 1.120.0');
    expect((await decide(named(listed, 'landing'), null).expect(200)).body.data).toEqual({
      placed: 0,
      unmatched: 7,
      kept: [],
    });
    expect(await inventory()).toMatchObject({ components: 15, deployments: 6, unmatched: 7, ignored: 1 });
    expect((await unknown()).map(({ name }) => name)).toHaveLength(7);

    const again = (await put(HOME.replaceAll('v1.120.0', 'v1.121.0'), '?create=false').expect(200)).body.data;
    expect(again.counts).toMatchObject({ added: 0, moved: 1, unchanged: 5, unmatched: 7, ignored: 1 });
    expect(await deployments()).toContain('Immich 1.121.0');

    const { data } = (await agent.get(`${base}/decision?ignored=true`).expect(200)).body;
    expect(data).toMatchObject([{ name: 'registry.example.org/home/landing', software: null }]);
    await agent.delete(`${base}/decision/${data[0].id}`).expect(204);
    expect(await inventory()).toMatchObject({ unmatched: 8, ignored: 0 });
    expect(await unknown()).toHaveLength(8);
    expectProblem(await agent.delete(`${base}/decision/${data[0].id}`), 404, 'not-found');
  });

  it('a decision of the preview makes the inventory, and the import is as the next preview says', async () => {
    const dry = (await put(HOME, '?dry_run=true&create=false').expect(200)).body.data;
    await decide(named(dry.unmatched, 'jellyfin'), ids.get('Jellyfin Server')!).expect(200);
    await decide(named(dry.unmatched, 'pihole'), null).expect(200);
    expectProblem(await put(HOME, '?create=false').set('If-Match', dry.digest), 412, 'precondition-failed');
    const next = (await put(HOME, '?dry_run=true&create=false').expect(200)).body.data;
    expect(next.counts).toMatchObject({ added: 6, unmatched: 8, ignored: 1 });
    expect(next.ignored).toMatchObject([{ name: 'pihole/pihole', version: '2026.10.0' }]);
    expect((await put(HOME, '?create=false').set('If-Match', next.digest).expect(200)).body.data.counts).toEqual(
      next.counts,
    );
    // What is ignored can be brought back here, too.
    await agent.delete(`${base}/decision/${next.ignored[0].decision}`).expect(204);
    expect(named(await unknown(), 'pihole')).toHaveLength(1);
  });

  it('a product that was added since is found without another upload, but not what no registry has', async () => {
    await put('unheard 1.0\n').expect(200);
    const built = 'services: {own: {build: ., image: "newcomer:2.0"}, other: {image: "newcomer/newcomer:2.0"}}';
    await put(built, '?allow_shrink=true').expect(200);
    expect(await unknown()).toHaveLength(2);
    const record = { identifiers: [{ type: 'purl', value: 'pkg:docker/newcomer/newcomer' }] };
    await test.import({ ...product(`Newcomer`, ['2.0', '2.1']), ...record });
    const answer = (await agent.post(`${base}/unmatched/match`).send({}).expect(200)).body.data;
    expect(answer).toEqual({ placed: 1, unmatched: 1, kept: [] });
    expect(await deployments()).toEqual(['Newcomer 2.0']);
    expect((await unknown()).map(({ name }) => name)).toEqual(['newcomer']);
  });

  it('a version in use goes down only when it may, and what is lower is recorded', async () => {
    const software = ids.get('Acme')!;
    await agent.post('/api/v1/favorite').send({ software, version: '10.11.0' }).expect(201);
    await put('acme-of-ours 10.10.7\nacme-of-theirs 1.120.0\n').expect(200);
    const [ours, theirs] = ['ours', 'theirs'].map((part) => unknown().then((list) => named(list, part)));
    const placed = (await decide(await ours!, software).expect(200)).body.data;
    expect(placed).toMatchObject({ placed: 1, unmatched: 1, kept: [{ from: '10.11.0', to: '10.10.7' }] });
    expect(await deployments()).toEqual(['Acme 10.10.7']);
    expect(await favorites()).toEqual(['10.11.0']);
    const done = (await decide(await theirs!, software, { allow_lower: true }).expect(200)).body.data;
    expect(done).toEqual({ placed: 1, unmatched: 0, kept: [] });
    expect(await favorites()).toEqual(['1.120.0']);
  });

  it('refuses what cannot be decided, and is nobody else’s', async () => {
    await put('acme-of-ours 1.0\n').expect(200);
    const [one] = await unknown();
    for (const [components, software, field] of [
      [[one!], '018f0000-0000-7000-8000-000000000000', 'software'],
      [[], null, 'components'],
      [[{ name: 'a', purl: 'pkg:' }], null, 'components.0.purl'],
      [Array<Unknown>(201).fill(one!), null, 'components'],
    ] as const)
      expect(expectProblem(await decide([...components], software), 422, 'invalid-body')).toEqual([field]);
    const other = await test.as(`decider ${++users}`, ['read', 'write']);
    expectProblem(await other.get(`${base}/decision`), 404, 'not-found');
    expectProblem(await other.post(`${base}/unmatched/match`).send({}), 404, 'not-found');
  });
});

import { type Agent, UNKNOWN_ID } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { startWorld, type World } from './world';

let world: World;
let test: TestApp;
let ada: Agent;
let nginx: string;

const known = (name: string, versions: string[], purl: string) => ({
  ...product(name, versions),
  identifiers: [{ type: 'purl', value: purl }],
});

beforeAll(async () => {
  world = await startWorld();
  test = await startApp(world.environment);
  await test.import(
    known('nginx', ['1.30.1', '1.31.0'], 'pkg:docker/nginx'),
    known('Grafana', ['13.0.5', '13.1.0'], 'pkg:github/grafana/grafana'),
    known('Immich', ['v1.119.0', 'v1.120.0'], 'pkg:docker/immich-app/immich-server?repository_url=ghcr.io'),
    product('Firefox', ['142.0.1'], { identity: { kind: 'winget', id: 'Mozilla.Firefox' } }),
    product('Router', ['7.1'], { identity: { kind: 'ops', id: 'p0' } }),
    product('Twin', ['1.0'], { publisher: { name: 'One' } }),
    product('Twin', ['1.0'], { publisher: { name: 'Other' } }),
  );
});

beforeEach(async () => {
  ada = await test.as(`ada of ${expect.getState().currentTestName}`.slice(-60), ['read', 'write']);
  nginx = (await ada.get('/api/v1/software?name=nginx').expect(200)).body.data[0].id;
});

afterAll(async () => {
  await test.close();
  await world.close();
});

interface Made {
  given: string;
  state: string;
  favorite: string | null;
  software: { id: string; name: string } | null;
  version: string | null;
  problem: { type: string; detail: string } | null;
  candidates: { name: string }[];
}

const post = (favorites: object[], more: object = {}, agent = ada) =>
  agent.post('/api/v1/favorite/bulk/create').send({ favorites, ...more });

const create = async (favorites: object[], more: object = {}): Promise<Made[]> => {
  const { data } = (await post(favorites, more).expect(200)).body;
  for (const state of ['created', 'updated', 'kept', 'failed'])
    expect(data[state]).toBe(data.favorites.filter((one: Made) => one.state === state).length);
  return data.favorites;
};

const favoriteOf = async ({ favorite }: Made) =>
  (await ada.get(`/api/v1/favorite/${favorite}?includeTags`).expect(200)).body.data;

describe('favorites are created', () => {
  it('by id, name, package URL and address, with the version that is given or that these name', async () => {
    const made = await create([
      { software: nginx, version: '1.30.1', tags: ['web'], notes: 'front' },
      { software: ' grafana ', version: '13.0.5', notifications_enabled: false },
      { software: 'ghcr.io/immich-app/immich-server:v1.119.0' },
      { software: 'winget:Mozilla.Firefox', version: '142.0.1' },
      { software: 'ops:p0', version: '7.1' },
    ]);
    expect(made).toMatchObject([
      { given: nginx, state: 'created', software: { id: nginx, name: 'nginx' }, version: '1.30.1', problem: null },
      { given: ' grafana ', state: 'created', software: { name: 'Grafana' }, version: '13.0.5' },
      { state: 'created', software: { name: 'Immich' }, version: 'v1.119.0' },
      { state: 'created', software: { name: 'Firefox' }, version: '142.0.1' },
      { state: 'created', software: { name: 'Router' }, version: '7.1' },
    ]);
    expect(await favoriteOf(made[0]!)).toMatchObject({ software: 'nginx', notes: 'front', tags: ['web'] });
    expect(await favoriteOf(made[1]!)).toMatchObject({ notifications_enabled: false, tags: [] });
    expect(await favoriteOf(made[2]!)).toMatchObject({ update_available: true });
  });

  it.each([
    ['pkg:docker/nginx@1.30.1-alpine', 'nginx', '1.30.1'],
    ['nginx:1.30.1-alpine3.20', 'nginx', '1.30.1'],
    ['pkg:github/grafana/grafana@13.0.5', 'Grafana', '13.0.5'],
    ['https://github.com/Grafana/grafana/releases/tag/13.0.5', 'Grafana', '13.0.5'],
    ['PKG:docker/immich-app/immich-server@v1.120.0?repository_url=ghcr.io', 'Immich', 'v1.120.0'],
    // A version that the catalogue does not know yet is the caller's own.
    ['nginx:1.32.0', 'nginx', '1.32.0'],
  ])('%s', async (software, name, version) => {
    expect(await create([{ software }])).toMatchObject([{ state: 'created', software: { name }, version }]);
  });

  it('once: the same request again changes nothing, and with `update` what is given', async () => {
    const favorites = [{ software: 'nginx', version: '1.30.1', notes: 'mine', tags: ['web'] }];
    const [first] = await create(favorites);
    expect(await create(favorites)).toEqual([{ ...first, state: 'kept' }]);
    expect(await create([{ software: 'nginx', version: '1.31.0' }])).toMatchObject([
      { state: 'kept', version: '1.30.1' },
    ]);
    const [updated] = await create([{ software: 'nginx', version: '1.31.0' }], { existing: 'update' });
    expect(updated).toEqual({ ...first, state: 'updated', version: '1.31.0' });
    expect(await favoriteOf(updated!)).toMatchObject({ notes: 'mine', tags: ['web'], update_available: false });
  });

  it('once, by requests at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create([{ software: 'nginx', version: '1.30.1' }])),
    );
    expect(
      answers
        .flat()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['created', 'kept', 'kept', 'kept']);
    expect((await ada.get('/api/v1/favorite?includeTotal').expect(200)).body.meta.total).toBe(1);
  });
});

describe('an entry that fails says why, and the others are created', () => {
  it.each([
    ['an unknown name', { software: 'Grafanna', version: '1.0' }, 'not-found', /add_products/, null, ['Grafana']],
    ['a name of several', { software: 'Twin', version: '1.0' }, 'conflict', /candidates/, null, ['Twin', 'Twin']],
    ['a name without a version', { software: 'Grafana' }, 'invalid-body', /^version: is required/, 'Grafana', []],
    ['a tag that names no version', { software: 'nginx:latest' }, 'invalid-body', /^version: .*latest/, 'nginx', []],
    ['an unknown id', { software: UNKNOWN_ID, version: '1' }, 'invalid-body', /^software: is not the id/, null, []],
    [
      'a bad package URL',
      { software: 'pkg:npm', version: '1' },
      'invalid-body',
      /^software: is not a package URL/,
      null,
      [],
    ],
    ['a password', { software: 'https://a:b@git.example.org/x' }, 'invalid-body', /password/, null, []],
    ['an address that nobody has added', { software: 'acme/tagged:1.0.0' }, 'not-found', /add_products/, null, []],
  ])('%s', async (_what, entry, type, detail, software, candidates) => {
    const before = world.requests.length;
    const [failed, other] = await create([entry, { software: nginx, version: '1.30.1' }]);
    expect(failed).toMatchObject({ state: 'failed', favorite: null, version: null });
    expect(failed!.problem!.type).toBe(`/docs/problems#${type}`);
    expect(failed!.problem!.detail).toMatch(detail);
    expect(failed!.software?.name ?? null).toBe(software);
    expect(failed!.candidates.map(({ name }) => name)).toEqual(candidates);
    expect(other!.state).toBe('created');
    expect(world.requests.length).toBe(before);
  });

  it('a product twice', async () => {
    const [, twice] = await create([{ software: nginx, version: '1.30.1' }, { software: 'nginx:1.31.0' }]);
    expect(twice).toMatchObject({
      state: 'failed',
      software: { name: 'nginx' },
      problem: { type: '/docs/problems#conflict' },
    });
    expect(twice!.problem!.detail).toContain(nginx);
  });
});

it('what the catalogue has is found without any registry that the operator has configured, and no more than a user may have', async () => {
  const plain = await startApp({ FAVORITES_PER_USER: '3' });
  try {
    await plain.import(
      known('PostgreSQL', ['16.2', '17.0'], 'pkg:docker/postgres'),
      known('Vaultwarden', ['1.32.0', '1.34.0'], 'pkg:docker/vaultwarden/server'),
      known('Express', ['5.1.0'], 'pkg:npm/express'),
    );
    const bob = await plain.as('bob', ['read', 'write']);
    const given = [
      'postgres:16.2-alpine',
      'vaultwarden/server:1.32.0',
      'npm:express',
      'registry.example.org:99999/app:1.0',
    ];
    const { data } = (
      await post(
        given.map((software) => ({ software })),
        {},
        bob,
      ).expect(200)
    ).body;
    expect(data.favorites).toMatchObject([
      { state: 'created', software: { name: 'PostgreSQL' }, version: '16.2' },
      { state: 'created', software: { name: 'Vaultwarden' }, version: '1.32.0' },
      {
        state: 'failed',
        software: { name: 'Express' },
        problem: { detail: expect.stringMatching(/^version: is required/) },
      },
      { state: 'failed', software: null, problem: { type: '/docs/problems#not-found' } },
    ]);
    const { body } = await bob.get('/api/v1/software/lookup?address=vaultwarden%2Fserver%3A1.32.0').expect(200);
    expect(body.data).toMatchObject({ state: 'known', version: '1.32.0', products: [{ name: 'Vaultwarden' }] });
    await plain.import(product('A', ['1']));
    const more = (
      await post(
        [
          { software: 'A', version: '1' },
          { software: 'Express', version: '1' },
        ],
        {},
        bob,
      ).expect(200)
    ).body.data;
    expect(more).toMatchObject({ created: 1, failed: 1 });
    expect(more.favorites[1].problem.type).toBe('/docs/problems#limit-reached');
  } finally {
    await plain.close();
  }
});

describe('with add_products', () => {
  it('what nobody has added is added and tracked, and what is not there fails', async () => {
    const made = await create(
      [
        { software: 'https://github.com/acme/tagged', version: 'v1.0.0', tags: ['new'] },
        { software: 'acme/nothing-here', version: '1.0' },
        { software: 'no such name', version: '1.0' },
      ],
      { add_products: true },
    );
    expect(made).toMatchObject([
      { state: 'created', software: { name: 'tagged' }, version: 'v1.0.0' },
      { state: 'failed', problem: { type: '/docs/problems#source-not-found' } },
      { state: 'failed', problem: { type: '/docs/problems#not-found' } },
    ]);
    expect(await favoriteOf(made[0]!)).toMatchObject({ update_available: true, tags: ['new'] });
  });

  it.each([
    ['a host that nobody reaches', 'nobody.invalid', 'source-unreachable'],
    ['a host without releases', 'plain.example.org', 'source-unreadable'],
    ['a name', 'nginxx', 'not-found'],
    ['a name that ends like a file', 'nothing.js', 'not-found'],
  ])('%s fails with the problem of the look-up, if it is an address', async (_what, software, type) => {
    const [failed] = await create([{ software, version: '1.0' }], { add_products: true });
    expect(failed).toMatchObject({ state: 'failed', problem: { type: `/docs/problems#${type}` } });
  });
});

it.each([
  [{}, 'favorites'],
  [{ favorites: [] }, 'favorites'],
  [{ favorites: Array.from({ length: 201 }, () => ({ software: 'a' })) }, 'favorites'],
  [{ favorites: ['nginx'] }, 'favorites'],
  [{ favorites: [{ software: 'a' }, { version: '1' }] }, 'favorites.1.software'],
  [{ favorites: [{ software: 'a', version: 1 }] }, 'favorites.0.version'],
  [{ favorites: [{ software: 'a', color: 'red' }] }, 'favorites.0.color'],
  [{ favorites: [{ software: 'a' }], existing: 'replace' }, 'existing'],
])('a body is refused with the name of the field: %#', async (body, field) => {
  const { body: problem } = await ada.post('/api/v1/favorite/bulk/create').send(body).expect(422);
  expect(problem.errors.map((error: { field: string }) => error.field)).toContain(field);
});

it('needs the scope write', async () => {
  const reader = await test.as('reader', ['read']);
  await post([{ software: 'nginx', version: '1' }], {}, reader).expect(403);
});

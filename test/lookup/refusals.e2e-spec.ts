import { expectProblem, known } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { startWorld, type World } from './world';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(async () => {
  await world.close();
});

const LOOKUP = '/api/v1/software/lookup';

describe('an address', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startApp({ ...world.environment, OUTBOUND_ALLOW: '127.0.0.0/8' });
  });

  afterAll(() => test.close());

  it.each([
    ['home assistant', 400, 'invalid-query', /search for it/],
    ['https://user:canary-pw@example.org/x', 400, 'invalid-query', /user name or password/],
    ['http://10.0.0.1/team/app', 422, 'source-unreachable', /OUTBOUND_ALLOW/],
    ['https://10.0.0.1/team/app.git', 422, 'source-unreachable', /OUTBOUND_ALLOW/],
    ['http://169.254.169.254/latest/meta-data', 422, 'source-unreachable', /OUTBOUND_ALLOW/],
    ['http://gitlab.10.0.0.1.invalid/a/b', 422, 'source-unreachable', /OUTBOUND_ALLOW/],
    ['http://git.lan/a/b.git', 422, 'source-unreachable', /OUTBOUND_ALLOW/],
    ['https://git.nobody-has-this.example/a/b', 422, 'source-unreachable', /^(?!.*OUTBOUND_ALLOW).*Check the spelling/],
    [
      'https://widget.example/broken',
      422,
      'source-failing',
      /The server of the source failed \(500\)\. Try again later\./,
    ],
    ['acme/nothing', 404, 'source-not-found', /spelling/],
    ['acme/empty', 422, 'source-empty', /no releases and no tags/],
    ['acme/words', 422, 'source-without-versions', /nightly/],
    ['acme/limited', 429, 'source-limited', /Try again in 1[456] minutes/],
    ['acme/private', 422, 'source-denied', /credentials/],
    ['https://widget.example/about', 422, 'source-unreadable', /names no feed/],
    ['https://widget.example/blog.atom', 422, 'source-unreadable', /No entry of the feed/],
    ['https://widget.example/people.json', 422, 'source-unreadable', /no list of versions/],
    ['https://widget.example/nothing', 404, 'source-not-found', /spelling/],
  ])('is refused with what to do: %s', async (address, status, type, detail) => {
    await test.database.execute('UPDATE source_host SET rest_until = NULL');
    const ada = await test.as(`user of ${type}`, ['read', 'write']);
    const refused = await ada.get(LOOKUP).query({ address });
    expectProblem(refused, status, type);
    expect(refused.body.detail).toMatch(detail);
    if (status === 429) expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const added = await ada.post('/api/v1/software').send({ address });
    expectProblem(added, status === 400 ? 422 : status, status === 400 ? 'invalid-body' : type);
  });

  it('that is too long, or missing, is refused by its name', async () => {
    const ada = await test.as();
    expect(expectProblem(await ada.get(LOOKUP), 400, 'invalid-query')).toEqual(['address']);
    expect(expectProblem(await ada.get(LOOKUP).query({ address: 'x'.repeat(2_001) }), 400, 'invalid-query')).toEqual([
      'address',
    ]);
    expect(expectProblem(await ada.get(LOOKUP).query({ address: 'a/b', more: '1' }), 400, 'invalid-query')).toEqual([
      'more',
    ]);
    const long = await ada.post('/api/v1/software').send({ address: 'x'.repeat(2_001) });
    expect(expectProblem(long, 422, 'invalid-body')).toEqual(['address']);
    const unknown = await ada.post('/api/v1/software').send({ address: 'a/b', identity: 'x' });
    expect(expectProblem(unknown, 422, 'invalid-body')).toEqual(['identity']);
  });

  it('of a registry that the operator has not configured says so', async () => {
    const plain = await startApp({ SOURCES: 'tracked', NPM_REGISTRY_URL: '' });
    try {
      const ada = await plain.as();
      const refused = await ada.get(LOOKUP).query({ address: 'gem:rails' });
      expect(expectProblem(refused, 400, 'invalid-query')).toEqual(['address']);
      expect(refused.body.detail).toMatch(/registry that the operator has not configured/);
    } finally {
      await plain.close();
    }
  });

  it('is not asked about again while its host wants a pause', async () => {
    const eve = await test.as('eve', ['read', 'write', 'catalogue:write']);
    const { id } = await known(test, 'At GitHub', ['1.0']);
    await eve
      .put(`/api/v1/software/${id}/source`)
      .send({ type: 'github-releases', settings: { repository: 'immich-app/immich' } });
    expectProblem(await eve.get(LOOKUP).query({ address: 'acme/limited' }), 429, 'source-limited');
    const asked = world.requests.length;
    expectProblem(await eve.get(LOOKUP).query({ address: 'acme/tagged' }), 429, 'source-limited');
    expect(world.requests.length).toBe(asked);
  });

  it('is looked up for a user thirty times in a minute', async () => {
    const ada = await test.as('impatient', ['read', 'write']);
    const statuses: number[] = [];
    for (let at = 0; at < 31; at++)
      statuses.push((await ada.get(LOOKUP).query({ address: `https://widget.example/${at}` })).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('who may add products', () => {
  const address = 'https://codeberg.org/forgejo/forgejo';

  it('are all with the scope write, 200 in a day, unless they may write the catalogue', async () => {
    const test = await startApp(world.environment);
    try {
      const reader = await test.as('reader', ['read']);
      expectProblem(await reader.get(LOOKUP).query({ address }), 403, 'forbidden');
      for (const body of [{ address }, { name: 'Mine' }])
        expectProblem(await reader.post('/api/v1/software').send(body), 403, 'forbidden');

      const ada = await test.as('ada', ['read', 'write']);
      const [{ id }] = (await test.database.query<{ id: string }>("SELECT id FROM user WHERE name = 'ada'")) as [
        { id: string },
      ];
      const { now, after } = test.database.dialect;
      const insert = (seconds: number, at: number) =>
        test.database.execute(
          `INSERT INTO audit_entry (id, user_id, means, action, resource_type, details, created_at)
           VALUES (?, ?, 'token', 'software.added', 'software', '{}', ${after(now, String(seconds))})`,
          [`00000000-0000-7000-8000-${String(at).padStart(12, '0')}`, id],
        );
      for (let at = 0; at < 200; at++) await insert(at === 0 ? -86_000 : -60, at);

      const refused = await ada.post('/api/v1/software').send({ address, version: 'v1.118.0' });
      expectProblem(refused, 429, 'too-many-requests');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(300);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(400);
      expect((await test.database.query('SELECT id FROM software')).length).toBe(0);
      const [row] = await test.database.query<{ n: number }>('SELECT COUNT(*) AS n FROM publisher');
      expect(Number(row!.n)).toBe(0);

      await test.database.execute(`DELETE FROM audit_entry WHERE id = ?`, ['00000000-0000-7000-8000-000000000000']);
      await ada.post('/api/v1/software').send({ address }).expect(201);
      for (const more of [{ address: 'acme/tagged' }, { name: 'One too many' }])
        expectProblem(await ada.post('/api/v1/software').send(more), 429, 'too-many-requests');
      const editor = await test.as('ada', ['read', 'write', 'catalogue:write']);
      await editor.post('/api/v1/software').send({ address: 'acme/tagged' }).expect(201);
    } finally {
      await test.close();
    }
  });

  it('are those who may write the catalogue with PRODUCTS_BY_USERS=off; others still find what is known', async () => {
    const test = await startApp({ ...world.environment, PRODUCTS_BY_USERS: 'off' });
    try {
      const ada = await test.as('ada', ['read', 'write']);
      const refused = await ada.get(LOOKUP).query({ address });
      expectProblem(refused, 403, 'forbidden');
      expect(refused.body.detail).toMatch(/PRODUCTS_BY_USERS=off/);
      expectProblem(await ada.post('/api/v1/software').send({ address }), 403, 'forbidden');
      const named = await ada.post('/api/v1/software').send({ name: 'Mine', version: '1' });
      expectProblem(named, 403, 'forbidden');
      expect(named.body.detail).toMatch(/PRODUCTS_BY_USERS=off/);
      const favorites = [{ software: 'acme/tagged', version: 'v1.0.0' }];
      const bulk = await ada.post('/api/v1/favorite/bulk/create').send({ favorites, add_products: true }).expect(200);
      expect(bulk.body.data.favorites[0].problem.type).toBe('/docs/problems#forbidden');
      const editor = await test.as('eve', ['read', 'write', 'catalogue:write']);
      for (const body of [{ address }, { name: 'Mine', version: '1' }])
        await editor.post('/api/v1/software').send(body).expect(201);
      const found = await ada.get(LOOKUP).query({ address }).expect(200);
      expect(found.body.data).toMatchObject({ state: 'known', may_add: false });
    } finally {
      await test.close();
    }
  });

  it('are nobody while the operator has sources turned off', async () => {
    const test = await startApp({ ...world.environment, SOURCES: 'off' });
    try {
      const ada = await test.as('ada', ['read', 'write']);
      const asked = world.requests.length;
      const refused = await ada.get(LOOKUP).query({ address });
      expectProblem(refused, 422, 'source-unreachable');
      expect(refused.body.detail).toMatch(/SOURCES=off/);
      expect(world.requests.length).toBe(asked);
    } finally {
      await test.close();
    }
  });
});

import type { Response } from 'supertest';
import { type Agent, expectProblem, known } from '../setup/api';
import { SourcePoller } from '../../src/source/polling/source-poller';
import { startApp, type TestApp } from '../setup/app';
import { NEW_ADDRESSES } from './addresses';
import { startWorld, type World } from './world';

let world: World;
let test: TestApp;
let ada: Agent;

beforeAll(async () => {
  world = await startWorld();
  test = await startApp(world.environment);
  ada = await test.as('ada', ['read', 'write', 'catalogue:write']);
});

afterAll(async () => {
  await test.close();
  await world.close();
});

const look = (address: string, more: Record<string, string> = {}, agent = ada) =>
  agent.get('/api/v1/software/lookup').query({ address, ...more });

const add = (body: object, agent = ada) => agent.post('/api/v1/software').send(body);

const count = async (table: string): Promise<number> =>
  Number((await test.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n);

interface Newest {
  version: string;
}

const newest = ({ body }: Response) => (body.data.preview.newest as Newest[]).map(({ version }) => version);

describe('an address that no product has', () => {
  it.each(NEW_ADDRESSES)('%s is of %s: %s', async (address, type, name, publisher, latest) => {
    const user = await test.as(`user of ${type}`, ['read', 'write']);
    const before = await count('software');
    const response = await look(address, {}, user).expect(200);

    expect(response.body.data).toMatchObject({ state: 'new', products: [], choices: [], may_add: true });
    expect(response.body.data.preview).toMatchObject({ name, source: { type } });
    if (publisher) expect(response.body.data.preview.publisher).toBe(publisher);
    if (latest) expect(newest(response)[0]).toBe(latest);
    expect(newest(response).length).toBeLessThanOrEqual(5);
    expect(await count('software')).toBe(before);

    const added = await add({ address, version: newest(response).at(-1) }, user).expect(201);
    const { product, created } = added.body.data;
    expect(created).toBe(true);
    expect(product).toMatchObject({ name, is_favorite: true, latest_version: { version: newest(response)[0] } });
    expect(product.freshness).toMatchObject({ state: 'live', checked_at: expect.any(String) });
    expect(product.favorite.version).toBe(newest(response).at(-1));
    expect(added.headers.location).toMatch(new RegExp(`/api/v1/software/${product.id}$`));

    const again = await look(address, {}, user).expect(200);
    expect(again.body.data).toMatchObject({ state: 'known', preview: null });
    expect(again.body.data.products.map(({ id }: { id: string }) => id)).toEqual([product.id]);
    const twice = await add({ address, version: newest(response)[0] }, user).expect(200);
    expect(twice.body.data).toMatchObject({ created: false, product: { id: product.id, favorite: product.favorite } });
    await user.delete(`/api/v1/favorite/${product.favorite.uuid}`).expect(204);
    await test.database.execute('DELETE FROM software WHERE id = ?', [product.id]);
  });
});

describe('the lookup of an image', () => {
  it('offers the forms of its tags, that of the version in use first, and says what is left out', async () => {
    const plain = (await look('nginx:1.27.3').expect(200)).body.data;
    expect(plain.version).toBe('1.27.3');
    expect(plain.preview).toMatchObject({
      total: 12,
      versions: 4,
      ordering: { tag_pattern: '^[vV]?(\\d{1,3}(?:\\.\\d+)+)$' },
    });
    expect(newest({ body: { data: plain } } as Response)).toEqual(['1.27.4', '1.27.3', '1.27.2', '1.27']);
    expect(plain.preview.left_out).toEqual([
      { reason: 'other-form', count: 4, examples: ['1', '1.27.4-alpine', '1.27.3-alpine', '1.27.4-alpine-slim'] },
      { reason: 'no-version', count: 3, examples: ['latest', 'stable', 'mainline'] },
      { reason: 'pre-release', count: 1, examples: ['1.28.0-rc1'] },
    ]);
    expect(
      plain.preview.forms.map((one: { form: string; count: number; chosen: boolean }) => [
        one.form,
        one.count,
        one.chosen,
      ]),
    ).toEqual([
      ['1.27.4', 5, true],
      ['1.27.4-alpine', 2, false],
      ['1', 1, false],
      ['1.27.4-alpine-slim', 1, false],
    ]);

    const alpine = (await look('nginx', { form: '1.27.3-alpine' })).body;
    expect(alpine.errors).toEqual([
      { field: 'address', message: 'is no address; to find a product by its name, search for it' },
    ]);
    const chosen = await look('docker.io/library/nginx', { form: '1.27.3-alpine' }).expect(200);
    expect(newest(chosen)).toEqual(['1.27.4-alpine', '1.27.3-alpine']);
    const ofVersion = await look('docker.io/library/nginx', { version: '1.27.3-alpine' }).expect(200);
    expect(ofVersion.body.data.preview).toEqual(chosen.body.data.preview);
  });

  it('refuses a form that no tag has', async () => {
    const refused = await look('docker.io/library/nginx', { form: '1.2.3-windows' });
    expect(expectProblem(refused, 422, 'invalid-body')).toEqual(['form']);
  });

  it('adds it in that form, which later polls keep', async () => {
    const body = {
      address: 'docker.io/library/nginx',
      version: '1.27.3-alpine',
      form: '1.27.4-alpine',
      name: 'nginx on Alpine',
    };
    const { product } = (await add(body).expect(201)).body.data;
    expect(product).toMatchObject({ name: 'nginx on Alpine', latest_version: { version: '1.27.4-alpine' } });
    expect(product.favorite).toMatchObject({ version: '1.27.3-alpine', update_available: true });
    const ordering = (await ada.get(`/api/v1/software/${product.id}/ordering`).expect(200)).body.data;
    expect(ordering).toEqual({
      ...{ scheme: 'generic', calver_pattern: null, ignore_pattern: null, prerelease_pattern: null },
      tag_pattern: '^[vV]?(\\d{1,3}(?:\\.\\d+)+)-alpine$',
    });
    await test.app.get(SourcePoller).pollDue();
    const { body: read } = await ada.get(`/api/v1/software/${product.id}?includeLatestVersion`).expect(200);
    expect(read.data.latest_version.version).toBe('1.27.4-alpine');
    await test.database.execute('DELETE FROM favorite');
    await test.database.execute('DELETE FROM software WHERE id = ?', [product.id]);
  });
});

async function identified(name: string, value: string) {
  const product = await known(test, name, ['2.0.0']);
  await ada
    .put(`/api/v1/software/${product.id}/identifier`)
    .send({ identifiers: [{ type: 'purl', value }] })
    .expect(200);
  return product;
}

describe('a product that is known', () => {
  it('by an identifier is offered, and nobody is asked', async () => {
    const { id } = await identified('Paperless', 'pkg:github/paperless/ngx');
    const asked = world.requests.length;
    for (const address of [
      'https://github.com/Paperless/ngx/releases/tag/2.0.0',
      'git@github.com:paperless/ngx.git',
      'pkg:github/paperless/ngx',
    ]) {
      const { data } = (await look(address).expect(200)).body;
      expect(data).toMatchObject({ state: 'known', preview: null, products: [{ id, name: 'Paperless' }] });
    }
    const { data } = (await add({ address: 'github.com/paperless/ngx', version: '2.0.0' }).expect(200)).body;
    expect(data).toMatchObject({ created: false, product: { id, is_favorite: true } });
    expect(world.requests.length).toBe(asked);
  });

  it('by the settings of its source is offered', async () => {
    const { id } = await known(test, 'Widget', ['1.0']);
    const source = { type: 'feed', settings: { url: 'https://widget.example/releases.atom' } };
    await ada.put(`/api/v1/software/${id}/source`).send(source).expect(200);
    const { data } = (await look('widget.example/releases.atom').expect(200)).body;
    expect(data).toMatchObject({ state: 'known', products: [{ id }] });
    const page = (await look('https://widget.example/').expect(200)).body.data;
    expect(page).toMatchObject({ state: 'known', products: [{ id }] });
    await test.database.execute('DELETE FROM software WHERE id = ?', [id]);
  });

  it('by an identifier that two have is not chosen for the caller', async () => {
    const ids = [await identified('Twin A', 'pkg:github/twin/app'), await identified('Twin B', 'pkg:github/twin/app')];
    const { data } = (await look('twin/app').expect(200)).body;
    expect(data.products.map(({ id }: { id: string }) => id).sort()).toEqual(ids.map(({ id }) => id).sort());
    const refused = await add({ address: 'twin/app' });
    expectProblem(refused, 409, 'conflict');
    expect(refused.body.products.sort()).toEqual(ids.map(({ id }) => id).sort());
  });
});

describe('a Helm repository with several charts', () => {
  it('offers them', async () => {
    const { data } = (await look('https://charts.example.org/').expect(200)).body;
    const choices = ['grafana', 'loki'].map((title) => ({ title, address: `https://charts.example.org#${title}` }));
    expect(data).toMatchObject({ state: 'choice', products: [], preview: null, choices });
    const refused = await add({ address: 'charts.example.org' });
    expect(expectProblem(refused, 422, 'invalid-body')).toEqual(['address']);
    expect(refused.body.choices).toEqual(choices.map(({ address }) => address));
  });
});

describe('callers who add the same product at once', () => {
  it.each([
    ['https://github.com/immich-app/immich', 'git@github.com:Immich-App/immich.git', 'pkg:github/immich-app/immich'],
    [
      'widget.example/versions.json',
      'https://widget.example/versions.json',
      'https://widget.example/versions.json#top',
    ],
  ])('get one product: %s', async (...addresses) => {
    const users = await Promise.all(addresses.map((_one, at) => test.as(`racer ${at}`, ['read', 'write'])));
    const before = await count('software');
    const answers = await Promise.all(
      addresses.map((address, at) => add({ address, version: at === 2 ? undefined : '3.1.0' }, users[at]!)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.data.product.id)).size).toBe(1);
    expect(answers.map(({ body }) => body.data.product.is_favorite)).toEqual([true, true, false]);
    expect(await count('software')).toBe(before + 1);
    const { id } = answers[0]!.body.data.product;
    const added = await test.database.query(
      "SELECT id FROM audit_entry WHERE resource_id = ? AND action = 'software.added'",
      [id],
    );
    expect(added).toHaveLength(1);
    await test.database.execute('DELETE FROM favorite');
    await test.database.execute('DELETE FROM software WHERE id = ?', [id]);
  });
});

describe('nothing is added', () => {
  it('when the version in use cannot be one', async () => {
    const before = [
      await count('software'),
      await count('publisher'),
      await count('version'),
      await count('audit_entry'),
    ];
    const refused = await add({ address: 'immich-app/immich', version: 'not a version' });
    expect(expectProblem(refused, 422, 'invalid-body')).toEqual(['version']);
    expect([
      await count('software'),
      await count('publisher'),
      await count('version'),
      await count('audit_entry'),
    ]).toEqual(before);
  });
});

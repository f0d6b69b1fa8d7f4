import { type Agent, expectProblem, known } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { startWorld, type World } from './world';

let world: World;
let test: TestApp;
let eve: Agent;
let id: string;

const NGINX = { type: 'docker-tags', settings: { image: 'library/nginx' } };

beforeAll(async () => {
  world = await startWorld();
  test = await startApp(world.environment);
  eve = await test.as('eve', ['read', 'write', 'catalogue:write']);
  ({ id } = await known(test, 'nginx image', ['1.27.3']));
});

afterAll(async () => {
  await test.close();
  await world.close();
});

const preview = (body: object) => eve.post(`/api/v1/software/${id}/source/preview`).send(body);

describe('a preview of a source', () => {
  it('says what settings and patterns would give, and stores nothing', async () => {
    const { data } = (await preview({ ...NGINX, ordering: { tag_pattern: '^(.+)-alpine$' } }).expect(200)).body;
    expect(data).toMatchObject({
      source: { type: 'docker-tags', title: 'Container images', settings: { image: 'library/nginx' } },
      ordering: { scheme: 'generic', tag_pattern: '^(.+)-alpine$' },
      ...{ total: 12, versions: 2, notice: null },
      newest: [{ version: '1.27.4-alpine' }, { version: '1.27.3-alpine' }],
    });
    await eve.get(`/api/v1/software/${id}/source`).expect(404);
    expect((await eve.get(`/api/v1/software/${id}/ordering`).expect(200)).body.data.tag_pattern).toBeNull();
  });

  it('takes what is not given from the product', async () => {
    expect(expectProblem(await preview({}), 422, 'invalid-body')).toEqual(['type']);
    await eve.put(`/api/v1/software/${id}/source`).send(NGINX).expect(200);
    await eve.put(`/api/v1/software/${id}/ordering`).send({ ignore_pattern: '^1\\.27\\.2$' }).expect(200);
    const { data } = (await preview({ ordering: { tag_pattern: '^([0-9.]+)$' } }).expect(200)).body;
    expect(data.newest.map(({ version }: { version: string }) => version)).toEqual(['1.27.4', '1.27.3', '1.27', '1']);
    expect(data.left_out).toContainEqual({ reason: 'ignored', count: 1, examples: ['1.27.2'] });
    expect(data.ordering.ignore_pattern).toBe('^1\\.27\\.2$');
  });

  it('names what is wrong', async () => {
    expect(expectProblem(await preview({ type: 'nothing', settings: {} }), 422, 'invalid-body')).toEqual(['type']);
    expect(expectProblem(await preview({ type: 'npm', settings: {} }), 422, 'invalid-body')).toEqual([
      'settings.package',
    ]);
    const pattern = { ...NGINX, ordering: { tag_pattern: '(' } };
    expect(expectProblem(await preview(pattern), 422, 'invalid-body')).toEqual(['ordering.tag_pattern']);
    expectProblem(
      await preview({ type: 'github-releases', settings: { repository: 'acme/nothing' } }),
      404,
      'source-not-found',
    );
    const inside = { type: 'feed', settings: { url: 'https://10.0.0.1/feed' } };
    expect(expectProblem(await preview(inside), 422, 'invalid-body')).toEqual(['settings.url']);
  });

  it('needs the scope catalogue:write', async () => {
    const ada = await test.as('ada', ['read', 'write']);
    expectProblem(await ada.post(`/api/v1/software/${id}/source/preview`).send(NGINX), 403, 'forbidden');
    expectProblem(await ada.put(`/api/v1/software/${id}/ordering`).send({}), 403, 'forbidden');
  });
});

describe('the ordering of a product', () => {
  it('is changed with its latest version and the favorites', async () => {
    const product = await known(test, 'Ordered', ['1.0', '2.0', '3.0-weird']);
    const made = await eve.post('/api/v1/favorite').send({ software: product.id, version: '1.0' }).expect(201);
    const address = `/api/v1/software/${product.id}/ordering`;
    const { body } = await eve.put(address).send({ scheme: 'semver', ignore_pattern: 'weird|^2' }).expect(200);
    expect(body.data).toMatchObject({ scheme: 'semver', ignore_pattern: 'weird|^2', tag_pattern: null });
    const favorite = await eve.get(`/api/v1/favorite/${made.body.data.uuid}`).expect(200);
    expect(favorite.body.data.update_available).toBe(false);
    await eve.put(address).send({ ignore_pattern: null }).expect(200);
    expect(
      (await eve.get(`/api/v1/software/${product.id}?includeLatestVersion`)).body.data.latest_version.version,
    ).toBe('2.0');
    const audited = await test.database.query<{ details: string }>(
      "SELECT details FROM audit_entry WHERE action = 'software.ordering-changed' AND resource_id = ? ORDER BY created_at, id",
      [product.id],
    );
    expect(audited.map(({ details }) => JSON.parse(details) as object)).toEqual([
      { fields: ['scheme', 'ignore_pattern'] },
      { fields: ['ignore_pattern'] },
    ]);
  });

  it('is refused with a bad pattern or scheme', async () => {
    const address = `/api/v1/software/${id}/ordering`;
    expect(expectProblem(await eve.put(address).send({ tag_pattern: '(' }), 422, 'invalid-body')).toEqual([
      'tag_pattern',
    ]);
    expect(expectProblem(await eve.put(address).send({ scheme: 'best' }), 422, 'invalid-body')).toEqual(['scheme']);
  });
});

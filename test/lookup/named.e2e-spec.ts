import { expectProblem, known } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';

const PATH = '/api/v1/software';

describe('a product that has no address', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startApp();
  });

  afterAll(() => test.close());

  it('is added by its name, with the version in use, and found by everybody', async () => {
    const ada = await test.as('ada', ['read', 'write']);
    const { body, headers } = await ada.post(PATH).send({ name: ' My own thing xyz ', version: '1.2' }).expect(201);
    expect(body.data.created).toBe(true);
    expect(body.data.product).toMatchObject({ name: 'My own thing xyz', is_favorite: true, latest_version: null });
    expect(body.data.product.favorite.version).toBe('1.2');
    expect(body.data.product.freshness).toMatchObject({ state: 'no-source' });
    expect(headers.location).toMatch(new RegExp(`/api/v1/software/${body.data.product.id}$`));
    const eve = await test.as('eve', ['read', 'write']);
    const found = await eve.get(PATH).query({ q: 'own thing' }).expect(200);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([body.data.product.id]);
    const again = await eve.post(PATH).send({ name: 'MY OWN thing XYZ', version: '3' }).expect(200);
    expect(again.body.data).toMatchObject({ created: false, product: { id: body.data.product.id, is_favorite: true } });
  });

  it('is made once by two at the same time', async () => {
    const users = await Promise.all(['one', 'two', 'three'].map((name) => test.as(name, ['read', 'write'])));
    const answers = await Promise.all(users.map((user) => user.post(PATH).send({ name: 'At once' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.data.product.id)).size).toBe(1);
  });

  it('that the catalogue has by this name is that one; of several somebody has to choose', async () => {
    const ada = await test.as('grace', ['read', 'write']);
    const { id } = await known(test, 'Known already', ['1.0']);
    const { body } = await ada.post(PATH).send({ name: 'known ALREADY', version: '1.0' }).expect(200);
    expect(body.data).toMatchObject({ created: false, product: { id, is_favorite: true } });
    for (const publisher of ['A', 'B'])
      await test.import({ publisher: { name: publisher }, software: { name: 'Twins' }, versions: [{ version: '1' }] });
    const refused = await ada.post(PATH).send({ name: 'Twins' });
    expectProblem(refused, 409, 'conflict');
    expect(refused.body.products).toHaveLength(2);
  });

  it('needs a name, and has no form of tag', async () => {
    const ada = await test.as('ada', ['read', 'write']);
    expect(expectProblem(await ada.post(PATH).send({}), 422, 'invalid-body')).toEqual(['address']);
    expect(expectProblem(await ada.post(PATH).send({ name: '   ' }), 422, 'invalid-body')).toEqual(['name']);
    expect(expectProblem(await ada.post(PATH).send({ version: '1' }), 422, 'invalid-body')).toEqual(['address']);
    expect(expectProblem(await ada.post(PATH).send({ name: 'x', form: '1.0' }), 422, 'invalid-body')).toEqual(['form']);
    expect(expectProblem(await ada.post(PATH).send({ name: 'x'.repeat(256) }), 422, 'invalid-body')).toEqual(['name']);
  });

  it('counts among those that a user adds in a day, and needs what adding needs', async () => {
    const reader = await test.as('reader', ['read']);
    expectProblem(await reader.post(PATH).send({ name: 'Mine' }), 403, 'forbidden');
    const closed = await startApp({ PRODUCTS_BY_USERS: 'off' });
    try {
      const user = await closed.as('user', ['read', 'write']);
      const refused = await user.post(PATH).send({ name: 'Mine', version: '1' });
      expectProblem(refused, 403, 'forbidden');
      expect(refused.body.detail).toMatch(/PRODUCTS_BY_USERS=off/);
      const editor = await closed.as('editor', ['read', 'write', 'catalogue:write']);
      await editor.post(PATH).send({ name: 'Mine', version: '1' }).expect(201);
    } finally {
      await closed.close();
    }
    const ada = await test.as('busy', ['read', 'write']);
    const [{ id }] = (await test.database.query<{ id: string }>("SELECT id FROM user WHERE name = 'busy'")) as [
      { id: string },
    ];
    const { now } = test.database.dialect;
    for (let at = 0; at < 200; at++)
      await test.database.execute(
        `INSERT INTO audit_entry (id, user_id, means, action, resource_type, details, created_at)
         VALUES (?, ?, 'token', 'software.added', 'software', '{}', ${now})`,
        [`00000000-0000-7000-8000-${String(at).padStart(12, '0')}`, id],
      );
    expectProblem(await ada.post(PATH).send({ name: 'One too many' }), 429, 'too-many-requests');
  });
});

import { expectProblem, known, MOMENT, UNKNOWN_ID, UUID } from '../setup/api';
import { useApp } from '../setup/app';
import { atScale } from '../setup/scale';

const test = useApp();

const at = (id: string) => `/api/v1/favorite/${id}`;

describe('creating a favorite', () => {
  it('answers 201 with Location, ids of versions, the defaults and no links', async () => {
    const ada = await test.as('create-ada');
    const { id, versions } = await known(test, 'Create One', ['1.0', '2.0']);
    const response = await ada.post('/api/v1/favorite').send({ software: id, version: versions['1.0'] }).expect(201);
    expect(response.body).toEqual({
      data: {
        uuid: expect.stringMatching(UUID),
        software: 'Create One',
        publisher: 'Publisher of Create One',
        notes: null,
        version: { id: versions['1.0'], version: '1.0', created_at: expect.stringMatching(MOMENT) },
        update_available: true,
        notified_version: null,
        notifications_enabled: true,
        use_default_notification: true,
        notify_always: false,
        created_at: expect.stringMatching(MOMENT),
        updated_at: expect.stringMatching(MOMENT),
      },
    });
    expect(response.headers.location).toBe(`${test.url}${at(response.body.data.uuid)}`);
  });

  it('takes a version by its label, ids in capitals, and every optional field', async () => {
    const ada = await test.as('create-label');
    const { id, versions } = await known(test, 'Create Label', ['v1.0-Beta', '2.0']);
    const { body } = await ada.post('/api/v1/favorite').send({ software: id, version: 'v1.0-Beta' }).expect(201);
    expect(body.data.version.id).toBe(versions['v1.0-Beta']);
    const bob = await test.as('create-capitals');
    const capitals = { software: id.toUpperCase(), version: versions['2.0']!.toUpperCase() };
    const settings = {
      notes: 'on two servers',
      notifications_enabled: false,
      use_default_notification: false,
      notify_always: true,
    };
    const { body: second } = await bob
      .post('/api/v1/favorite')
      .send({ ...capitals, ...settings })
      .expect(201);
    expect(second.data).toMatchObject({ ...settings, version: { version: '2.0' }, update_available: false });
  });

  it('refuses the id of a version of other software, and ids of nothing', async () => {
    const ada = await test.as('create-strangers');
    const one = await known(test, 'Create Mine', ['1.0']);
    const other = await known(test, 'Create Other', ['9.0']);
    const post = (software: unknown, version: unknown) =>
      ada.post('/api/v1/favorite').send({ software, version } as object);
    expect(expectProblem(await post(one.id, other.versions['9.0']), 422, 'invalid-body')).toEqual(['version']);
    expect(expectProblem(await post(one.id, UNKNOWN_ID), 422, 'invalid-body')).toEqual(['version']);
    expect(expectProblem(await post(UNKNOWN_ID, '1.0'), 422, 'invalid-body')).toEqual(['software']);
    const { body } = await ada.get('/api/v1/favorite').expect(200);
    expect(body.data).toEqual([]);
  });

  it('answers 409 with the first one in Location when the software is a favorite already', async () => {
    const ada = await test.as('create-twice');
    const { id } = await known(test, 'Create Twice', ['1.0', '2.0']);
    const first = await ada.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    const second = await ada.post('/api/v1/favorite').send({ software: id, version: '2.0', notes: 'other' });
    expectProblem(second, 409, 'conflict');
    expect(second.headers.location).toBe(first.headers.location);
    const { body } = await ada.get(at(first.body.data.uuid)).expect(200);
    expect(body.data).toMatchObject({ version: { version: '1.0' }, notes: null });
  });

  it('makes one favorite of many simultaneous requests', async () => {
    const ada = await test.as('create-race');
    const { id } = await known(test, 'Create Race');
    const post = () => ada.post('/api/v1/favorite').send({ software: id, version: '1.0' });
    const answers = await Promise.all(Array.from({ length: 8 }, post));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
  });
});

describe('reading favorites', () => {
  it('answers every documented field with links, and no ids of versions', async () => {
    const ada = await test.as('read-ada');
    const { id, publisher } = await known(test, 'Read One');
    const { body } = await ada.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    const { uuid } = body.data;
    const expected = {
      ...body.data,
      version: { version: '1.0', created_at: body.data.version.created_at },
      links: {
        self: `${test.url}/api/v1/favorite/${uuid}`,
        software: `${test.url}/api/v1/software/${id}`,
        versions: `${test.url}/api/v1/software/${id}/versions`,
        publisher: `${test.url}/api/v1/publisher/${publisher}`,
      },
    };
    expect((await ada.get(at(uuid)).expect(200)).body).toEqual({ data: expected });
    expect((await ada.get('/api/v1/favorite').expect(200)).body.data).toEqual([expected]);
    expect((await ada.get(`/api/v1/software/${id}/favorite`).expect(200)).body).toEqual({ data: expected });
    for (const link of Object.values(expected.links)) await ada.get(new URL(link as string).pathname).expect(200);
  });

  it('hides the favorites of one user from another, whatever the method', async () => {
    const ada = await test.as('hide-ada');
    const eve = await test.as('hide-eve');
    const { id } = await known(test, 'Hide One');
    const { body } = await ada
      .post('/api/v1/favorite')
      .send({ software: id, version: '1.0', notes: 'mine' })
      .expect(201);
    const path = at(body.data.uuid);
    expectProblem(await eve.get(path), 404, 'not-found');
    expectProblem(await eve.patch(path).send({ notes: 'x' }), 404, 'not-found');
    expectProblem(await eve.put(path).send({ notes: 'x' }), 404, 'not-found');
    expectProblem(await eve.delete(path), 404, 'not-found');
    expectProblem(await eve.post(`${path}/update-to-latest-version`), 404, 'not-found');
    expectProblem(await eve.get(`/api/v1/software/${id}/favorite`), 404, 'not-found');
    expect((await eve.get('/api/v1/favorite?includeTotal')).body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await ada.get(path).expect(200)).body.data.notes).toBe('mine');
  });

  it('answers 404 to ids of nothing', async () => {
    const ada = await test.as('read-nothing');
    for (const id of ['not-a-uuid', UNKNOWN_ID, `${UNKNOWN_ID}0`, '..%2f..', '%00', '1']) {
      expectProblem(await ada.get(at(id)), 404, 'not-found');
      expectProblem(await ada.patch(at(id)).send({}), 404, 'not-found');
      expectProblem(await ada.delete(at(id)), 404, 'not-found');
      expectProblem(await ada.get(`/api/v1/software/${id}/favorite`), 404, 'not-found');
    }
  });
});

describe('updating a favorite', () => {
  const change = async (name: string, versions: string[], initial: object = {}) => {
    const agent = await test.as(`update-${name}`);
    const software = await known(test, `Update ${name}`, versions);
    const created = await agent
      .post('/api/v1/favorite')
      .send({ software: software.id, version: versions[0], ...initial })
      .expect(201);
    const path = at(created.body.data.uuid);
    return { agent, software, path, send: (body: object) => agent.patch(path).send(body) };
  };

  it.each(['patch', 'put'] as const)('changes what the body names and leaves the rest: %s', async (method) => {
    const { agent, path, software } = await change(`partial ${method}`, ['9.0', '10.0'], {
      notes: 'kept',
      notify_always: true,
    });
    const send = async (body: object) => (await agent[method](path).send(body).expect(200)).body.data;
    const changed = await send({ use_default_notification: false });
    const state = { notes: 'kept', notify_always: true, use_default_notification: false };
    expect(changed).toMatchObject(state);
    expect(changed).not.toHaveProperty('links');
    expect(changed.version).toEqual({
      id: software.versions['9.0'],
      version: '9.0',
      created_at: expect.stringMatching(MOMENT),
    });
    expect((await agent.get(path).expect(200)).body.data).toMatchObject(state);
    expect(await send({ version: '10.0' })).toMatchObject({ ...state, update_available: false });
    expect((await send({ version: software.versions['9.0'] })).update_available).toBe(true);
    expect((await send({ notes: null })).notes).toBeNull();
    expect((await send({ notes: '' })).notes).toBe('');
  });

  it('moves to other software with a version of it', async () => {
    const { send, agent, path, software } = await change('other', ['1.0']);
    const other = await known(test, 'Other target', ['1.0', '5.0']);
    expect(expectProblem(await send({ software: other.id }), 422, 'invalid-body')).toEqual(['version']);
    const strange = { software: other.id, version: software.versions['1.0'] };
    expect(expectProblem(await send(strange), 422, 'invalid-body')).toEqual(['version']);
    const { body } = await send({ software: other.id, version: '1.0' }).expect(200);
    expect(body.data).toMatchObject({ software: 'Other target', update_available: true });
    await send({ software: other.id }).expect(200);
    expect((await agent.get(path).expect(200)).body.data.links.software).toContain(other.id);
    const taken = await agent
      .post('/api/v1/favorite')
      .send({ software: software.id, version: '1.0', notes: 'here' })
      .expect(201);
    const refused = await send({ software: software.id, version: '1.0', notes: 'lost?' });
    expectProblem(refused, 409, 'conflict');
    expect(refused.headers.location).toBe(taken.headers.location);
  });

  it('refuses null for what cannot be empty', async () => {
    const { send } = await change('nulls', ['1.0']);
    const body = {
      software: null,
      version: null,
      notifications_enabled: null,
      use_default_notification: null,
      notify_always: null,
    };
    expect(expectProblem(await send(body), 422, 'invalid-body')).toEqual(Object.keys(body).sort());
  });
});

describe('update to the latest version', () => {
  it.each(['post', 'put', 'patch'] as const)(
    'moves with %s and answers 200 with links, and not on GET',
    async (method) => {
      const ada = await test.as(`latest-${method}`);
      const { id } = await known(test, `Latest ${method}`, ['1.9', '1.10', '2.0-rc.1']);
      const { body } = await ada.post('/api/v1/favorite').send({ software: id, version: '1.9' }).expect(201);
      const path = `${at(body.data.uuid)}/update-to-latest-version`;
      const refused = await ada.get(path);
      expectProblem(refused, 405, 'method-not-allowed');
      expect(refused.headers.allow).toBe('OPTIONS, PATCH, POST, PUT');
      expect((await ada.get(at(body.data.uuid))).body.data.version.version).toBe('1.9');
      const moved = await ada[method](path).expect(200);
      expect(moved.body.data).toMatchObject({ version: { version: '1.10' }, update_available: false });
      expect(Object.keys(moved.body.data.links)).toEqual(['self', 'software', 'versions', 'publisher']);
      expect(moved.body.data.version).not.toHaveProperty('id');
      expect((await ada[method](path).expect(200)).body).toEqual(moved.body);
    },
  );

  it('does not go down from a pre-release that is newer than the latest version', async () => {
    const ada = await test.as('latest-down');
    const { id } = await known(test, 'Latest Down', ['1.0', '2.0-rc.1']);
    const { body } = await ada.post('/api/v1/favorite').send({ software: id, version: '2.0-rc.1' }).expect(201);
    expect(body.data.update_available).toBe(false);
    const { body: same } = await ada.post(`${at(body.data.uuid)}/update-to-latest-version`).expect(200);
    expect(same.data.version.version).toBe('2.0-rc.1');
  });
});

describe('deleting a favorite', () => {
  it('answers 204 without a body, then 404, and allows a new one without the old notes', async () => {
    const ada = await test.as('delete-ada');
    const { id } = await known(test, 'Delete One');
    const { body } = await ada
      .post('/api/v1/favorite')
      .send({ software: id, version: '1.0', notes: 'old' })
      .expect(201);
    const gone = await ada.delete(at(body.data.uuid)).expect(204);
    expect(gone.text).toBe('');
    expect(gone.headers['content-type']).toBeUndefined();
    expectProblem(await ada.delete(at(body.data.uuid)), 404, 'not-found');
    expectProblem(await ada.get(at(body.data.uuid)), 404, 'not-found');
    const { body: fresh } = await ada.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    expect(fresh.data.notes).toBeNull();
  });
});

describe('notes', () => {
  const write = async (user: string) => {
    const agent = await test.as(`notes-${user}`);
    const { id } = await known(test, `Notes ${user}`);
    const { body } = await agent.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    const path = at(body.data.uuid);
    return async (notes: string) => {
      const response = await agent.patch(path).send({ notes });
      return { response, read: (await agent.get(path).expect(200)).body.data.notes as string };
    };
  };

  it.each([
    ['an emoji', 'ok 👩‍👩‍👧‍👦 \u{1F600}'],
    ['NUL in the middle', 'a\u0000b'],
    ['control characters and line ends', '\u0001\t\r\n\u2028\u007f'],
    ['blanks at the ends', '  x  '],
    ['quotes, backslashes and wildcards', `'"\\%_!; DROP TABLE favorite;--`],
    ['right-to-left and combining text', '\u202Eabc e\u0301 שלום'],
    // No encoding can carry one.
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ])('come back as they were written: %s', async (label, notes, expected = notes) => {
    const { response, read } = await (await write(label))(notes);
    expect([response.status, response.body.data.notes, read]).toEqual([200, expected, expected]);
  });

  it('have room for 10,000 characters and not for one more', async () => {
    const written = await write('full');
    for (const character of ['a', '\u{1F600}', '\u0000']) {
      const full = character.repeat(10_000);
      expect((await written(full)).read).toBe(full);
      const over = await written(full + character);
      expect(expectProblem(over.response, 422, 'invalid-body')).toEqual(['notes']);
      expect(over.read).toBe(full);
    }
  });
});

describe('many changes at the same time', () => {
  it('on the same favorites of one user all have an answer, and none is a fault', async () => {
    const ada = await test.as('crowd');
    const names = Array.from({ length: 8 }, (_, index) => `Crowd ${index}`);
    const products = await Promise.all(names.map((name) => known(test, name, ['1.0', '2.0'])));
    const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;
    const seen = new Set<number>();
    const step = async () => {
      const { id } = any(products);
      const found = await ada.get(`/api/v1/software/${id}/favorite`);
      const path = at(found.body.data?.uuid ?? UNKNOWN_ID);
      const create = () => ada.post('/api/v1/favorite').send({ software: id, version: '1.0' });
      const change = any([
        create,
        create,
        () => ada.patch(path).send({ software: any(products).id, version: '2.0', notes: 'moved' }),
        () => ada.patch(path).send({ notify_always: true }),
        () => ada.delete(path),
        () => ada.post(`${path}/update-to-latest-version`),
      ]);
      seen.add((await change()).status);
    };
    const work = async () => {
      for (let turn = 0; turn < atScale(5, 20); turn++) await step();
    };
    await Promise.all(Array.from({ length: atScale(8, 24) }, work));
    expect([...seen].filter((status) => ![200, 201, 204, 404, 409].includes(status))).toEqual([]);
    const { body } = await ada.get('/api/v1/favorite').expect(200);
    expect(new Set(body.data.map((one: { software: string }) => one.software)).size).toBe(body.data.length);
  });
});

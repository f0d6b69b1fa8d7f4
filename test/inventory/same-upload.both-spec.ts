import type { Response } from 'supertest';
import { InventoryRepository } from '../../src/inventory/store/inventory.repository';
import type { Agent } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { SERVER_URL } from '../setup/database';
import { aroundStatements, beforeStatements } from '../setup/statements';

const VERSIONS = ['1.0.0', '1.1.0', '2.0.0'];
/** Products, an own version of one, and what nobody knows. */
const FILE = ['one@1.0.0', 'two@1.1.0', 'three@1.0.7', 'expres@1.0.0', 'nobody@2.0.0'];

const npm = (name: string) => ({ type: 'purl', value: `pkg:npm/${name}` });
/** The same product each time. */
const record = (name: string, versions = VERSIONS, called = name) => ({
  ...product(called, versions, { identity: { id: `same ${name}` } }),
  identifiers: [npm(name)],
});
const lines = (packages: string[]) => packages.map((one) => `pkg:npm/${one}\n`).join('');

describe('an upload that is the same as the last one', () => {
  let test: TestApp;
  /** Another replica; the embedded database has one. */
  let other: TestApp | null = null;
  let agent: Agent;
  let users = 0;

  beforeAll(async () => {
    test = await startApp();
    if (SERVER_URL) other = await startApp({ DATABASE_URL: test.config.database.location });
    await test.import(...['one', 'two', 'three', 'express'].map((name) => record(name)));
  });

  afterAll(async () => {
    await other?.close();
    await test.close();
  });

  beforeEach(async () => {
    agent = await test.as(`same ${++users}`);
  });

  const put = async (query = '', file = FILE, who = agent) => {
    const send = who.put(`/api/v1/inventory/web/content${query}`).set('Content-Type', 'text/plain');
    return (await send.send(lines(file)).expect(200)).body.data;
  };
  /** It has been looked at, and again without a change. */
  const settle = async (query = '', file = FILE) => {
    await put(query, file);
    expect((await put(query, file)).unchanged).toBe(false);
  };
  const favoriteOf = async (software: string): Promise<string> => {
    const { body }: Response = await agent.get(`/api/v1/favorite?software=${software}`).expect(200);
    return body.data[0].uuid;
  };
  const decide = (software: string | null) =>
    agent
      .post('/api/v1/inventory/web/decision')
      .send({ components: [{ name: 'nobody', purl: 'pkg:npm/nobody@2.0.0' }], software })
      .expect(200);

  it('is told by a few statements that read, moves its time alone, and has the numbers of the last one', async () => {
    await settle();
    const before = await put('?dry_run');
    const [row] = await test.database.query<{ read_at: string; updated_at: string; revision: number }>(
      'SELECT read_at, updated_at, revision FROM inventory ORDER BY created_at DESC LIMIT 1',
    );
    const statements: string[] = [];
    const stop = beforeStatements(test, (statement) => void statements.push(statement));
    const again = await put();
    stop();
    expect(again).toMatchObject({ unchanged: true, digest: before.digest, counts: before.counts, components: 5 });
    expect(again).toMatchObject({ upload: null, format: 'lines', warnings: [], unmatched: [], kept: [] });
    expect(again.inventory.read_at > row!.read_at.replace(' ', 'T')).toBe(true);
    const writes = statements.filter((one) => /^\s*(INSERT|UPDATE|DELETE)/.test(one) && !/access_token/.test(one));
    expect(writes).toHaveLength(1);
    expect(statements.length).toBeLessThan(10);
    const [after] = await test.database.query<{ updated_at: string; revision: number }>(
      'SELECT updated_at, revision FROM inventory ORDER BY created_at DESC LIMIT 1',
    );
    expect(after).toEqual({ updated_at: row!.updated_at, revision: row!.revision });
  });

  it('is one also when a product in use has a new version, which changes nothing here', async () => {
    await settle('', ['one@1.0.0', 'two@1.1.0']);
    await test.import(record('one', [...VERSIONS, `3.0.${users}`]));
    expect((await put('', ['one@1.0.0', 'two@1.1.0'])).unchanged).toBe(true);
  });

  it.each<[string, () => Promise<unknown>, object]>([
    ['a favorite was deleted', async () => agent.delete(`/api/v1/favorite/${await favoriteOf('one')}`), { added: 1 }],
    [
      'a favorite was moved by hand',
      async () => agent.patch(`/api/v1/favorite/${await favoriteOf('one')}`).send({ version: '2.0.0' }),
      { moved: 1, kept: 1 },
    ],
    [
      'all favorites were updated',
      async () =>
        agent
          .post('/api/v1/favorite/bulk')
          .send({ action: 'update', ids: [await favoriteOf('two')] })
          .expect(200),
      { moved: 1, kept: 1 },
    ],
    ['a component was ignored', () => decide(null), { ignored: 1, unmatched: 1 }],
    [
      'a decision was taken back',
      async () => {
        await decide(null);
        await put();
        expect((await put()).unchanged).toBe(true);
        const { body } = await agent.get('/api/v1/inventory/web/decision').expect(200);
        await agent.delete(`/api/v1/inventory/web/decision/${body.data[0].id}`).expect(204);
      },
      { ignored: 0, unmatched: 2 },
    ],
    [
      'another scope counts',
      () => agent.put('/api/v1/inventory/web').send({ scope: 'all' }).expect(200),
      { unchanged: 3 },
    ],
    [
      'it has labels',
      () =>
        agent
          .put('/api/v1/inventory/web')
          .send({ labels: { a: 'b' } })
          .expect(200),
      {},
    ],
    ['another file came in between', () => put('', ['one@1.0.0', 'two@1.0.0', 'three@1.0.7']), { moved: 1 }],
    ['it was deleted', () => agent.delete('/api/v1/inventory/web').expect(204), { added: 3 }],
    [
      'an own version got neighbours',
      () => test.import(record('three', [...VERSIONS, `4.0.${users}`])),
      { unchanged: 3 },
    ],
    ['a product was renamed', () => test.import(record('three', VERSIONS, `Three ${users}`)), {}],
    [
      'a product has the name of what was unknown',
      () => test.import(record('nobody', ['2.0.0'])),
      { added: 1, unmatched: 1 },
    ],
  ])('is looked at when %s', async (_, change, counts) => {
    await settle();
    expect((await put()).unchanged).toBe(true);
    await change();
    const looked = await put();
    expect([looked.unchanged, looked.counts]).toMatchObject([false, counts]);
    await put();
    expect((await put()).unchanged).toBe(true);
  });

  it('is looked at with a dry run, its digest, tags or hints, and when other options are given', async () => {
    await settle();
    const { digest } = await put('?dry_run');
    for (const query of ['?dry_run', '?tags=a', '?hints', '?allow_lower', '?scope=all', '?labels=a=b'])
      expect([query, (await put(query)).unchanged]).toEqual([query, false]);
    const { body } = await agent
      .put('/api/v1/inventory/web/content')
      .set({ 'Content-Type': 'text/plain', 'If-Match': `"${digest}"` })
      .send(lines(FILE));
    expect(body.data?.unchanged ?? false).toBe(false);
  });

  it('is looked at as long as a limit has left something out', async () => {
    const before = test.config.favoritesPerUser;
    test.config.favoritesPerUser = 1;
    try {
      for (let count = 0; count < 3; count++)
        expect(await put('', ['one@1.0.0', 'two@1.0.0'])).toMatchObject({ unchanged: false, counts: { rejected: 1 } });
    } finally {
      test.config.favoritesPerUser = before;
    }
    expect((await put('', ['one@1.0.0', 'two@1.0.0'])).counts).toMatchObject({ added: 1, rejected: 0 });
  });

  it('is looked at when somebody writes while it is compared, and once a day', async () => {
    await settle();
    let isFirst = true;
    const stop = aroundStatements(test, async (run, statement, parameters) => {
      // As another replica does, whose transaction has just ended.
      if (statement.startsWith('UPDATE inventory SET read_at') && isFirst)
        await run('UPDATE inventory SET revision = revision + 1');
      isFirst &&= !statement.startsWith('UPDATE inventory SET read_at');
      return run(statement, parameters);
    });
    expect((await put()).unchanged).toBe(false);
    stop();
    expect((await put()).unchanged).toBe(true);
    const unixSeconds = test.database.dialect.unixSeconds;
    Object.assign(test.database.dialect, { unixSeconds: (moment: string) => `(${unixSeconds(moment)} + 86400)` });
    expect((await put()).unchanged).toBe(false);
    Object.assign(test.database.dialect, { unixSeconds });
  });

  (SERVER_URL ? it : it.skip)('is one on every replica, and none after another one has written', async () => {
    const token = await test.token(`same ${users}`);
    const there = {
      put: (path: string) => other!.http.put(path).set('Authorization', `Bearer ${token}`),
    } as unknown as Agent;
    await settle();
    expect((await put('', FILE, there)).unchanged).toBe(true);
    await put('', ['one@1.1.0', ...FILE.slice(1)], there);
    expect(await put()).toMatchObject({ unchanged: false, counts: { moved: 1 } });
  });

  it('has one list of unknown components with all that are alike, as long as one of them has it', async () => {
    const lists = async () =>
      (await test.database.query<{ entries: string }>('SELECT entries FROM unmatched_list')).map(({ entries }) =>
        (JSON.parse(entries) as { name: string }[]).map(({ name }) => name).join(),
      );
    const upload = (name: string, file: string[]) =>
      agent.put(`/api/v1/inventory/${name}/content?allow_shrink`).set('Content-Type', 'text/plain').send(lines(file));
    const old = async () => {
      await test.database.execute("UPDATE unmatched_list SET written_at = '2001-01-01 00:00:00.000000'");
      await test.app.get(InventoryRepository).removeUnmatchedLists();
    };
    for (const name of ['a', 'b', 'c']) await upload(name, ['unknown-here@1.0']).expect(200);
    expect((await lists()).filter((one) => one === 'unknown-here')).toHaveLength(1);
    await upload('a', ['unknown-there@1.0']).expect(200);
    await agent.delete('/api/v1/inventory/b').expect(204);
    await old();
    expect(await lists()).toEqual(expect.arrayContaining(['unknown-here', 'unknown-there']));
    await agent.delete('/api/v1/inventory/c').expect(204);
    await test.app.get(InventoryRepository).removeUnmatchedLists();
    await old();
    expect(await lists()).not.toContain('unknown-here');
    expect((await agent.get('/api/v1/inventory/a/unmatched').expect(200)).body.data).toMatchObject([
      { name: 'unknown-there' },
    ]);
  });

  it('tells of products that are alike only whoever looks', async () => {
    const nearest = (entries: { name: string; nearest: { name: string } | null }[]) =>
      entries.find(({ name }) => name === 'expres')!.nearest?.name ?? null;
    expect(nearest((await put()).unmatched)).toBeNull();
    expect(nearest((await put('?hints')).unmatched)).toBe('express');
    expect(nearest((await put('?dry_run')).unmatched)).toBe('express');
    const { body } = await agent.get('/api/v1/inventory/web/unmatched').expect(200);
    expect(nearest(body.data)).toBe('express');
  });
});

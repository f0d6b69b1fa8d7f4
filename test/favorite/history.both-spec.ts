import { UpkeepService } from '../../src/operations/upkeep/upkeep.service';
import { expectProblem, known, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { type Agent, count, newUser } from '../setup/tracking';

const test = useApp();

interface Entry {
  id: string;
  action: string;
  changed: number;
  products: { id: string; name: string }[];
  undo: string;
  undone_at: string | null;
}

let serial = 0;

/** A favorite on 1.0, with 2.0 on offer. */
async function favorite(agent: Agent) {
  const name = `Past ${++serial}`;
  const software = await known(test, name, ['1.0', '1.5', '2.0']);
  const { body } = await agent.post('/api/v1/favorite').send({ software: software.id, version: '1.0' }).expect(201);
  return { id: body.data.uuid as string, software: software.id, name, versions: software.versions };
}

const history = async (agent: Agent, query = ''): Promise<Entry[]> =>
  (await agent.get(`/api/v1/history${query}`).expect(200)).body.data;
const newest = async (agent: Agent) => (await history(agent, '?per_page=1'))[0]!;
const undo = (agent: Agent, { id }: { id: string }) => agent.post(`/api/v1/history/${id}/undo`);
const shown = async (agent: Agent, id: string) => (await agent.get(`/api/v1/favorite/${id}`).expect(200)).body.data;
const policyOf = async (agent: Agent, id: string) =>
  (await agent.get(`/api/v1/favorite/${id}/policy`).expect(200)).body.data;

const UNTIL = '2030-01-01T00:00:00.000000Z';

describe('the history of a single favorite', () => {
  let agent: Agent;
  let one: Awaited<ReturnType<typeof favorite>>;
  const at = (path = '') => `/api/v1/favorite/${one.id}${path}`;
  const state = async () => {
    const { version, notes, notifications_enabled, use_default_notification, notify_always } = await shown(
      agent,
      one.id,
    );
    const flags = { notifications_enabled, use_default_notification, notify_always };
    return { version: version.version, notes, ...flags, policy: await policyOf(agent, one.id) };
  };

  /** As a bill of materials has it. */
  const listed = (version: string) => {
    const components = [{ type: 'application', name: one.name, version }];
    return JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components });
  };

  beforeEach(async () => {
    agent = await newUser(test, null);
    one = await favorite(agent);
  });

  const CHANGES: [what: string, change: () => unknown, entry: object][] = [
    ['another version', () => agent.patch(at()).send({ version: '1.5' }), { action: 'update', from: '1.0', to: '1.5' }],
    ['an own version', () => agent.patch(at()).send({ version: '1.0-mine' }), { action: 'update', to: '1.0-mine' }],
    ['no messages', () => agent.patch(at()).send({ notifications_enabled: false }), { action: 'mute' }],
    [
      'notes and more',
      () => agent.patch(at()).send({ notes: 'mine', notify_always: true, version: '2.0' }),
      { action: 'edit', from: '1.0', to: '2.0', fields: ['version', 'notes', 'notify_always'] },
    ],
    ['a skip', () => agent.post(at('/skip')).send({ version: one.versions['2.0'] }), { action: 'skip', to: '2.0' }],
    ['a snooze', () => agent.patch(at('/policy')).send({ snoozed_until: UNTIL }), { action: 'snooze', until: UNTIL }],
    [
      'a policy',
      () => agent.put(at('/policy')).send({ series: '1', minimum_age_days: 3 }),
      { action: 'policy', fields: ['series', 'minimum_age_days'] },
    ],
    [
      'the version on offer',
      () => agent.post(at('/update-to-latest-version')),
      { action: 'update', from: '1.0', to: '2.0' },
    ],
  ];

  it.each(CHANGES)('says %s, and undoes it once', async (_what, change, entry) => {
    const before = await state();
    expect(((await change()) as { status: number }).status).toBeLessThan(300);
    const found = await newest(agent);
    expect(found).toMatchObject({
      ...entry,
      changed: 1,
      products: [{ id: one.software, name: one.name }],
      by: { kind: 'token', name: 'test' },
      undo: 'possible',
    });
    expect(await state()).not.toEqual(before);
    expect((await undo(agent, found).expect(200)).body.data).toMatchObject({ restored: 1, skipped_total: 0 });
    expect(await state()).toEqual(before);
    expect(await newest(agent)).toMatchObject({ id: found.id, undo: 'undone', undone_at: expect.any(String) });
    expectProblem(await undo(agent, found), 409, 'conflict');
  });

  it('says the end of a skip, and undoes it', async () => {
    await agent.post(at('/skip')).send({ version: one.versions['2.0'] }).expect(200);
    await agent.delete(at(`/skip/${one.versions['2.0']}`)).expect(204);
    const found = await newest(agent);
    expect(found).toMatchObject({ action: 'unskip', to: '2.0', undo: 'possible' });
    await undo(agent, found).expect(200);
    expect((await policyOf(agent, one.id)).skip).toEqual(['2.0']);
  });

  it('brings a deleted favorite back, with its policy and notes', async () => {
    await agent.patch(at()).send({ notes: 'kept' }).expect(200);
    await agent.patch(at('/policy')).send({ snoozed_until: UNTIL }).expect(200);
    const before = await state();
    await agent.delete(at()).expect(204);
    const found = await newest(agent);
    expect(found).toMatchObject({ action: 'delete', undo: 'possible', products: [{ name: one.name }] });
    await undo(agent, found).expect(200);
    expect(await state()).toEqual(before);
  });

  it('is undone in turn, and not after something came that is still there', async () => {
    await agent.patch(at()).send({ version: '1.5' }).expect(200);
    await agent.patch(at()).send({ notes: 'another field' }).expect(200);
    await agent.patch(at('/policy')).send({ snoozed_until: UNTIL }).expect(200);
    const [third, second, first] = await history(agent);
    expect([third, second, first]).toMatchObject([{ undo: 'possible' }, { undo: 'changed' }, { undo: 'changed' }]);
    for (const earlier of [second!, first!])
      expect((await undo(agent, earlier).expect(200)).body.data).toMatchObject({
        restored: 0,
        skipped: [{ favorite: one.id, reason: 'changed' }],
      });
    await undo(agent, third!).expect(200);
    expect(await history(agent)).toMatchObject([{ undo: 'undone' }, { undo: 'possible' }, { undo: 'changed' }]);
    await undo(agent, second!).expect(200);
    // A new change, instead of the ones that were undone: none of them is valid again.
    await agent.patch(at()).send({ notify_always: true }).expect(200);
    expect((await history(agent)).map(({ undo: is }) => is)).toEqual(['possible', 'undone', 'undone', 'changed']);
    expectProblem(await undo(agent, second!), 409, 'conflict');
    await undo(agent, await newest(agent)).expect(200);
    await undo(agent, first!).expect(200);
    expect(await state()).toMatchObject({ version: '1.0', notes: null, notify_always: false });
    expect((await policyOf(agent, one.id)).snoozed_until).toBeNull();
  });

  it('goes on in turn after a deletion, unless the product is tracked again', async () => {
    await agent.patch(at()).send({ version: '1.5' }).expect(200);
    await agent.delete(at()).expect(204);
    const [gone, moved] = await history(agent);
    expect(moved).toMatchObject({ action: 'update', undo: 'changed' });
    expect((await undo(agent, moved!).expect(200)).body.data).toMatchObject({ skipped: [{ reason: 'gone' }] });
    await undo(agent, gone!).expect(200);
    await undo(agent, moved!).expect(200);
    expect(await state()).toMatchObject({ version: '1.0' });
    await agent.delete(at()).expect(204);
    await agent.post('/api/v1/favorite').send({ software: one.software, version: '1.0' }).expect(201);
    expect(await newest(agent)).toMatchObject({ action: 'delete', undo: 'changed' });
  });

  it.each<[what: string, change: () => PromiseLike<{ status: number }>]>([
    [
      'an upload',
      () => agent.put('/api/v1/inventory/home/content').set('Content-Type', 'text/plain').send(listed('1.5')),
    ],
    [
      'tags of an upload',
      () => agent.put('/api/v1/inventory/home/content?tags=prod').set('Content-Type', 'text/plain').send(listed('1.0')),
    ],
    [
      'another product',
      async () => {
        const other = await known(test, `Past ${++serial}`, ['1.0']);
        return agent.patch(at()).send({ software: other.id, version: '1.0' });
      },
    ],
  ])('ends with what cannot be undone: %s', async (_what, change) => {
    await agent.patch(at()).send({ notify_always: true }).expect(200);
    const first = await newest(agent);
    expect((await change()).status).toBe(200);
    const entries = await history(agent);
    expect(entries.find(({ id }) => id === first.id)).toMatchObject({ undo: 'changed' });
    expect(entries[0]).toMatchObject({ undo: 'impossible' });
    expect((await undo(agent, first).expect(200)).body.data).toMatchObject({ skipped: [{ reason: 'changed' }] });
    expect(await state()).toMatchObject({ notify_always: true });
  });

  it('is not ended by a request that changes nothing', async () => {
    await agent.patch(at()).send({ version: '1.5' }).expect(200);
    await agent.patch(at()).send({ version: '1.5', notes: null }).expect(200);
    await agent.patch(at('/policy')).send({ skip: [] }).expect(200);
    await undo(agent, await newest(agent)).expect(200);
    expect(await state()).toMatchObject({ version: '1.0' });
  });

  it('has no entry for what changes nothing', async () => {
    await agent.patch(at()).send({ version: '1.0', notifications_enabled: true, notes: null }).expect(200);
    await agent.put(at('/policy')).send({}).expect(200);
    expect(await history(agent)).toEqual([]);
  });

  it('says another product, which cannot be undone', async () => {
    const other = await known(test, `Past ${++serial}`, ['1.0']);
    await agent.patch(at()).send({ software: other.id, version: '1.0' }).expect(200);
    const found = await newest(agent);
    expect(found).toMatchObject({ action: 'move', undo: 'impossible' });
    expectProblem(await undo(agent, found), 409, 'conflict');
  });
});

describe('the history of a user', () => {
  it('has bulk operations, pages by cursor, and is of its user alone', async () => {
    const agent = await newUser(test, null);
    const tracked = [await favorite(agent), await favorite(agent), await favorite(agent), await favorite(agent)];
    const ids = tracked.map(({ id }) => id);
    await agent
      .post('/api/v1/favorite/bulk')
      .send({ action: 'update', ids: [ids[0]] })
      .expect(200);
    await agent.post('/api/v1/favorite/bulk').send({ action: 'snooze', until: UNTIL, ids }).expect(200);
    await agent.post('/api/v1/favorite/bulk').send({ action: 'unmute', ids }).expect(200);
    const { body: first } = await agent.get('/api/v1/history?per_page=1').expect(200);
    const { body: second } = await agent
      .get(`/api/v1/history?per_page=1&cursor=${encodeURIComponent(first.meta.next_cursor)}`)
      .expect(200);
    expect(second.meta.has_more).toBe(false);
    expect([...first.data, ...second.data]).toMatchObject([
      { action: 'snooze', changed: 4, until: UNTIL, from: null, undo: 'possible' },
      { action: 'update', changed: 1, from: '1.0', to: '2.0', products: [{ name: tracked[0]!.name }] },
    ]);
    expect(first.data[0].products).toHaveLength(3);
    const other = await newUser(test, null);
    expect(await history(other)).toEqual([]);
    for (const id of [first.data[0].id, UNKNOWN_ID]) expectProblem(await undo(other, { id }), 404, 'not-found');
    const reader = await test.as('a reader', ['read']);
    expectProblem(await undo(reader, { id: first.data[0].id }), 403, 'forbidden');
  });

  it('goes after 30 days, and beyond 5,000 entries', async () => {
    const agent = await newUser(test, null);
    const one = await favorite(agent);
    await agent.patch(`/api/v1/favorite/${one.id}`).send({ version: '1.5' }).expect(200);
    const { id } = await newest(agent);
    const { dialect } = test.database;
    const age = (seconds: number) =>
      test.database.execute(`UPDATE favorite_bulk SET created_at = ${dialect.nowPlus} WHERE id = ?`, [-seconds, id]);
    const upkeep = () => test.app.get(UpkeepService).run();
    await age(30 * 86_400 - 60);
    await upkeep();
    expect(await history(agent)).toMatchObject([{ id, undo: 'possible' }]);
    await test.database.execute(
      `INSERT INTO favorite_bulk (id, user_id, action, matched, changed, created_at)
       SELECT ${dialect.uuid}, b.user_id, 'mute', 1, 1, ${dialect.now}
       FROM favorite_bulk b CROSS JOIN (${dialect.givenRows({ n: 'integer' })}) g WHERE b.id = ?`,
      [JSON.stringify(Array.from({ length: 5_000 }, (_, n) => [n])), id],
    );
    await upkeep();
    const rows = await count(
      test,
      'favorite_bulk b WHERE b.user_id = (SELECT user_id FROM favorite f WHERE f.id = ?)',
      one.id,
    );
    expect(rows).toBe(5_000);
    expectProblem(await undo(agent, { id }), 404, 'not-found');
    expect(await count(test, 'favorite_bulk_item WHERE bulk_id = ?', id)).toBe(0);
    await agent.patch(`/api/v1/favorite/${one.id}/policy`).send({ skip: ['1.5'] });
    await agent.delete(`/api/v1/favorite/${one.id}`).expect(204);
    const last = await newest(agent);
    expect(await count(test, 'favorite_bulk_skip WHERE bulk_id = ?', last.id)).toBe(1);
    await test.database.execute(`UPDATE favorite_bulk SET created_at = ${dialect.nowPlus}`, [-31 * 86_400]);
    expect(await history(agent)).toEqual([]);
    expectProblem(await agent.post(`/api/v1/favorite/bulk/${last.id}/undo`), 409, 'conflict');
    await upkeep();
    for (const table of ['favorite_bulk_item', 'favorite_bulk_skip'])
      expect(await count(test, `${table} WHERE bulk_id = ?`, last.id)).toBe(0);
    expect(await count(test, 'favorite_bulk WHERE 1 = ?', 1)).toBe(0);
  });
});

describe('the history of an inventory', () => {
  it('has its uploads, but for those that change nothing; they cannot be undone', async () => {
    const agent = await newUser(test, null);
    const name = `Deployed ${++serial}`;
    const purl = { identifiers: [{ type: 'purl', value: `pkg:docker/library/deployed-${serial}` }] };
    await test.import({ ...product(name, ['1.0', '2.0']), ...purl });
    const upload = (version: string) =>
      agent
        .put('/api/v1/inventory/home/content')
        .set('Content-Type', 'text/plain')
        .send(`services:\n  app:\n    image: deployed-${serial}:${version}\n`)
        .expect(200);
    await upload('1.0');
    await upload('2.0');
    await upload('2.0');
    const entries = await history(agent);
    const entry = { action: 'import', changed: 1, inventory: 'home', products: [{ name }], undo: 'impossible' };
    expect(entries).toMatchObject([entry, entry]);
    expectProblem(await undo(agent, entries[0]!), 409, 'conflict');
    expectProblem(await agent.post(`/api/v1/favorite/bulk/${entries[0]!.id}/undo`), 404, 'not-found');
    expect((await agent.get('/api/v1/favorite/bulk').expect(200)).body.data).toEqual([]);
  });
});

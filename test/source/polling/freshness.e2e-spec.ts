import type { FreshnessResponse } from '../../../src/software/dto/freshness.response';
import { expectProblem } from '../../setup/api';
import { FeedHost } from './feed-host';
import { PollApp } from './poll-app';

const HOUR = 3_600;

describe('freshness', () => {
  let app: PollApp;
  let host: FeedHost;

  beforeAll(async () => {
    host = await new FeedHost().open();
    app = await PollApp.start({ SOURCES: 'tracked' });
  });

  afterAll(async () => {
    await app.close();
    await host.close();
  });

  /** A product that `eve` tracks. @returns its id and that of the favorite */
  async function tracked(name: string, more: object = {}): Promise<{ id: string; favorite: string }> {
    await app.test.import({ publisher: { name: 'P' }, software: { name }, versions: [{ version: '1.0' }], ...more });
    const { body } = await app.editor.get('/api/v1/software').query({ name }).expect(200);
    const id = body.data[0].id as string;
    const created = await app.editor.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    return { id, favorite: created.body.data.uuid as string };
  }

  async function freshnessOf({ id, favorite }: { id: string; favorite: string }): Promise<FreshnessResponse> {
    const read = async (path: string) =>
      (await app.editor.get(`/api/v1/${path}?includeFreshness`).expect(200)).body.data.freshness as FreshnessResponse;
    const freshness = await read(`favorite/${favorite}`);
    expect(await read(`software/${id}`)).toEqual(freshness);
    expect(await read(`software/${id}/favorite`)).toEqual(freshness);
    return freshness;
  }

  /** As if its source had answered so many seconds ago, with a release that was `age` seconds old then. */
  async function answered(id: string, seconds: number, age: number | null = null): Promise<void> {
    const { now, after } = app.test.database.dialect;
    const released = age === null ? 'NULL' : after(now, String(-seconds - age));
    await app.test.database.execute(
      `UPDATE software_source SET last_success_at = ${after(now, String(-seconds))}, released_at = ${released} WHERE software_id = ?`,
      [id],
    );
  }

  it('is of no source where there is none, whatever the catalogue says', async () => {
    const lone = await tracked('lone', { as_of: '2024-07-01' });
    const nothing = { state: 'no-source', checked_at: null, since: null, known: 'stable' };
    expect(await freshnessOf(lone)).toEqual({ ...nothing, catalogued_as_of: '2024-07-01' });
    expect(await freshnessOf(await tracked('lone and undated'))).toEqual({ ...nothing, catalogued_as_of: null });
  });

  it('is a snapshot until the source is asked, then live, and failing when it fails', async () => {
    host.publish('dated', '1.0', '2.0');
    const product = await tracked('dated', { as_of: '2024-07-01', source: host.json('dated') });
    const dated = { catalogued_as_of: '2024-07-01', known: 'stable' };
    const since = '2024-07-01T00:00:00.000000Z';
    expect(await freshnessOf(product)).toEqual({ ...dated, state: 'snapshot', checked_at: null, since });
    await app.poll();
    const live = await freshnessOf(product);
    expect(live).toEqual({ ...dated, state: 'live', checked_at: expect.stringMatching(/^2/), since: null });
    // An answer without news is an answer.
    await app.due();
    await app.poll();
    const again = await freshnessOf(product);
    expect(host.asked.at(-1)).toMatchObject({ name: 'dated', status: 304 });
    expect(again.checked_at! > live.checked_at!).toBe(true);

    host.wrong.set('dated', (response) => void response.writeHead(500).end());
    await app.due();
    await app.poll();
    const failing = await freshnessOf(product);
    expect(failing).toEqual({ ...again, state: 'failing', since: expect.stringMatching(/^2/) });
    expect(failing.since! > again.checked_at!).toBe(true);
    host.wrong.clear();
    await app.due();
    await app.poll();
    expect(await freshnessOf(product)).toMatchObject({ state: 'live', since: null });
  });

  it('is stale before the first answer, if nothing says of when the catalogue is', async () => {
    const product = await tracked('unasked', { source: host.json('unasked') });
    expect(await freshnessOf(product)).toMatchObject({ state: 'stale', checked_at: null, since: null });
  });

  it.each<[string, string | null, number | null, number]>([
    ['that was set', '6h', null, 18 * HOUR],
    ['of an active product, which is half of SOURCE_EVERY', null, HOUR, 1.5 * HOUR],
    ['of a product released a week before', null, 7 * 24 * HOUR, 10.5 * HOUR],
    ['of an old product, which is a day', null, 900 * 24 * HOUR, 72 * HOUR],
    ['without dates, which is a day', null, null, 72 * HOUR],
  ])('becomes stale after three times the interval %s', async (what, interval, age, limit) => {
    const product = await tracked(`interval ${what}`, { source: { ...host.json('interval'), interval } });
    await answered(product.id, limit - 60, age);
    expect(await freshnessOf(product)).toMatchObject({ state: 'live', since: null });
    await answered(product.id, limit + 60, age);
    const { state, since, checked_at } = await freshnessOf(product);
    expect(state).toBe('stale');
    expect((Date.parse(since!) - Date.parse(checked_at!)) / 1_000).toBeCloseTo(limit, 0);
  });

  it('goes with the latest version of a product, with its day', async () => {
    const latestOf = async (id: string) => {
      const [one] = [(await app.editor.get(`/api/v1/software/${id}?includeLatestVersion`).expect(200)).body.data];
      const query = `name=${one.name}&includeLatestVersion&includeFreshness`;
      const [listed] = (await app.editor.get(`/api/v1/software?${query}`).expect(200)).body.data;
      expect(listed.latest_version).toEqual(one.latest_version);
      const { state, checked_at, catalogued_as_of } = listed.freshness as FreshnessResponse;
      expect(one.latest_version).toMatchObject({ freshness: state, checked_at, catalogued_as_of });
      expect(one).not.toHaveProperty('freshness');
      return one.latest_version as object;
    };
    const undated = { version: '1.0', released_at: null };
    const lone = await tracked('latest-lone');
    const nothing = { checked_at: null, catalogued_as_of: null };
    expect(await latestOf(lone.id)).toMatchObject({ ...undated, ...nothing, freshness: 'no-source' });

    const june = '2024-06-25T03:09:33.000000Z';
    host.publish('latest-asked', '2.0');
    const asked = await tracked('latest-asked', {
      as_of: '2024-07-01',
      source: host.json('latest-asked'),
      versions: [{ version: '1.0', released_at: june, basis: 'seen' }],
    });
    const old = { version: '1.0', released_at: june, created_at: june, catalogued_as_of: '2024-07-01' };
    expect(await latestOf(asked.id)).toMatchObject({ ...old, checked_at: null, freshness: 'snapshot' });
    await app.poll();
    const answer = { version: '2.0', catalogued_as_of: '2024-07-01', freshness: 'live' };
    expect(await latestOf(asked.id)).toMatchObject({ ...answer, checked_at: expect.stringMatching(/^2/) });
  });

  it('says nothing of the day of a release that only a snapshot has', async () => {
    const version = { version: '1.0', released_at: '2026-08-22', basis: 'snapshot' };
    const { id } = await tracked('seen-in-snapshot', { as_of: '2026-08-22', versions: [version] });
    const { body } = await app.editor.get(`/api/v1/software/${id}?includeLatestVersion`).expect(200);
    expect(body.data.latest_version).toMatchObject({ released_at: null, catalogued_as_of: '2026-08-22' });
    expect(body.data.latest_version.created_at).toMatch(/^2026-08-22T/);
  });

  it('filters favorites, and is shown only to who asks', async () => {
    const zoe = await app.test.as('zoe', ['read', 'write', 'catalogue:write']);
    const ids = new Map<string, string>();
    for (const [name, more] of Object.entries({
      'of-live': { source: host.json('of-live') },
      'of-stale': { source: host.json('of-stale') },
      'of-snapshot': { source: host.json('of-snapshot'), as_of: '2024-07-01' },
      'of-no-source': {},
    })) {
      ids.set(name, (await tracked(name, more)).id);
      await zoe
        .post('/api/v1/favorite')
        .send({ software: ids.get(name), version: '1.0' })
        .expect(201);
    }
    await answered(ids.get('of-live')!, 60);
    const names = async (query: string) =>
      (await zoe.get(`/api/v1/favorite?${query}`).expect(200)).body.data.map(
        (one: { software: string }) => one.software,
      );
    for (const state of ['live', 'stale', 'snapshot', 'no-source'])
      expect([state, await names(`freshness=${state}`)]).toEqual([state, [`of-${state}`]]);
    expect(await names('freshness=failing&includeFreshness')).toEqual([]);
    const total = await zoe.get('/api/v1/favorite?freshness=stale&includeTotal').expect(200);
    expect(total.body.meta?.total ?? total.body.total).toBe(1);
    expectProblem(await zoe.get('/api/v1/favorite?freshness=fresh'), 400, 'invalid-query');
    expectProblem(await zoe.get('/api/v1/software?freshness=stale'), 400, 'invalid-query');
    const [plain] = (await zoe.get('/api/v1/favorite').expect(200)).body.data as object[];
    expect(plain).not.toHaveProperty('freshness');
    const [listed] = (await zoe.get('/api/v1/software?includeFreshness&name=of-snapshot').expect(200)).body.data;
    expect(listed.freshness).toMatchObject({ state: 'snapshot', catalogued_as_of: '2024-07-01' });
  });
});

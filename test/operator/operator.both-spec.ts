import { FeedHost } from '../source/polling/feed-host';
import { SourcePoller } from '../../src/source/polling/source-poller';
import { type Agent, expectProblem, MOMENT, UNKNOWN_ID } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { product } from '../setup/catalogue';

interface Source {
  software: { id: string; name: string };
  type: string;
  host: string;
  state: string;
  failing_since: string | null;
  last_error: string | null;
}

let test: TestApp;
let admin: Agent;
let editor: Agent;
let host: FeedHost;
let elsewhere: FeedHost;

beforeAll(async () => {
  [host, elsewhere] = await Promise.all([new FeedHost().open(), new FeedHost().open()]);
  test = await startApp({ SOURCES: 'all', SOURCE_HOST_DELAY_MS: '0' });
  admin = await test.as('olga', ['admin']);
  editor = await test.as('eve', ['read', 'write', 'catalogue:write']);
});

afterAll(async () => {
  await test.close();
  await Promise.all([host.close(), elsewhere.close()]);
});

async function withSource(name: string, at: FeedHost): Promise<string> {
  await test.import(product(name, ['1.0']));
  const { body } = await editor.get('/api/v1/software').query({ 'name[eq]': name }).expect(200);
  const id = body.data[0].id as string;
  await editor.put(`/api/v1/software/${id}/source`).send(at.json(name)).expect(200);
  return id;
}

const list = async (query: Record<string, string> = {}) =>
  (
    await admin
      .get('/api/v1/source')
      .query({ includeTotal: 'true', ...query })
      .expect(200)
  ).body as {
    data: Source[];
    meta: { total: number };
  };
const names = (sources: Source[]) => sources.map(({ software }) => software.name).sort();
const nameOf = ({ url }: FeedHost) => new URL(url).host;

describe('what the operator sees', () => {
  beforeAll(async () => {
    for (const name of ['works', 'works-too']) {
      host.publish(name, '1.0');
      await withSource(name, host);
    }
    await withSource('gone', host);
    await withSource('lost', elsewhere);
    await test.app.get(SourcePoller).pollDue();
    await test.database.execute(
      `UPDATE software_source SET failing_since = ? WHERE software_id IN (SELECT id FROM software WHERE name = 'lost')`,
      ['2026-01-01 00:00:00.000000'],
    );
  });

  it('is sources by state, type and host, those that fail longest first', async () => {
    expect((await list()).meta.total).toBe(4);
    const failing = await list({ state: 'failing', sort: 'failing_since' });
    expect(failing.data.map(({ software }) => software.name)).toEqual(['lost', 'gone']);
    expect(failing.data[0]).toMatchObject({
      type: 'json',
      host: nameOf(elsewhere),
      state: 'failing',
      failing_since: '2026-01-01T00:00:00.000000Z',
      last_error: expect.stringContaining('404') as string,
    });
    expect((await list({ sort: 'failing_since' })).meta.total).toBe(2);
    expect(names((await list({ state: 'ok' })).data)).toEqual(['works', 'works-too']);
    expect(names((await list({ host: nameOf(host) })).data)).toEqual(['gone', 'works', 'works-too']);
    expect(names((await list({ host: nameOf(host).toUpperCase(), state: 'failing' })).data)).toEqual(['gone']);
    expect((await list({ type: 'npm' })).data).toEqual([]);
    expect((await list({ type: 'json' })).meta.total).toBe(4);
    expect(JSON.stringify(await list())).not.toContain('settings');
    for (const [name, value] of [
      ['host', 'münchen.example'],
      ['type', 'JSON!'],
    ] as const)
      expectProblem(await admin.get('/api/v1/source').query({ [name]: value }), 400, 'invalid-query');
  });

  it('is an overview, which counts what fails and names hosts that rest, without their credentials', async () => {
    const { nowPlus } = test.database.dialect;
    await test.database.execute(
      `INSERT INTO source_host (host, next_at, rest_until) VALUES ('api.example.org#0a1b2c', ${nowPlus}, ${nowPlus})`,
      [900, 900],
    );
    const { body } = await admin.get('/api/v1/overview').expect(200);
    expect(body.data).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      started_at: expect.stringMatching(MOMENT) as string,
      database: { kind: expect.stringMatching(/^(sqlite|mariadb|mysql)$/) as string, migrated: true, writable: true },
      sources: { polled: 'all', failing: 2, resting: 1 },
      queue: { deliveries_due: 0, oldest_delivery_seconds: 0 },
      knowledge_held: 0,
      users: { total: 2 },
      operator_is_told: false,
    });
    expect(body.data.database.version).toMatch(/^\d+\./);
    expect(body.data.sources.resting_hosts).toEqual([
      { host: 'api.example.org', until: expect.stringMatching(/Z$/) as string },
    ]);
  });

  it('is users, with what they track and when they were last seen', async () => {
    await test.token('never-seen');
    const { body: found } = await editor.get('/api/v1/software').query({ 'name[eq]': 'works' }).expect(200);
    await editor.post('/api/v1/favorite').send({ software: found.data[0].id, version: '1.0' }).expect(201);
    const { body } = await admin.get('/api/v1/user?includeTotal').expect(200);
    expect(body.meta.total).toBe(3);
    const [eve, never, olga] = body.data;
    expect(eve).toMatchObject({
      name: 'eve',
      favorites: 1,
      is_person: false,
      disabled_at: null,
      last_seen_at: expect.stringMatching(/Z$/) as string,
    });
    expect(never).toMatchObject({ name: 'never-seen', favorites: 0, last_seen_at: null });
    expect(olga.name).toBe('olga');
    const some = await admin.get('/api/v1/user').query({ 'name[like]': 'SEEN' }).expect(200);
    expect(some.body.data.map(({ name }: { name: string }) => name)).toEqual(['never-seen']);
  });
});

describe('a poll that somebody asks for', () => {
  it('is made at once, also of a source that waits for its next try', async () => {
    const id = await withSource('asked', host);
    await test.app.get(SourcePoller).pollDue();
    expect((await editor.get(`/api/v1/software/${id}/source`)).body.data.state).toBe('failing');
    host.publish('asked', '1.1');
    await test.app.get(SourcePoller).pollDue();
    const state = async () => (await editor.get(`/api/v1/software/${id}/source`)).body.data.state as string;
    expect(await state()).toBe('failing');
    await test.database.execute('UPDATE source_host SET rest_until = NULL');
    await editor.post(`/api/v1/software/${id}/source/poll`).expect(202);
    await test.app.get(SourcePoller).pollDue();
    expect(await state()).toBe('ok');
    expectProblem(await editor.post(`/api/v1/software/${UNKNOWN_ID}/source/poll`), 404, 'not-found');
  });

  it('is refused while nothing is polled', async () => {
    const off = await startApp();
    const other = await off.as('eve', ['read', 'catalogue:write']);
    expectProblem(await other.post(`/api/v1/software/${UNKNOWN_ID}/source/poll`), 409, 'conflict');
    await off.close();
  });
});

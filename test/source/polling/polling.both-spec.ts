import { SourcePoller } from '../../../src/source/polling/source-poller';
import { VersionRepository } from '../../../src/version/versions/version.repository';
import { expectProblem, statementsOf, UNKNOWN_ID } from '../../setup/api';
import { useAgent, useApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { FeedHost } from './feed-host';

/** So that tests need not wait between two requests to one host. */
const ENVIRONMENT = { SOURCE_HOST_DELAY_MS: '0', SOURCES: 'all' };

describe('polling', () => {
  const test = useApp(ENVIRONMENT);
  const editor = useAgent(() => test.as('eve', ['read', 'write', 'catalogue:write']));
  let host: FeedHost;
  let products = 0;

  beforeAll(async () => {
    host = await new FeedHost().open();
  });

  afterAll(() => host.close());

  const poll = () => test.app.get(SourcePoller).pollDue();

  /** A product with one version. */
  async function product(...versions: (string | object)[]): Promise<{ id: string; name: string }> {
    const name = `product-${++products}`;
    await test.import({
      publisher: { name: 'Publisher' },
      software: { name },
      versions: (versions.length > 0 ? versions : ['1.0']).map((version) =>
        typeof version === 'string' ? { version } : version,
      ),
    });
    const { body } = await editor.get('/api/v1/software').query({ 'name[eq]': name }).expect(200);
    return { id: body.data[0].id as string, name };
  }

  const setSource = (id: string, source: object) => editor.put(`/api/v1/software/${id}/source`).send(source);

  const health = async (id: string) => (await editor.get(`/api/v1/software/${id}/source`).expect(200)).body.data;

  const versionsOf = async (id: string) => {
    const rows = await test.database.query<{ version: string; removed_at: string | null }>(
      'SELECT version, removed_at FROM version WHERE software_id = ? ORDER BY version_key DESC, id DESC',
      [id],
    );
    return rows.map(({ version, removed_at }) => version + (removed_at ? ' (withdrawn)' : ''));
  };

  const dueNow = (id: string) =>
    test.database
      .execute(`UPDATE software_source SET next_at = ${test.database.dialect.now} WHERE software_id = ?`, [id])
      .then(() => test.database.execute(`UPDATE source_host SET next_at = ${test.database.dialect.now}`));

  it('brings what a source has, and the check takes it from there', async () => {
    const { id, name } = await product('1.0');
    const { body } = await editor.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    host.publish(name, '1.0', { version: '1.1', date: '2026-11-01' });
    await setSource(id, host.json(name)).expect(200);
    expect(await health(id)).toMatchObject({ type: 'json', state: 'new', last_success: null, failures: 0 });

    expect(await poll()).toEqual({ new: 1, unchanged: 0, failed: 0, skipped: 0, versions: 1 });

    expect(await versionsOf(id)).toEqual(['1.1', '1.0']);
    const state = await health(id);
    expect(state).toMatchObject({ state: 'ok', last_error: null, failing_since: null });
    expect(Date.parse(state.last_success)).toBeGreaterThan(Date.now() - 60_000);
    expect(Date.parse(state.next_attempt)).toBeGreaterThan(Date.now() + 600_000);
    await test.check();
    const favorite = await editor.get(`/api/v1/favorite/${body.data.uuid}`).expect(200);
    expect(favorite.body.data.update_available).toBe(true);
  });

  it('asks with what it knows, and then writes the due time only', async () => {
    const { id, name } = await product();
    host.publish(name, '1.0', '2.0');
    await setSource(id, host.json(name)).expect(200);
    await poll();
    const rows = () => test.database.query('SELECT * FROM version WHERE software_id = ? ORDER BY id', [id]);
    const before = await rows();
    await dueNow(id);
    const statements = await statementsOf(test, async () =>
      expect(await poll()).toEqual({ new: 0, unchanged: 1, failed: 0, skipped: 0, versions: 0 }),
    );
    expect(host.asked.at(-1)).toMatchObject({ name, status: 304 });
    const written = statements.filter((text) => /^\s*(INSERT|UPDATE|DELETE|REPLACE)\b/i.test(text));
    // The claim of the host and its end, and one row of the source.
    expect(written.map((text) => /software_source|source_host/.exec(text)?.[0])).toEqual([
      'source_host',
      'software_source',
      'source_host',
    ]);
    expect(await rows()).toEqual(before);
    expect(await poll()).toEqual({ new: 0, unchanged: 0, failed: 0, skipped: 0, versions: 0 });
    expect(host.times(name)).toBe(2);
  });

  it('takes a version as withdrawn when a source that lists everything lists it no more, and back when it does', async () => {
    const { id, name } = await product('0.9');
    host.publish(name, '1.0.0', '1.1.0');
    await setSource(id, host.npm(name)).expect(200);
    await poll();
    expect(await versionsOf(id)).toEqual(['1.1.0', '1.0.0', '0.9']);

    host.feeds.set(name, [{ version: '1.0.0' }, { version: '1.2.0' }]);
    await dueNow(id);
    await poll();
    // 0.9 never was at this source: that it is missing says nothing.
    expect(await versionsOf(id)).toEqual(['1.2.0', '1.1.0 (withdrawn)', '1.0.0', '0.9']);

    host.publish(name, '1.1.0');
    await dueNow(id);
    await poll();
    expect(await versionsOf(id)).toEqual(['1.2.0', '1.1.0', '1.0.0', '0.9']);
  });

  it('looks up what is new in an answer, and nothing else', async () => {
    const { id, name } = await product();
    const labels = Array.from({ length: 50 }, (_, minor) => `1.${minor}`);
    host.publish(name, ...labels);
    await setSource(id, host.json(name)).expect(200);
    await poll();
    host.publish(name, '2.0', '1.50');
    await dueNow(id);
    const versions = test.app.get(VersionRepository);
    const [byLabels, all] = [jest.spyOn(versions, 'findByLabels'), jest.spyOn(versions, 'findAll')];
    expect(await poll()).toMatchObject({ new: 1, versions: 2 });
    const lookedUp = byLabels.mock.calls.flatMap(([, given]) => given);
    expect([...lookedUp].sort()).toEqual([
      [id, '1.50'],
      [id, '2.0'],
    ]);
    expect(all.mock.calls.flatMap(([, softwareIds]) => softwareIds)).toEqual([]);
    jest.restoreAllMocks();
    expect(await versionsOf(id)).toEqual(['2.0', '1.50', ...labels.reverse()]);
  });

  it('makes the own version of a user that of the source, which takes it back like any other', async () => {
    const { id, name } = await product('1.0');
    const { body } = await editor.post('/api/v1/favorite').send({ software: id, version: '1.2' }).expect(201);
    const favorite = async () =>
      (await editor.get(`/api/v1/favorite/${body.data.uuid}?includeVersionKnown`).expect(200)).body.data;
    host.publish(name, '1.0', '1.1');
    await setSource(id, host.npm(name)).expect(200);
    await poll();
    expect(await favorite()).toMatchObject({ version: { version: '1.2' }, version_known: false });
    host.publish(name, { version: '1.2', date: '2026-11-01' });
    await dueNow(id);
    expect(await poll()).toMatchObject({ new: 1, versions: 1 });
    expect(await favorite()).toMatchObject({
      version: { version: '1.2', created_at: '2026-11-01T00:00:00.000000Z' },
      version_known: true,
    });
    host.feeds.set(name, [{ version: '1.0' }, { version: '1.1' }]);
    await dueNow(id);
    await poll();
    expect(await versionsOf(id)).toEqual(['1.2 (withdrawn)', '1.1', '1.0']);
  });

  it('says again what an import has said otherwise, with the next news', async () => {
    const { id, name } = await product();
    host.publish(name, '1.0.0', '1.1.0');
    await setSource(id, host.npm(name)).expect(200);
    await poll();
    host.feeds.set(name, [{ version: '1.0.0' }]);
    await dueNow(id);
    await poll();
    const record = { publisher: { name: 'Publisher' }, software: { name }, versions: [{ version: '1.1.0' }] };
    await test.import(record);
    expect(await versionsOf(id)).toEqual(['1.1.0', '1.0.0', '1.0']);
    host.publish(name, '1.2.0');
    await dueNow(id);
    await poll();
    expect(await versionsOf(id)).toEqual(['1.2.0', '1.1.0 (withdrawn)', '1.0.0', '1.0']);
  });

  it('orders a product as its source does, from then on and the versions that are there, unless somebody has said how', async () => {
    const { id, name } = await product('1.0.1-0', '1.0.0', '1.0.1');
    const favorite = { software: id, version: '1.0.1-0' };
    const { body } = await editor.post('/api/v1/favorite').send(favorite).expect(201);
    const hasUpdate = async () => {
      await test.check();
      return (await editor.get(`/api/v1/favorite/${body.data.uuid}`).expect(200)).body.data.update_available as boolean;
    };
    // To `generic` the two are the same.
    expect(await hasUpdate()).toBe(false);
    await setSource(id, host.npm(name)).expect(200);
    expect(await versionsOf(id)).toEqual(['1.0.1', '1.0.1-0', '1.0.0']);
    expect(await hasUpdate()).toBe(true);
    host.publish(name, '1.0.2-0');
    await poll();
    const { body: software } = await editor.get(`/api/v1/software/${id}?includeLatestVersion=true`).expect(200);
    expect(software.data.latest_version.version).toBe('1.0.1');

    const set = await product('1.0');
    const ordering = async () =>
      (await test.database.query('SELECT scheme, ignore_pattern FROM software WHERE id = ?', [set.id]))[0];
    await test.database.execute("UPDATE software SET ignore_pattern = '^9' WHERE id = ?", [set.id]);
    await setSource(set.id, host.npm(set.name)).expect(200);
    expect(await ordering()).toEqual({ scheme: 'generic', ignore_pattern: '^9' });
  });

  it('withdraws nothing when a source lists nothing any more, or another source takes its place', async () => {
    const { id, name } = await product();
    host.publish(name, '1.0', '1.1');
    await setSource(id, host.npm(name)).expect(200);
    await poll();
    const [before] = [host.feeds.get(name)!];
    host.feeds.set(name, []);
    await dueNow(id);
    expect(await poll()).toMatchObject({ failed: 1 });
    expect((await health(id)).last_error).toBe('The source had versions before and lists none now');
    expect(await versionsOf(id)).toEqual(['1.1', '1.0']);

    host.feeds.set(name, before);
    host.publish(`${name}-again`, '2.0');
    await setSource(id, host.npm(`${name}-again`)).expect(200);
    await poll();
    expect(await versionsOf(id)).toEqual(['2.0', '1.1', '1.0']);
  });

  it('keeps two requests at once to a host at most', async () => {
    host.busiest = 0;
    host.delayMs = 15;
    for (let index = 0; index < 12; index++) {
      const { id, name } = await product();
      host.publish(name, '2.0');
      await setSource(id, host.json(name)).expect(200);
    }
    expect(await poll()).toMatchObject({ new: 12 });
    host.delayMs = 0;
    expect(host.busiest).toBe(2);
    expect(host.doubled).toEqual([]);
  });

  it('leaves a host alone for as long as it asks, and goes on with the others', async () => {
    const busy = await new FeedHost().open();
    try {
      const [first, second, other] = [await product(), await product(), await product()];
      for (const one of [first, second]) {
        busy.wrong.set(one.name, (response) => response.writeHead(429, { 'retry-after': '900' }).end());
        await setSource(one.id, busy.json(one.name)).expect(200);
        await poll();
      }
      host.publish(other.name, '2.0');
      await setSource(other.id, host.json(other.name)).expect(200);
      expect(await poll()).toMatchObject({ new: 1, failed: 0 });
      expect(busy.asked).toHaveLength(1);
      const state = await health(second.id);
      expect(state).toMatchObject({ state: 'new', last_error: null });
      expect(Date.parse(state.next_attempt)).toBeGreaterThan(Date.now() + 800_000);
      expect(await health(first.id)).toMatchObject({
        state: 'failing',
        last_error: 'The rate limit of the source is exceeded',
        failures: 1,
      });
    } finally {
      await busy.close();
    }
  });

  it('rests after the last request that a limit allows', async () => {
    const limited = await new FeedHost().open();
    try {
      const reset = Math.floor(Date.now() / 1_000) + 1_200;
      const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
      for (let index = 0; index < 5; index++) {
        const { id, name } = await product();
        limited.wrong.set(name, (response) => response.writeHead(200, headers).end('[{"version":"2.0"}]'));
        await setSource(id, limited.json(name)).expect(200);
      }
      expect(await poll()).toMatchObject({ failed: 0 });
      // The second one was on its way already.
      expect(limited.asked.length).toBeLessThanOrEqual(2);
    } finally {
      await limited.close();
    }
  });

  it('asks a source that failed less and less often, and forgets that when it answers', async () => {
    const { id, name } = await product();
    await setSource(id, host.json(name)).expect(200);
    const waits: { sinceBefore: number; sinceAfter: number }[] = [];
    for (let failure = 1; failure <= 4; failure++) {
      const begun = Date.now();
      expect(await poll()).toMatchObject({ failed: 1 });
      const state = await health(id);
      expect(state).toMatchObject({
        state: 'failing',
        failures: failure,
        last_error: 'The source was not found (404)',
      });
      const next = Date.parse(state.next_attempt);
      waits.push({ sinceBefore: next - begun, sinceAfter: next - Date.now() });
      await dueNow(id);
    }
    for (const [index, { sinceBefore, sinceAfter }] of waits.entries()) {
      expect(sinceBefore).toBeGreaterThan(120_000 * 2 ** index * 0.85);
      expect(sinceAfter).toBeLessThan(120_000 * 2 ** index * 1.15);
    }
    host.publish(name, '1.0');
    await poll();
    expect(await health(id)).toMatchObject({ state: 'ok', failures: 0, failing_since: null, last_error: null });
  });

  it('does not count an answer to a question that was changed meanwhile', async () => {
    const { id, name } = await product();
    host.publish(name, '6.6.6');
    host.publish(`${name}-right`, '2.0');
    await setSource(id, host.json(name)).expect(200);
    host.delayMs = 150;
    const polling = poll();
    await eventually(() => host.busy > 0);
    await setSource(id, host.json(`${name}-right`)).expect(200);
    const summary = await polling;
    host.delayMs = 0;
    await poll();
    expect(summary.skipped).toBe(1);
    expect(await versionsOf(id)).toEqual(['2.0', '1.0']);
    expect(await health(id)).toMatchObject({ state: 'ok' });
  });

  describe('the source of a product', () => {
    it('keeps its secrets, and to the host that they are for', async () => {
      const { id } = await product();
      const token = 'glpat-canary-00000000000000000000';
      const project = 'group/project';
      const source = (server: string, more: object = {}) => ({
        type: 'gitlab-releases',
        settings: { project, server, ...more },
      });
      const { body } = await setSource(id, source('http://127.0.0.1:9001/', { token })).expect(200);
      expect(body.data.settings.token).toBe('••••0000');
      const stored = async () => {
        const [row] = await test.database.query<{ host: string; settings: string }>(
          'SELECT host, settings FROM software_source WHERE software_id = ?',
          [id],
        );
        expect(row!.settings).not.toContain('canary');
        return row!.host;
      };
      expect(await stored()).toMatch(/^127\.0\.0\.1:9001#[0-9a-f]{8}$/);
      await setSource(id, source('http://127.0.0.1:9001/', { project: 'group/other' })).expect(200);
      expect(await stored()).toMatch(/#/);
      const elsewhere = await setSource(id, source('http://127.0.0.1:9002/')).expect(200);
      expect(elsewhere.body.data.settings).not.toHaveProperty('token');
      expect(await stored()).toBe('127.0.0.1:9002');
    });

    it.each([
      ['another path', 'http://127.0.0.1:9001/team-b/'],
      ['another scheme', 'https://127.0.0.1:9001/team-a/'],
      ['another port', 'http://127.0.0.1:9002/team-a/'],
    ])('keeps no secret for %s', async (_what, server) => {
      const { id } = await product();
      const source = (at: string, more: object = {}) => ({
        type: 'gitlab-releases',
        settings: { project: 'group/project', server: at, ...more },
      });
      const token = 'glpat-canary-00000000000000000000';
      await setSource(id, source('http://127.0.0.1:9001/team-a/', { token })).expect(200);
      const same = await setSource(id, source('http://127.0.0.1:9001/team-a/', { token: '••••0000' })).expect(200);
      expect(same.body.data.settings.token).toBe('••••0000');
      // Neither when it is left out nor when it comes back as its mask.
      for (const more of [{ token: '••••0000' }, {}]) {
        const moved = await setSource(id, source(server, more)).expect(200);
        expect(moved.body.data.settings).not.toHaveProperty('token');
      }
    });

    it('is checked, and each mistake is named', async () => {
      const { id } = await product();
      const wrong = async (source: object, field: string) => {
        const response = await setSource(id, source);
        expectProblem(response, 422, 'invalid-body');
        expect(response.body.errors.map((one: { field: string }) => one.field)).toContain(field);
      };
      await wrong({ type: 'nothing', settings: {} }, 'type');
      await wrong({ type: 'json' }, 'settings');
      await wrong({ type: 'json', settings: [] }, 'settings');
      await wrong({ type: 'json', settings: { url: 'http://10.1.2.3/' } }, 'settings.url');
      await wrong({ type: 'json', settings: { url: `${host.url}/x`, nothing: 1 } }, 'settings.nothing');
      await wrong({ type: 'json', settings: { url: `${host.url}/x`, items: '$[' } }, 'settings.items');
      await wrong({ ...host.json('x'), interval: '5m' }, 'interval');
      await wrong({ ...host.json('x'), interval: '2d' }, 'interval');
      expectProblem(await editor.get(`/api/v1/software/${id}/source`), 404, 'not-found');
      expectProblem(await setSource(UNKNOWN_ID, host.json('x')), 404, 'not-found');
    });

    it('is asked at once when it is set, also to the same again', async () => {
      const { id, name } = await product();
      host.publish(name, '2.0');
      await setSource(id, host.json(name)).expect(200);
      await poll();
      const before = await health(id);
      host.publish(name, '3.0');
      const { body } = await setSource(id, host.json(name)).expect(200);
      // What is known of it stays, and so does what it had last.
      expect(body.data).toMatchObject({ state: 'ok', last_success: before.last_success });
      expect(await poll()).toMatchObject({ new: 1, versions: 1 });
      expect(await versionsOf(id)).toEqual(['3.0', '2.0', '1.0']);
    });

    it('can be taken away', async () => {
      const { id, name } = await product();
      host.publish(name, '2.0');
      const { body } = await setSource(id, { ...host.json(name), interval: '6h' }).expect(200);
      expect(body.data).toMatchObject({ interval: '6h', state: 'new' });
      await poll();
      expect(Date.parse((await health(id)).next_attempt) - Date.now()).toBeGreaterThan(5.3 * 3_600_000);
      await editor.delete(`/api/v1/software/${id}/source`).expect(204);
      expectProblem(await editor.delete(`/api/v1/software/${id}/source`), 404, 'not-found');
      expect(await versionsOf(id)).toEqual(['2.0', '1.0']);
    });

    it('is nothing for a token without the scope', async () => {
      const { id } = await product();
      const reader = await test.as('rita', ['read', 'write']);
      expectProblem(await reader.get(`/api/v1/software/${id}/source`), 403, 'forbidden');
      expectProblem(await reader.put(`/api/v1/software/${id}/source`).send(host.json('x')), 403, 'forbidden');
      expectProblem(await reader.delete(`/api/v1/software/${id}/source`), 403, 'forbidden');
    });
  });
});

import { ProbeRepository } from '../../src/inventory/probe/probe.repository';
import { SourcePoller } from '../../src/source/polling/source-poller';
import { type Agent, expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { newUser, track, type Tracked } from '../setup/tracking';
import { StandIn, type StandInAnswer } from './stand-in';

const ENVIRONMENT = { SOURCE_HOST_DELAY_MS: '0', SOURCES: 'all' };

describe('probes', () => {
  const test = useApp(ENVIRONMENT);
  let agent: Agent;
  const open: StandIn[] = [];

  beforeEach(async () => {
    agent = await newUser(test);
  });

  afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

  async function standIn(answer: StandInAnswer): Promise<StandIn> {
    const one = await StandIn.open(answer);
    open.push(one);
    return one;
  }

  const pathOf = ({ id }: Tracked, environment = 'prod') => `/api/v1/favorite/${id}/probe/${environment}`;

  async function put(favorite: Tracked, input: object, environment = 'prod') {
    const { body } = await favorite.agent.put(pathOf(favorite, environment)).send(input).expect(200);
    return body.data as Record<string, unknown>;
  }

  const stateOf = async (favorite: Tracked, environment = 'prod') =>
    (await favorite.agent.get(pathOf(favorite, environment)).expect(200)).body.data as Record<string, unknown>;

  /** Asks all, whether they are due or not. */
  async function ask(): Promise<void> {
    const { now } = test.database.dialect;
    await test.database.execute(`UPDATE probe SET next_at = ${now}`);
    await test.database.execute(`UPDATE source_host SET next_at = ${now}, rest_until = NULL`);
    await poll();
  }

  const poll = () => test.app.get(SourcePoller).pollDue();

  const versionOf = async (favorite: Tracked) => (await favorite.favorite()).version.version;

  async function deploymentsOf({ id }: Tracked) {
    const { body } = await agent.get(`/api/v1/favorite/${id}?includeDeployments`).expect(200);
    return (body.data.deployments as Record<string, unknown>[]).map(({ inventory, environment, version }) => [
      inventory,
      environment,
      version,
    ]);
  }

  it('five programs say what runs; one is updated, and one falls silent', async () => {
    const answers: [StandInAnswer, object][] = [
      [{ body: { version: '1.0' } }, { json_path: '$.version' }],
      [
        { body: { data: { release: 'Release 1.0 (stable)' } } },
        { json_path: '$.data.release', pattern: 'Release (\\S+)' },
      ],
      [{ body: '<p>App v1.0</p>' }, { pattern: 'App (v[0-9.]+)' }],
      [{ body: 'hello', headers: { 'x-app-version': '1.0' } }, { header: 'X-App-Version' }],
      [{ body: '1.0\n' }, { pattern: '^(.*)' }],
    ];
    const programs = await Promise.all(answers.map(([answer]) => standIn(answer)));
    const favorites: Tracked[] = [];
    for (const [at, program] of programs.entries()) {
      const favorite = await track(test, agent, '0.9', ['0.9', '1.0', '1.1']);
      expect(await put(favorite, { address: `${program.url}/version`, ...answers[at]![1] })).toMatchObject({
        state: 'new',
        version: null,
        interval: '15m',
      });
      favorites.push(favorite);
    }
    await poll();
    for (const favorite of favorites) {
      expect(await versionOf(favorite)).toBe('1.0');
      expect(await stateOf(favorite)).toMatchObject({ state: 'ok', version: '1.0', message: null, failures: 0 });
      expect(await deploymentsOf(favorite)).toEqual([[null, 'prod', '1.0']]);
    }

    programs[0]!.answer = { body: { version: '1.1' } };
    programs[1]!.answer = { body: null };
    await ask();
    expect(await favorites[0]!.favorite()).toMatchObject({ version: { version: '1.1' }, update_available: false });
    expect(await versionOf(favorites[1]!)).toBe('1.0');
    const silent = await stateOf(favorites[1]!);
    expect(silent).toMatchObject({ state: 'failing', version: '1.0', failures: 1 });
    expect(silent.message).toContain('nothing answers there');
    const since = silent.failing_since;
    await ask();
    expect(await stateOf(favorites[1]!)).toMatchObject({ failures: 2, failing_since: since });
    programs[1]!.answer = answers[1]![0];
    await ask();
    expect(await stateOf(favorites[1]!)).toMatchObject({ state: 'ok', failures: 0, failing_since: null });
    expect(programs[4]!.asked).toHaveLength(4);
  });

  it('are asked at their interval, and a program that was away within an hour', async () => {
    const program = await standIn({ body: { version: '1.0' } });
    const favorite = await track(test, agent, '0.9', ['0.9', '1.0']);
    await put(favorite, { address: program.url, json_path: '$.version', interval: '5m' });
    await poll();
    await poll();
    expect(program.asked).toHaveLength(1);
    const inSeconds = async () => {
      const { secondsBetween, now } = test.database.dialect;
      const [row] = await test.database.query<{ seconds: number }>(
        `SELECT ${secondsBetween(now, 'next_at')} AS seconds FROM probe WHERE favorite_id = ?`,
        [favorite.id],
      );
      return Number(row!.seconds);
    };
    expect(await inSeconds()).toBeGreaterThan(200);
    expect(await inSeconds()).toBeLessThanOrEqual(331);
    program.answer = { status: 503 };
    for (let times = 0; times < 12; times++) await ask();
    expect(await inSeconds()).toBeGreaterThan(3_000);
    expect(await inSeconds()).toBeLessThanOrEqual(3_961);
    expect(await stateOf(favorite)).toMatchObject({ message: 'It failed (503)', failures: 12 });
  });

  it('an answer that is no version is shown as such, and changes nothing', async () => {
    const program = await standIn({ body: { version: '1.0' } });
    const favorite = await track(test, agent, '0.9', ['0.9', '1.0']);
    await put(favorite, { address: program.url, json_path: '$.version' });
    await poll();
    const answers: [StandInAnswer, string][] = [
      [{ body: { other: 1 } }, 'The answer has nothing at $.version'],
      [{ body: { version: { major: 1 } } }, 'What stands at $.version is not a text'],
      [{ body: { version: 'unknown' } }, 'What stands at $.version is not a version'],
      [{ body: { version: `1.0 of ${'x'.repeat(200)}` } }, 'What stands at $.version is not a version'],
      [{ body: '<html>' }, 'The answer is not JSON'],
      [{ status: 401 }, 'It wants a token, or another one (401)'],
      [{ status: 404 }, 'It has nothing at this address (404)'],
      [{ body: 'x'.repeat(1_100_000) }, 'longer than 1 MB'],
      [{ status: 302, headers: { location: 'http://10.0.0.1/' } }, 'OUTBOUND_ALLOW'],
    ];
    for (const [answer, message] of answers) {
      program.answer = answer;
      await ask();
      expect((await stateOf(favorite)).message).toContain(message);
      expect(await stateOf(favorite)).toMatchObject({ state: 'failing', version: '1.0' });
      expect(await versionOf(favorite)).toBe('1.0');
    }
  });

  it('a version that the catalogue does not know is an own version, in the form of the others', async () => {
    const program = await standIn({ body: { version: '2.5.1' } });
    const favorite = await track(test, agent, 'v2.0.0', ['v2.0.0', 'v2.1.0']);
    await put(favorite, { address: program.url, json_path: '$.version' });
    await poll();
    expect(await versionOf(favorite)).toBe('v2.5.1');
    const { body } = await agent.get(`/api/v1/favorite/${favorite.id}?includeVersionKnown`);
    expect(body.data.version_known).toBe(false);
    program.answer = { body: { version: '2.1.0' } };
    await ask();
    expect(await versionOf(favorite)).toBe('v2.1.0');
    const rows = await test.database.query('SELECT id FROM version WHERE version = ?', ['v2.5.1']);
    expect(rows).toEqual([]);
  });

  it('count instead of inventories of the same environment, and beside those of others', async () => {
    const program = await standIn({ body: { version: '1.2' } });
    const favorite = await track(test, agent, '1.0', ['1.0', '1.1', '1.2', '1.3']);
    const name = `${favorite.record.software.name}`;
    const upload = (inventory: string, environment: string, version: string) =>
      agent
        .put(`/api/v1/inventory/${inventory}/content?allow_lower=true&environment=${environment}&format=lines`)
        .set('Content-Type', 'text/plain')
        .send(
          `pkg:generic/${name.toLowerCase().replaceAll(' ', '-')} ${version}\n`.replace(
            /^\S+/,
            name.replaceAll(' ', '-'),
          ),
        )
        .expect(200);
    await test.database.execute('UPDATE software SET name = ?, name_key = ? WHERE id = ?', [
      name.replaceAll(' ', '-'),
      name.replaceAll(' ', '-').toLowerCase(),
      favorite.software,
    ]);
    await upload('web-1', 'prod', '1.0');
    expect(await versionOf(favorite)).toBe('1.0');
    await put(favorite, { address: program.url, json_path: '$.version' });
    await poll();
    expect(await versionOf(favorite)).toBe('1.2');
    // The file says again what it said, and counts no more than before.
    await upload('web-1', 'prod', '1.1');
    expect(await versionOf(favorite)).toBe('1.2');
    await upload('next', 'stage', '1.1');
    expect(await versionOf(favorite)).toBe('1.1');
    expect(await deploymentsOf(favorite)).toEqual([
      ['next', 'stage', '1.1'],
      ['web-1', 'prod', '1.1'],
      [null, 'prod', '1.2'],
    ]);
    const { body } = await agent.get('/api/v1/inventory').expect(200);
    expect(body.data.map((one: { name: string }) => one.name)).toEqual(['next', 'web-1']);
    await agent.delete(pathOf(favorite)).expect(204);
    await agent.delete('/api/v1/inventory/next').expect(204);
    expect(await versionOf(favorite)).toBe('1.1');
  });

  it('a version that was set by hand stays until the program answers', async () => {
    const program = await standIn({ body: { version: '1.0' } });
    const favorite = await track(test, agent, '0.9', ['0.9', '1.0', '1.1']);
    await put(favorite, { address: program.url, json_path: '$.version' });
    await poll();
    await favorite.change({ version: '1.1' });
    expect(await versionOf(favorite)).toBe('1.1');
    await ask();
    expect(await versionOf(favorite)).toBe('1.0');
  });

  it('show no secret, and keep it for the same origin only', async () => {
    const program = await standIn({ body: { version: '1.0' } });
    const other = await standIn({ body: { version: '1.0' } });
    const favorite = await track(test, agent, '0.9', ['0.9', '1.0']);
    const headers = [{ name: 'X-Api-Key', value: 'canary-probe-key' }];
    const shown = await put(favorite, { address: `${program.url}/a`, json_path: '$.version', headers });
    expect(shown.headers).toEqual(['X-Api-Key']);
    await put(favorite, { address: `${program.url}/b`, json_path: '$.version' });
    await poll();
    expect(program.asked.map(({ path, headers: sent }) => [path, sent['x-api-key']])).toEqual([
      ['/b', 'canary-probe-key'],
    ]);
    // A redirect to another origin gets none of it.
    program.answer = { status: 302, headers: { location: other.url } };
    await ask();
    expect(other.asked.map(({ headers: sent }) => sent['x-api-key'])).toEqual([undefined]);
    // Nor does it go elsewhere with the address.
    expect(await put(favorite, { address: other.url, json_path: '$.version' })).toMatchObject({ headers: [] });
    await poll();
    expect(other.asked.map(({ headers: sent }) => sent['x-api-key'])).toEqual([undefined, undefined]);
    const [row] = await test.database.query<{ settings: string }>('SELECT settings FROM probe WHERE favorite_id = ?', [
      favorite.id,
    ]);
    expect(row!.settings).toMatch(/^v1\./);
  });

  it('a program that sends back its request shows no secret', async () => {
    const program = await standIn({ body: { key: 'canary-probe-1' } });
    const favorite = await track(test, agent, '0.9', ['0.9']);
    const headers = [{ name: 'Authorization', value: 'Bearer canary-probe-1' }];
    await put(favorite, { address: program.url, json_path: '$.key', headers });
    await poll();
    expect(await stateOf(favorite)).toMatchObject({
      state: 'failing',
      message: 'What stands there is a secret of the request itself',
    });
  });

  it('a test asks once, shows what was found, and writes nothing', async () => {
    const program = await standIn({ body: { version: '2.5.1' } });
    const favorite = await track(test, agent, 'v2.0.0', ['v2.0.0']);
    const trial = async (input: object) =>
      (
        await agent
          .post(`${pathOf(favorite)}/test`)
          .send({ address: program.url, ...input })
          .expect(200)
      ).body.data as object;
    expect(await trial({ json_path: '$.version' })).toEqual({ answer: '2.5.1', version: 'v2.5.1', message: null });
    expect(await trial({ json_path: '$.tag' })).toEqual({
      answer: null,
      version: null,
      message: 'The answer has nothing at $.tag',
    });
    expect(program.asked).toHaveLength(2);
    await agent.get(pathOf(favorite)).expect(404);
    expect(await test.database.query('SELECT id FROM version WHERE version = ?', ['v2.5.1'])).toEqual([]);
    const [left] = await test.database.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM source_host WHERE host LIKE '%#probe' AND claim_id IS NOT NULL`,
    );
    expect(Number(left!.total)).toBe(0);
  });

  it('refuse what could not be asked, naming the field', async () => {
    const favorite = await track(test, agent, '1.0');
    const address = 'http://127.0.0.1:19999';
    const wrong: [object, string][] = [
      [{ json_path: '$.a' }, 'address'],
      [{ address: 'ftp://127.0.0.1/', json_path: '$.a' }, 'address'],
      [{ address: 'http://10.1.2.3/', json_path: '$.a' }, 'address'],
      [{ address }, 'json_path'],
      [{ address, json_path: '$.a.[' }, 'json_path'],
      [{ address, pattern: '[0-9]+' }, 'pattern'],
      [{ address, pattern: '(' }, 'pattern'],
      [{ address, header: 'x y' }, 'header'],
      [{ address, header: 'X-V', json_path: '$.a' }, 'header'],
      [{ address, preset: 'nothing' }, 'preset'],
      [{ address, preset: 'gitea', json_path: '$.a' }, 'json_path'],
      [{ address: `${address}/?a=1`, preset: 'gitea' }, 'address'],
      [{ address, json_path: '$.a', token: 'x' }, 'token'],
      [{ address, json_path: '$.a', interval: '1m' }, 'interval'],
      [{ address, json_path: '$.a', interval: '2d' }, 'interval'],
      [{ address, json_path: '$.a', headers: [{ name: 'Host', value: 'x' }] }, 'headers'],
      [{ address, json_path: '$.a', headers: [{ name: 'X-A', value: 'a\r\nB: c' }] }, 'headers'],
      [{ address, json_path: '$.a', headers: [{ name: 'X-A' }] }, 'headers'],
    ];
    for (const [input, field] of wrong)
      for (const send of [agent.put(pathOf(favorite)), agent.post(`${pathOf(favorite)}/test`)]) {
        const { body } = await send.send(input).expect(422);
        expect(body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
      }
    const { body } = await agent.put(pathOf(favorite)).send({ address: 'http://10.1.2.3/', json_path: '$.a' });
    expect(body.errors[0].message).toContain('OUTBOUND_ALLOW=192.168.1.0/24');
    await agent
      .put(pathOf(favorite, 'x'.repeat(65)))
      .send({ address, json_path: '$.a' })
      .expect(422);
  });

  it('belong to their owner, and go with the favorite, its product and the user', async () => {
    const program = await standIn({ body: { version: '1.0' } });
    const favorite = await track(test, agent, '1.0');
    await put(favorite, { address: program.url, json_path: '$.version' });
    const stranger = await newUser(test);
    for (const path of [pathOf(favorite), `/api/v1/favorite/${favorite.id}/probe`])
      await stranger.get(path).expect(404);
    await stranger.delete(pathOf(favorite)).expect(404);
    const count = async () =>
      (await test.database.query('SELECT id FROM probe WHERE favorite_id = ?', [favorite.id])).length;

    const next = await track(test, agent, '3.0');
    await agent.delete(`/api/v1/favorite/${next.id}`).expect(204);
    await favorite.change({ software: next.software, version: '3.0' });
    await agent.get(pathOf(favorite)).expect(404);
    expect((await agent.get(`/api/v1/favorite/${favorite.id}/probe`)).body.data).toEqual([]);
    await poll();
    expect(await count()).toBe(0);
    expect(program.asked).toEqual([]);

    await put(favorite, { address: program.url, json_path: '$.version' });
    expect(await count()).toBe(1);
    await agent.delete(`/api/v1/favorite/${favorite.id}`).expect(204);
    expect(await count()).toBe(0);
    await poll();
    const [host] = await test.database.query('SELECT host FROM source_host WHERE host = ?', [
      `${new URL(program.url).host}#probe`,
    ]);
    expect(host).toBeUndefined();
  });

  it('one that a process of a former version forgot is asked again', async () => {
    const program = await standIn({ body: { version: '1.0' } });
    const favorite = await track(test, agent, '0.9', ['0.9', '1.0']);
    await put(favorite, { address: program.url, json_path: '$.version' });
    await test.database.execute('DELETE FROM source_host');
    await poll();
    expect(program.asked).toEqual([]);
    await test.app.get(ProbeRepository).wakeHosts();
    await poll();
    expect(await versionOf(favorite)).toBe('1.0');
  });

  it('services of Argus are asked here; what is not tracked becomes a favorite with its answer', async () => {
    const program = await standIn({ body: { data: [{ version: 'Release 1.0' }] } });
    const tracked = await track(test, agent, '0.9', ['0.9', '1.0']);
    const record = product('Argus service', ['0.9', '1.0']);
    await test.import(record, product('Argus silent', ['1.0']));
    const service = (name: string, url: string, more: string) => `
  ${name}:
    latest_version: { type: url, url: 'https://example.org/' }
    deployed_version:
      url: ${url}
      ${more}`;
    const silent = await standIn({ body: null });
    const json = `json: data[0].version
      regex: 'Release ([0-9.]+)'
      basic_auth: { username: me, password: canary-argus-password }`;
    const content = `service:${service(tracked.record.software.name, program.url, json)}${service('Argus service', program.url, json)}${service('Argus silent', silent.url, 'json: version')}${service('Nobody knows it', silent.url, 'json: version')}${service('argus SERVICE', program.url, 'method: POST')}
  manual: { latest_version: { type: github, url: a/b }, deployed_version: { type: manual, version: 1.0.0 } }
`;
    const { body } = await agent.post('/api/v1/probe-import').send({ content, environment: 'home' }).expect(200);
    const outcomes = (body.data as { name: string; state: string; message: string | null }[]).map(
      ({ name, state, message }) => [name, state, message],
    );
    expect(outcomes).toEqual([
      [tracked.record.software.name, 'set', null],
      ['Argus service', 'set', null],
      ['Argus silent', 'refused', expect.stringContaining('nothing answers there')],
      ['Nobody knows it', 'unmatched', 'no product has this name or identifier'],
      ['argus SERVICE', 'refused', 'It is asked with another method than GET'],
    ]);
    expect(program.asked[0]!.headers.authorization).toBe('Basic bWU6Y2FuYXJ5LWFyZ3VzLXBhc3N3b3Jk');
    await poll();
    expect(await versionOf(tracked)).toBe('1.0');
    const list = (await agent.get('/api/v1/favorite').expect(200)).body.data as { software: string; version: object }[];
    expect(list.find(({ software }) => software === 'Argus service')).toMatchObject({ version: { version: '1.0' } });
    expect(await stateOf(tracked, 'home')).toMatchObject({ state: 'ok', headers: ['Authorization'] });
    const refused = await agent.post('/api/v1/probe-import').send({ content: 'a: 1' });
    expect(expectProblem(refused, 422, 'invalid-body')).toEqual(['content']);
  });

  it('of a disabled user are not asked until the user is enabled', async () => {
    const program = await standIn({ body: { version: '1.0' } });
    const favorite = await track(test, agent, '0.9', ['0.9', '1.0']);
    await put(favorite, { address: program.url, json_path: '$.version' });
    const user = '(SELECT user_id FROM favorite WHERE id = ?)';
    const set = (at: string | null) =>
      test.database.execute(`UPDATE user SET disabled_at = ? WHERE id = ${user}`, [at, favorite.id]);
    await set('2026-01-01 00:00:00.000000');
    await poll();
    await poll();
    expect(program.asked).toEqual([]);
    await set(null);
    await ask();
    expect(await versionOf(favorite)).toBe('1.0');
  });

  it('that are never answered keep no source waiting, and are shown at once where there are no others', async () => {
    await test.database.execute('DELETE FROM source_host');
    const favorite = await track(test, agent, '1.0');
    await put(favorite, { address: 'https://nobody.invalid/', json_path: '$.version' });
    await poll();
    expect(await stateOf(favorite)).toMatchObject({ state: 'failing', failures: 1 });
    const program = await standIn({ body: { version: '1.0' } });
    await put(favorite, { address: program.url, json_path: '$.version' });
    await poll();
    expect(await stateOf(favorite)).toMatchObject({ state: 'ok', version: '1.0' });
    const { text } = await agent.get('/api/v1/favorite.csv').expect(200);
    expect(text).toContain('prod 1.0');
  });
});

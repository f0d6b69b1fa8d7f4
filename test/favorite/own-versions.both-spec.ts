import { RekeyService } from '../../src/update-check/rekey.service';
import { UserRemoval } from '../../src/operations/upkeep/user-removal';
import { CatalogueExporter } from '../../src/source/catalogue/catalogue-exporter';
import { UserService } from '../../src/access/user/user.service';
import { column, expectProblem, MOMENT, UNKNOWN_ID, UUID, walk } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { pauseBeforeCommit } from '../setup/named-points';
import { onServerDatabase } from '../setup/process';
import { atScale } from '../setup/scale';
import { outside } from '../setup/receivers';
import { type Agent, count, newUser, softwareOf } from '../setup/tracking';

const world = outside();
const test = useApp();
let serial = 0;

/** A product of its own. */
async function software(versions: (string | object)[] = ['139.0', '140.0'], ordering?: object) {
  const record = product(`Owned ${++serial}`, versions);
  await test.import({ ...record, ordering });
  const id = await softwareOf(test, record);
  return {
    id,
    record,
    versions: `/api/v1/software/${id}/versions`,
    release: (...more: (string | object)[]) =>
      test.import({ ...record, versions: more.map((one) => (typeof one === 'string' ? { version: one } : one)) }),
  };
}

const post = (agent: Agent, id: string, version: string) =>
  agent.post('/api/v1/favorite').send({ software: id, version });

/** A favorite of a new user. */
async function tracking(id: string, version: string, agent?: Agent) {
  const user = agent ?? (await newUser(test));
  const { body } = await post(user, id, version).expect(201);
  const path = `/api/v1/favorite/${body.data.uuid}`;
  return {
    agent: user,
    path,
    created: body.data,
    read: async () => (await user.get(`${path}?includeVersionKnown&includeAvailableVersion`).expect(200)).body.data,
    patch: (input: object) => user.patch(path).send(input),
  };
}

const labels = async (agent: Agent, path: string) =>
  ((await agent.get(path).expect(200)).body.data as { version: string }[]).map(({ version }) => version);

const stored = (id: string) => count(test, 'version WHERE software_id = ?', id);

describe('a label that the catalogue does not know', () => {
  it('is kept as the version of the favorite, and stands by its sort key', async () => {
    const { id } = await software();
    const { created, read } = await tracking(id, ' 140.5.0 ');
    expect(created).toMatchObject({
      version: { id: expect.stringMatching(UUID), version: '140.5.0', created_at: expect.stringMatching(MOMENT) },
      update_available: false,
    });
    const favorite = await read();
    expect(favorite).toMatchObject({ version_known: false, update_available: false, available_version: null });
    expect(Object.keys(favorite.version)).toEqual(['version', 'created_at']);
    expect((await tracking(id, '139.10')).created.update_available).toBe(true);
    const beta = await tracking(id, '140.0-beta3');
    expect(beta.created.update_available).toBe(true);
    expect(await beta.read()).toMatchObject({ available_version: { version: '140.0' } });
  });

  it('never becomes the latest version, and changes nothing about the software', async () => {
    const { id } = await software();
    const ada = await newUser(test);
    const read = async () => (await ada.get(`/api/v1/software/${id}?includeLatestVersion`).expect(200)).body.data;
    const before = await read();
    await tracking(id, '999.0');
    expect(await read()).toEqual(before);
    const { id: empty } = await software([]);
    const { path, agent } = await tracking(empty, '1.0');
    const { body } = await agent.post(`${path}/update-to-latest-version`).expect(200);
    expect(body.data).toMatchObject({ version: { version: '1.0' }, update_available: false });
    expect((await agent.get(`/api/v1/software/${empty}?includeLatestVersion`)).body.data.latest_version).toBeNull();
  });

  it.each(['patch', 'put'] as const)('is taken by %s too, and by its id while the favorite has it', async (method) => {
    const { id } = await software();
    const { agent, path, read } = await tracking(id, '139.0');
    const { body } = await agent[method](path).send({ version: '140.5.0' }).expect(200);
    expect(body.data).toMatchObject({ version: { version: '140.5.0' }, update_available: false });
    const same = await agent[method](path).send({ version: body.data.version.id, notes: 'mine' }).expect(200);
    expect(same.body.data.version).toEqual(body.data.version);
    await agent[method](path).send({ version: '140.5.0' }).expect(200);
    expect(await stored(id)).toBe(3);
    const other = await software(['1.0', '2.0']);
    expectProblem(await agent[method](path).send({ software: other.id }), 422, 'invalid-body');
    await agent[method](path).send({ software: other.id, version: '1.5' }).expect(200);
    expect(await read()).toMatchObject({ version: { version: '1.5' }, update_available: true, version_known: false });
    expect([await stored(id), await stored(other.id)]).toEqual([2, 3]);
  });

  it.each<[string, object | undefined, string]>([
    ['a control character', undefined, '1.0\u0007'],
    ['a line break', undefined, '1.0\n2.0'],
    ['a NUL', undefined, '1.0\0'],
    ['a change of direction', undefined, '1.0\u202e'],
    ['half of a surrogate pair', undefined, '1.0\ud800'],
    ['more than 255 characters', undefined, `1.${'0'.repeat(254)}`],
    ['blanks alone', undefined, '  '],
    ['the form of an id', undefined, UNKNOWN_ID],
    ['no number', undefined, 'latest'],
    ['a hash and nothing else', undefined, '3f2a9bc4d1e'],
    ['what its scheme does not accept', { scheme: 'semver' }, '1.x'],
    ['no place in the order of dates', { scheme: 'date' }, '1.0'],
    ['what its ignore pattern matches', { ignore_pattern: 'nightly' }, '141.0-nightly'],
    ['neither a tag nor a version', { tag_pattern: '^cli/v(.+)$' }, 'web/v3.0'],
  ])('with %s is refused', async (_what, ordering, version) => {
    const { id } = await software(['1.0.0'], ordering);
    const agent = await newUser(test);
    expect(expectProblem(await post(agent, id, version), 422, 'invalid-body')).toEqual(['version']);
    const { patch, read } = await tracking(id, '1.0.0', agent);
    expect(expectProblem(await patch({ version }), 422, 'invalid-body')).toEqual(['version']);
    expect(await read()).toMatchObject({ version: { version: '1.0.0' }, version_known: true });
    expect(await stored(id)).toBe(1);
  });

  it.each<[string, object | undefined, string, string]>([
    ['v140.0', undefined, '140.0', '140.0'],
    ['140.0-RC1', undefined, 'v140.0-rc1', 'v140.0-rc1'],
    ['1.2.3', { tag_pattern: '^cli/v(.+)$' }, 'cli/v1.2.3', 'cli/v1.2.3'],
    // Equal in order, and yet other builds.
    ['1.30.1+k3s1', { scheme: 'semver' }, '1.30.1+k3s2', '1.30.1+k3s1'],
    ['1.0.0', undefined, '1.0', '1.0.0'],
  ])('%s is (%j) beside %s the version %s', async (version, ordering, known, expected) => {
    const { id } = await software([known], ordering);
    const { created, read } = await tracking(id, version);
    expect(created).toMatchObject({ version: { version: expected }, update_available: false });
    expect((await read()).version_known).toBe(expected === known);
  });

  it('is nobody else’s: it is in the lists of those whose favorite has it', async () => {
    const { id, versions } = await software(['1.0', '2.0', '3.0']);
    const { agent, created } = await tracking(id, '2.5');
    const other = (await tracking(id, '1.0')).agent;
    expect(await labels(agent, versions)).toEqual(['3.0', '2.5', '2.0', '1.0']);
    expect(await labels(other, versions)).toEqual(['3.0', '2.0', '1.0']);
    expect(await labels(other, `${versions}?version[like]=5`)).toEqual([]);
    const total = async (user: Agent, query = '') =>
      (await user.get(`${versions}?includeTotal&per_page=2${query}`).expect(200)).body.meta.total;
    expect([await total(agent), await total(other), await total(agent, '&version[gt]=2.5')]).toEqual([4, 3, 1]);
    for (const user of [agent, other]) {
      const single = (await user.get(`/api/v1/software/${id}?includeVersions`).expect(200)).body.data;
      const query = { name: single.name, includeVersions: true };
      const [listed] = (await user.get('/api/v1/software').query(query).expect(200)).body.data;
      const nested = await labels(user, versions);
      for (const { versions: entries } of [single, listed])
        expect(entries.map(({ version }: { version: string }) => version)).toEqual(nested);
    }
    expect(expectProblem(await post(await newUser(test), id, created.version.id), 422, 'invalid-body')).toEqual([
      'version',
    ]);
  });

  it.each([
    ['1.05', 'version'],
    ['1.35', '-version'],
    ['1.99', '-version'],
    ['1.99', 'version'],
    ['0.9', '-version'],
    ['1.45', 'created_at'],
    ['1.45', '-created_at'],
  ])('%s is at its place on every page, sorted by %s', async (own, sort) => {
    const dated = Array.from({ length: 10 }, (_, n) => ({ version: `1.${n}0`, released_at: `2020-01-${10 + n}` }));
    const { id, versions } = await software(dated);
    const { agent } = await tracking(id, own);
    const whole = await labels(agent, `${versions}?sort=${sort}`);
    expect(whole).toHaveLength(11);
    expect(whole).toContain(own);
    for (const size of atScale([3], [1, 3, 10])) {
      const pages = await walk(agent, `${versions}?sort=${sort}&per_page=${size}`);
      expect(column(pages, 'version')).toEqual(whole);
      const numbered = await walk(agent, `${versions}?sort=${sort}&per_page=${size}&page=1`);
      expect(column(numbered, 'version')).toEqual(whole);
      expect(numbered).toHaveLength(Math.ceil(11 / size));
      const last = pages.at(-1)!.request.url as string;
      const back = await walk(agent, new URL(last).pathname + new URL(last).search, 'prev');
      expect(column(back.reverse(), 'version')).toEqual(whole);
    }
    expect(await labels(agent, `${versions}?sort=${sort}&per_page=5&page=9`)).toEqual([]);
  });

  it('is not exported', async () => {
    const { id, record } = await software();
    await tracking(id, '140.5.0');
    const lines: string[] = [];
    for await (const line of test.app.get(CatalogueExporter).lines()) lines.push(line);
    const line = lines.find((one) => one.includes(`"${record.identity.id}"`))!;
    expect(line).toContain('"140.0"');
    expect(line).not.toContain('140.5.0');
  });
});

describe('when the catalogue learns the label', () => {
  it('it is the same version, with the facts of the catalogue, and everybody sees it', async () => {
    const { id, versions, release } = await software();
    const { agent, created, read } = await tracking(id, '140.5.0');
    const other = await newUser(test);
    await release({ version: '140.5.0', released_at: '2026-11-01' });
    const [latest] = (await other.get(versions).expect(200)).body.data;
    expect(latest).toEqual({
      id: created.version.id,
      version: '140.5.0',
      created_at: '2026-11-01T00:00:00.000000Z',
    });
    const { body } = await other.get(`/api/v1/software/${id}?includeLatestVersion`).expect(200);
    expect(body.data.latest_version).toMatchObject(latest);
    expect(await read()).toMatchObject({ version_known: true, update_available: false });
    expect(await labels(agent, versions)).toEqual(['140.5.0', '140.0', '139.0']);
    expect(await release('140.5.0')).toMatchObject({ versions: 0, unchanged: 1 });
  });

  it('others are notified as of any new version, and its owner of nothing', async () => {
    const { id, release } = await software();
    const owner = await tracking(id, '140.5.0');
    const other = await tracking(id, '140.0');
    await test.check();
    const told = async (agent: Agent) =>
      column([await agent.get('/api/v1/notification').expect(200)], 'version').map(
        (version) => (version as { version: string }).version,
      );
    expect([await told(owner.agent), await told(other.agent)]).toEqual([[], []]);
    await release('140.5.0');
    await test.check();
    expect([await told(owner.agent), await told(other.agent)]).toEqual([[], ['140.5.0']]);
    expect(await other.read()).toMatchObject({ available_version: { version: '140.5.0' } });
    await release('141.0');
    await test.check();
    expect(await told(owner.agent)).toEqual(['141.0']);
  });

  it('as withdrawn, it is offered to nobody', async () => {
    const { id, release } = await software();
    const owner = await tracking(id, '140.5.0');
    const other = await tracking(id, '140.0');
    await release({ version: '140.5.0', removed_at: '2026-11-02' });
    await test.check();
    expect((await other.read()).update_available).toBe(false);
    expect(await owner.read()).toMatchObject({ version: { version: '140.5.0' }, version_known: true });
  });

  it.each<[string, string, object | undefined]>([
    ['140.5.0', 'v140.5.0', undefined],
    ['v140.5.0-RC2', '140.5.0-rc2', undefined],
    ['1.2.9', 'cli/v1.2.9', { tag_pattern: '^cli/v(.+)$' }],
  ])('in another spelling, %s is %s from then on', async (own, known, ordering) => {
    const { id, versions, release } = await software(['cli/v1.2.0', '1.0'], ordering);
    const owner = await tracking(id, own);
    await tracking(id, own.toUpperCase());
    expect(await stored(id)).toBe(3);
    await release(known, '1.1');
    expect(await owner.read()).toMatchObject({ version: { version: known }, version_known: true });
    expect((await labels(await newUser(test), versions)).sort()).toEqual(['1.0', '1.1', 'cli/v1.2.0', known].sort());
    expect(await release(known, '1.1')).toMatchObject({ versions: 0, unchanged: 1 });
    expect(await stored(id)).toBe(4);
  });

  it('in two spellings at once, the one that its owner wrote stays with them', async () => {
    const { id, versions, release } = await software(['1.0']);
    const owner = await tracking(id, '1.2');
    await release('v1.2', '1.2', 'V1.2');
    expect(await owner.read()).toMatchObject({ version: { version: '1.2' }, version_known: true });
    expect((await labels(owner.agent, versions)).sort()).toEqual(['1.0', '1.2', 'V1.2', 'v1.2']);
  });

  it('nothing of it is lost where users add it at the same time', async () => {
    const { id, versions, release } = await software();
    const agents = await Promise.all(Array.from({ length: 6 }, () => newUser(test)));
    const [, ...answers] = await Promise.all([
      release('140.5.0'),
      ...agents.map((agent) => post(agent, id, '140.5.0').then(({ status }) => status)),
    ]);
    expect(answers).toEqual(agents.map(() => 201));
    expect(await labels(await newUser(test), versions)).toEqual(['140.5.0', '140.0', '139.0']);
  });
});

describe('while a favorite leaves its own version', () => {
  let before = '';

  /** A statement of another connection that is still there at the next look. */
  async function somebodyWaits(): Promise<void> {
    const running = await test.database.query(
      `SELECT id, info FROM information_schema.processlist
       WHERE db = DATABASE() AND id <> CONNECTION_ID() AND command <> 'Sleep'`,
    );
    const isSame = running.length > 0 && JSON.stringify(running) === before;
    before = JSON.stringify(running);
    expect(isSame).toBe(true);
  }

  it.each(['140.5.0', 'v140.5.0'])('the catalogue learns %s, whoever is first', async (known) => {
    for (const first of ['leaves', 'learns']) {
      const { id, versions, release } = await software();
      const { agent, path } = await tracking(id, '140.5.0');
      const leaves = async () => expect((await agent.delete(path)).status).toBe(204);
      const learns = async () => expect((await release(known)).versions).toBe(1);
      const point = pauseBeforeCommit(test.database);
      const one = first === 'leaves' ? leaves() : learns();
      await point.reached;
      const other = first === 'leaves' ? learns() : leaves();
      if (onServerDatabase) await eventually(somebodyWaits);
      point.goOn();
      await Promise.all([one, other]);
      expect(await labels(agent, versions)).toEqual([known, '140.0', '139.0']);
    }
  });
});

describe('an own version', () => {
  it('is one for all users who have it, and goes with the last of them', async () => {
    const { id } = await software();
    const first = await tracking(id, '140.5.0');
    const second = await tracking(id, '140.5.0');
    expect(second.created.version.id).toBe(first.created.version.id);
    expect(await stored(id)).toBe(3);
    await first.patch({ version: '140.0' }).expect(200);
    expect(await stored(id)).toBe(3);
    await second.agent.delete(second.path).expect(204);
    expect(await stored(id)).toBe(2);
    await first.patch({ version: '140.0.1' }).expect(200);
    await first.patch({ version: '138.0' }).expect(200);
    expect(await stored(id)).toBe(3);
    await first.agent.post(`${first.path}/update-to-latest-version`).expect(200);
    expect(await stored(id)).toBe(2);
  });

  it('goes with its user, and is not left behind by favorites that are refused', async () => {
    const { id } = await software();
    const { agent, patch } = await tracking(id, '140.0');
    expectProblem(await post(agent, id, '140.5.0'), 409, 'conflict');
    expect(await stored(id)).toBe(2);
    await patch({ version: '140.5.0' }).expect(200);
    expect(await stored(id)).toBe(3);
    const { user } = (await agent.get('/api/v1/profile').expect(200)).body.data as { user: string };
    await test.app.get(UserRemoval).remove((await test.app.get(UserService).find(user))!.id);
    expect(await stored(id)).toBe(2);
  });

  it('is there exactly while somebody has it, whoever comes and goes at the same time', async () => {
    const { id } = await software();
    const users = await Promise.all(Array.from({ length: 6 }, () => tracking(id, '140.0')));
    for (let round = 0; round < 4; round++) {
      const choose = (n: number) => (n % 2 === round % 2 ? '140.5.0' : ['140.0', '140.6.0', '140.0'][(n + round) % 3]!);
      const answers = await Promise.all(users.map(({ patch }, n) => patch({ version: choose(n) })));
      expect(answers.map(({ status, body }) => [status, body.data?.version.version])).toEqual(
        users.map((_, n) => [200, choose(n)]),
      );
    }
    await Promise.all(users.map(({ agent, path }) => agent.delete(path).expect(204)));
    expect(await stored(id)).toBe(2);
  });

  it('keeps its place when the order changes, and stays if it becomes invalid', async () => {
    const { id } = await software(['1.9.0', '1.10.0']);
    const { read, patch } = await tracking(id, '1.9.5.1');
    expect((await read()).update_available).toBe(true);
    await test.app.get(RekeyService).rekey(id, { scheme: 'semver' });
    expect(await read()).toMatchObject({ version: { version: '1.9.5.1' }, version_known: false });
    await patch({ version: '1.9.5.1', notes: 'as before' }).expect(200);
    await test.app.get(RekeyService).rekey(id, { scheme: 'generic' });
    expect(await read()).toMatchObject({ update_available: true, available_version: { version: '1.10.0' } });
    expect(await stored(id)).toBe(3);
  });

  it('decides nothing for others: neither what a policy offers nor what it skips', async () => {
    const { id, release } = await software(['1.0']);
    await tracking(id, '1.7');
    await tracking(id, 'v1.5');
    const other = await tracking(id, '1.0');
    const policy = { series: '1', include_prereleases: true, skip: ['v1.5'] };
    await other.agent.put(`${other.path}/policy`).send(policy).expect(200);
    expect((await other.read()).available_version).toBeNull();
    await release('1.5');
    await test.check();
    expect(await other.read()).toMatchObject({ available_version: { version: '1.5' } });
  });

  it('is what messages say is in use, and none of the new versions in them', async () => {
    const hook = await world.http();
    const agent = await newUser(test, { type: 'webhook', name: 'hook', settings: { url: hook.url } });
    const { id, release } = await software(['139.0', '140.0']);
    await tracking(id, '140.7.0');
    const owner = await tracking(id, '140.5.0', agent);
    await release('140.6.0', '141.0');
    await test.check();
    hook.will(204);
    await test.deliver();
    const [message] = hook.requests.map(({ body }) => JSON.parse(body));
    expect(message.data).toMatchObject({ tracked_version: { version: '140.5.0' }, version: { version: '141.0' } });
    const versions = (message.data.versions as { version: string }[]).map(({ version }) => version);
    expect(versions).toEqual(['141.0', '140.6.0']);
    expect(await owner.read()).toMatchObject({ notified_version: { version: '141.0' } });
  });
});

import type { Response } from 'supertest';
import { advisory, importAdvisories } from '../setup/advisories';
import { type Agent, expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { atScale } from '../setup/scale';
import { beforeStatements } from '../setup/statements';

describe('inventories over HTTP', () => {
  const test = useApp();
  let agent: Agent;
  let users = 0;

  const npm = (name: string) => ({ type: 'purl', value: `pkg:npm/${name}` });
  const record = (name: string, versions: string[]) => ({ ...product(name, versions), identifiers: [npm(name)] });

  beforeAll(async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const summary = await test.import(...names.map((name) => record(name, ['1.0.0', '1.1.0', '1.2.0', '2.0.0'])));
    expect(summary.rejected).toBe(0);
  });

  beforeEach(async () => {
    agent = await test.as(`inventory user ${++users}`);
  });

  const lines = (...packages: string[]) => packages.map((one) => `pkg:npm/${one}`).join('\n') + '\n';

  const put = (name: string, body: string, query = '', who = agent) =>
    who.put(`/api/v1/inventory/${name}/content${query}`).set('Content-Type', 'text/plain').send(body);

  const upload = async (name: string, body: string, query = '') => {
    const response: Response = await put(name, body, query).expect(200);
    return response.body.data;
  };

  const favorites = async (query = '?includeDeployments') =>
    (await agent.get(`/api/v1/favorite${query}`).expect(200)).body.data as {
      uuid: string;
      software: string;
      version: { version: string };
      update_available: boolean;
      deployments: { inventory: string; environment: string | null; version: string }[];
    }[];

  /** As a user does it. @returns its id */
  const track = async (name: string, version: string): Promise<string> => {
    const [row] = await test.database.query<{ id: string }>('SELECT id FROM software WHERE name = ?', [name]);
    const body = { software: row!.id, version };
    return (await agent.post('/api/v1/favorite').send(body).expect(201)).body.data.uuid as string;
  };

  /** `one 1.0.0: prod 1.0.0, stage 1.1.0` */
  const state = async () =>
    (await favorites())
      .map(
        ({ software, version, deployments }) =>
          `${software} ${version.version}: ${deployments.map((one) => `${one.inventory} ${one.version}`).join(', ')}`,
      )
      .sort();

  const kinds = ['added', 'moved', 'removed', 'lowered', 'kept', 'unchanged', 'unmatched', 'ambiguous', 'ignored'];
  const counts = Object.fromEntries([...kinds, 'rejected', 'created'].map((kind) => [kind, 0]));

  it('says in a dry run what matters about versions that nobody tracks, with as many statements for many as for one', async () => {
    const name = 'facts';
    const cycle = { cycle: '1', eol_on: '2025-01-31', latest: '1.2.0' };
    const generic = { type: 'purl', value: `pkg:generic/${name}` };
    await test.import(
      { ...record(name, ['1.0.0', '1.2.0', '2.0.0']), identifiers: [npm(name), generic], lifecycle: [cycle] },
      ...Array.from({ length: 12 }, (_, n) => record(`facts-${n}`, ['1.0.0', '1.1.0'])),
    );
    await importAdvisories(test, [
      advisory(name, 'CVE-2026-1', [{ introduced: '0' }, { fixed: '1.2.0' }]),
      advisory(name, 'CVE-2026-2', [{ introduced: '0' }, { fixed: '2.0.0' }], { severity: 'low' }),
    ]);
    let statements = 0;
    const stop = beforeStatements(test, () => void statements++);
    const { added } = await upload('facts', lines(`${name}@1.0.0`), '?dry_run');
    const forOne = statements;
    expect(added[0].facts).toMatchObject({ available: '2.0.0', vulnerabilities: 2, critical: 1 });
    expect(added[0].facts.support).toMatchObject({ state: 'ended', eol_on: '2025-01-31' });
    statements = 0;
    const many = Array.from({ length: 12 }, (_, n) => `facts-${n}@1.${n % 2}.0`);
    const other = await upload('facts', lines(`${name}@2.0.0`, ...many), '?dry_run');
    expect(statements).toBeLessThanOrEqual(forOne);
    stop();
    const offered = other.added.map((one: { facts: { available: string | null } }) => one.facts.available);
    expect(offered.filter((version: string | null) => version === '1.1.0')).toHaveLength(6);
    expect(offered.filter((version: string | null) => version === null)).toHaveLength(7);
    expect((await upload('facts', lines(`${name}@1.0.0`))).added[0]).not.toHaveProperty('facts');
  });

  it('gives its tags to the favorites of all that it brings, beside those that they have', async () => {
    const tags = async () =>
      ((await favorites('?includeTags')) as unknown as { software: string; tags: string[] }[])
        .map(({ software, tags }) => `${software}: ${tags.join(', ')}`)
        .sort();
    await upload('web-1', lines('one@1.0.0', 'two@2.0.0'));
    const [one] = await favorites();
    await agent
      .patch(`/api/v1/favorite/${one!.uuid}`)
      .send({ tags: ['mine'] })
      .expect(200);
    await upload('web-1', lines('one@1.0.0', 'two@2.0.0', 'three@1.0.0'), '?dry_run&tags=prod');
    expect(await tags()).toEqual(['one: mine', 'two: ']);
    await upload('web-1', lines('one@1.0.0', 'two@2.0.0', 'three@1.0.0'), '?tags=Prod,%20web%20farm');
    expect(await tags()).toEqual(['one: mine, Prod, web farm', 'three: Prod, web farm', 'two: Prod, web farm']);
    await upload('web-1', lines('one@1.0.0'), '?tags=prod&allow_shrink');
    expect(await tags()).toEqual(['one: mine, Prod, web farm']);
    const many = Array.from({ length: 18 }, (_, n) => `t${n}`).join(',');
    const full = await upload('web-1', lines('one@1.0.0', 'two@1.0.0'), `?tags=${many}`);
    expect(full.warnings).toEqual(['1 favorite has too many tags for more, and got none.']);
    for (const wrong of ['a%07', 'x'.repeat(41), Array.from({ length: 21 }, (_, n) => n).join(',')])
      expectProblem(await put('web-1', lines('one@1.0.0'), `?tags=${wrong}`), 400, 'invalid-query');
  });

  it('makes favorites and deployments of a file, and nothing of the same file again', async () => {
    const first = await upload('web-1', lines('one@1.0.0', 'two@2.0.0', 'nobody@1.0.0'), '?environment=prod');
    expect(first).toMatchObject({
      format: 'lines',
      dry_run: false,
      components: 3,
      counts: { ...counts, added: 2, unmatched: 1 },
      inventory: { name: 'web-1', environment: 'prod', deployments: 2, scope: 'main' },
    });
    expect(await state()).toEqual(['one 1.0.0: web-1 1.0.0', 'two 2.0.0: web-1 2.0.0']);
    const before = await favorites();
    const again = await upload('web-1', lines('two@2.0.0', 'one@1.0.0', 'nobody@1.0.0'));
    expect(again.counts).toEqual({ ...counts, unchanged: 2, unmatched: 1 });
    expect(await favorites()).toEqual(before);
  });

  it('shows the lowest version, and says what a dry run would do', async () => {
    await upload('prod', lines('one@1.1.0'), '?environment=prod');
    await upload('stage', lines('one@1.2.0', 'two@1.0.0'), '?environment=stage');
    expect(await state()).toEqual(['one 1.1.0: prod 1.1.0, stage 1.2.0', 'two 1.0.0: stage 1.0.0']);
    const dry = await upload('prod', lines('one@2.0.0', 'three@1.0.0'), '?dry_run');
    expect(dry).toMatchObject({ dry_run: true, counts: { ...counts, added: 1, moved: 1 } });
    expect(dry.moved[0]).toMatchObject({ from: '1.1.0', to: '2.0.0', software: { name: 'one' } });
    expect(await state()).toEqual(['one 1.1.0: prod 1.1.0, stage 1.2.0', 'two 1.0.0: stage 1.0.0']);
    const done = await put('prod', lines('one@2.0.0', 'three@1.0.0')).set('If-Match', `"${dry.digest}"`).expect(200);
    expect(done.body.data).toMatchObject({
      digest: dry.digest,
      counts: dry.counts,
      added: dry.added.map(({ facts: _facts, ...one }: { facts?: object }) => one),
      moved: dry.moved,
    });
    expect(await state()).toEqual([
      'one 1.2.0: stage 1.2.0, prod 2.0.0',
      'three 1.0.0: prod 1.0.0',
      'two 1.0.0: stage 1.0.0',
    ]);
    const late = await put('prod', lines('one@2.0.0', 'three@1.0.0')).set('If-Match', `"${dry.digest}"`);
    expectProblem(late, 412, 'precondition-failed');
    expect(late.body.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('removes favorites that only an import made', async () => {
    await track('four', '1.0.0');
    await upload('a', lines('one@1.0.0', 'two@1.0.0', 'three@1.0.0', 'four@1.1.0'));
    const [two] = (await favorites()).filter(({ software }) => software === 'two');
    await agent.patch(`/api/v1/favorite/${two!.uuid}`).send({ notes: 'mine' }).expect(200);
    expectProblem(await put('a', lines('one@1.0.0')), 409, 'conflict');
    const result = await upload('a', lines('one@1.0.0'), '?allow_shrink=true');
    expect(result.counts).toEqual({ ...counts, removed: 3, unchanged: 1 });
    expect(await state()).toEqual(['four 1.1.0: ', 'one 1.0.0: a 1.0.0', 'two 1.0.0: ']);
    await agent.delete('/api/v1/inventory/a').expect(204);
    expect(await state()).toEqual(['four 1.1.0: ', 'two 1.0.0: ']);
  });

  it('writes the deployments with the favorite, and back with the undo', async () => {
    await upload('prod', lines('one@1.0.0', 'two@1.0.0'));
    await upload('stage', lines('one@1.1.0'));
    const all = await favorites();
    const one = all.find(({ software }) => software === 'one')!;
    const done = await agent
      .post('/api/v1/favorite/bulk')
      .send({ action: 'update', ids: all.map(({ uuid }) => uuid) })
      .expect(200);
    expect(await state()).toEqual(['one 2.0.0: prod 2.0.0, stage 2.0.0', 'two 2.0.0: prod 2.0.0']);
    await agent.post(`/api/v1/favorite/bulk/${done.body.data.id}/undo`).expect(200);
    expect(await state()).toEqual(['one 1.0.0: prod 1.0.0, stage 1.1.0', 'two 1.0.0: prod 1.0.0']);
    await agent.patch(`/api/v1/favorite/${one.uuid}`).send({ version: '1.2.0' }).expect(200);
    expect(await state()).toEqual(['one 1.2.0: prod 1.2.0, stage 1.2.0', 'two 1.0.0: prod 1.0.0']);
    await agent.post(`/api/v1/favorite/${one.uuid}/update-to-latest-version`).expect(200);
    expect(await state()).toEqual(['one 2.0.0: prod 2.0.0, stage 2.0.0', 'two 1.0.0: prod 1.0.0']);
    const again = await upload('stage', lines('one@1.1.0'), '?allow_lower=true');
    expect(again.counts).toEqual({ ...counts, moved: 1, lowered: 1 });
    expect(await state()).toEqual(['one 1.1.0: stage 1.1.0, prod 2.0.0', 'two 1.0.0: prod 1.0.0']);
  });

  it.each([
    ['one of the catalogue', '1.1.0'],
    ['an own version', '1.1.7'],
  ])('records a lower version, and leaves its favorite until it may go down: %s', async (_, version) => {
    const made = await track('one', '1.2.0');
    const file = lines(`one@${version}`, 'one@2.0.0', 'two@1.0.0');
    const preview = await upload('prod', file, '?dry_run');
    expect(preview.counts).toEqual({ ...counts, added: 3, kept: 1 });
    expect(preview.kept).toMatchObject([{ software: { name: 'one' }, from: '1.2.0', to: version, where: 'line 1' }]);
    const done = await put('prod', file).set('If-Match', `"${preview.digest}"`).expect(200);
    expect(done.body.data.counts).toEqual(preview.counts);
    expect(await state()).toEqual([`one 1.2.0: prod ${version}, prod 2.0.0`, 'two 1.0.0: prod 1.0.0']);
    // It waits still, and nothing else is new.
    const again = await upload('prod', file, '?dry_run');
    expect(again.counts).toEqual({ ...counts, unchanged: 3, kept: 1 });
    expectProblem(await put('prod', file).set('If-Match', `"${preview.digest}"`), 412, 'precondition-failed');
    const lowered = await upload('prod', file, '?allow_lower=true');
    expect(lowered.counts).toEqual({ ...counts, unchanged: 3, lowered: 1 });
    expect(await state()).toEqual([`one ${version}: prod ${version}, prod 2.0.0`, 'two 1.0.0: prod 1.0.0']);
    await agent.delete(`/api/v1/favorite/${made}`).expect(204);
  });

  it('waits where another inventory has a higher version, and not where nothing gets lower', async () => {
    await upload('prod', lines('one@1.1.0', 'two@1.1.0'));
    await upload('stage', lines('one@1.2.0', 'two@1.1.0', 'three@1.0.0'));
    const done = await upload('old', lines('one@1.0.0', 'two@1.0.0', 'four@1.0.0'));
    expect(done.kept.map((one: { software: { name: string } }) => one.software.name)).toEqual(['one', 'two']);
    const before = ['four 1.0.0: old 1.0.0', 'one 1.1.0: old 1.0.0, prod 1.1.0, stage 1.2.0'];
    expect((await state()).slice(0, 2)).toEqual(before);
    // An update is due as long as it is due somewhere.
    await upload('prod', lines('one@2.0.0', 'two@1.1.0'));
    expect((await state())[1]).toBe('one 1.1.0: old 1.0.0, stage 1.2.0, prod 2.0.0');
    await agent.delete('/api/v1/inventory/stage').expect(204);
    await agent.delete('/api/v1/inventory/prod').expect(204);
    expect((await state())[1]).toBe('one 1.1.0: old 1.0.0');
    await upload('old', lines('one@1.2.0', 'two@1.0.0', 'four@1.0.0'));
    expect((await state())[1]).toBe('one 1.2.0: old 1.2.0');
  });

  it('a deployment that waits is listed with the version that it waits for, and is accepted by one call', async () => {
    await upload('prod', lines('one@1.2.0', 'two@1.2.0', 'three@1.2.0', 'four@1.2.0'));
    await upload('old', lines('one@1.0.0', 'two@1.1.0', 'three@1.0.0', 'four@2.0.0'));
    const listed = async (query = '') =>
      (await agent.get(`/api/v1/inventory/old/deployment${query}`).expect(200)).body.data.map(
        (one: { software: { name: string }; version: string; waits_for: string | null }) =>
          `${one.software.name} ${one.version} ${one.waits_for}`,
      );
    expect(await listed()).toEqual(['four 2.0.0 null', 'one 1.0.0 1.2.0', 'three 1.0.0 1.2.0', 'two 1.1.0 1.2.0']);
    expect(await listed('?waits=true')).toHaveLength(3);
    expect(await listed('?waits=false')).toEqual(['four 2.0.0 null']);
    const accept = (body: object, who = agent) => who.post('/api/v1/inventory/old/deployment/accept').send(body);
    const [one] = (await agent.get('/api/v1/inventory/old/deployment?waits=true').expect(200)).body.data;
    const first = await accept({ software: [one.software.id.toUpperCase()] }).expect(200);
    expect(first.body.data).toEqual({ lowered: 1 });
    expect((await state()).slice(1)).toEqual([
      'one 1.0.0: old 1.0.0, prod 1.2.0',
      'three 1.2.0: old 1.0.0, prod 1.2.0',
      'two 1.2.0: old 1.1.0, prod 1.2.0',
    ]);
    expect((await accept({}).expect(200)).body.data).toEqual({ lowered: 2 });
    expect((await accept({}).expect(200)).body.data).toEqual({ lowered: 0 });
    expect(await listed('?waits=true')).toEqual([]);
    expect((await state())[2]).toBe('three 1.0.0: old 1.0.0, prod 1.2.0');
    expectProblem(await accept({ software: ['one'] }), 422, 'invalid-body');
    expectProblem(await accept({ software: [] }), 422, 'invalid-body');
    expectProblem(await accept({}, await test.as(`stranger ${users}`)), 404, 'not-found');
    expectProblem(await accept({}, await test.as(`reader ${users}`, ['read'])), 403, 'forbidden');
  });

  it('a version that was set by hand is not lowered by the next upload, which says what is there', async () => {
    await upload('prod', lines('one@1.0.0', 'two@1.0.0'));
    const [one] = await favorites();
    await agent.patch(`/api/v1/favorite/${one!.uuid}`).send({ version: '2.0.0' }).expect(200);
    const done = await upload('prod', lines('one@1.0.0', 'two@1.0.0'));
    expect(done.counts).toEqual({ ...counts, moved: 1, unchanged: 1, kept: 1 });
    expect((await state())[0]).toBe('one 2.0.0: prod 1.0.0');
    await upload('prod', lines('one@2.0.0', 'two@1.0.0'));
    expect((await state())[0]).toBe('one 2.0.0: prod 2.0.0');
  });

  it('lowers the favorites that are named, and keeps the others', async () => {
    await upload('prod', lines('one@1.2.0', 'two@1.2.0', 'two@2.0.0', 'three@1.0.0'));
    const file = lines('one@1.1.0', 'two@1.1.0', 'three@1.1.0', 'four@1.0.0');
    const preview = await upload('prod', file, '?dry_run');
    expect(preview.counts).toMatchObject({ lowered: 0, kept: 2, moved: 3, removed: 1, added: 1 });
    const [one, two] = preview.kept.map(({ software }: { software: { id: string } }) => software.id) as string[];
    const kept = { software: { id: two, name: 'two' }, from: '1.2.0', to: '1.1.0' };
    const chosen = await upload('prod', file, `?dry_run&lower=${one!.toUpperCase()}`);
    expect(chosen.digest).toBe(preview.digest);
    expect(chosen.counts).toMatchObject({ lowered: 1, kept: 1, moved: 3, removed: 1, added: 1 });
    expect(chosen.kept).toMatchObject([kept]);
    const { body } = await put('prod', file, `?lower=${one}`).set('If-Match', `"${preview.digest}"`).expect(200);
    expect(body.data.kept).toMatchObject([kept]);
    expect(await state()).toEqual([
      'four 1.0.0: prod 1.0.0',
      'one 1.1.0: prod 1.1.0',
      'three 1.1.0: prod 1.1.0',
      'two 1.2.0: prod 1.1.0',
    ]);
    const none = await upload('prod', file, '?lower=');
    expect(none.counts).toMatchObject({ kept: 1, lowered: 0, unchanged: 4, moved: 0, removed: 0 });
    await upload('prod', file, `?lower=${two}`);
    expect((await state()).at(-1)).toBe('two 1.1.0: prod 1.1.0');
  });

  it('takes ids of products in lower, 100 at most', async () => {
    for (const value of ['one', 'x,y', Array(101).fill('0192a0c0-0000-7000-8000-000000000001').join(',')]) {
      const refused = await put('prod', lines('one@1.0.0'), `?lower=${value}`);
      expectProblem(refused, 400, 'invalid-query');
      expect(refused.body.errors).toEqual([
        { field: 'lower', message: 'must be ids of products, separated by commas, at most 100' },
      ]);
    }
  });

  it('refuses the inventory beyond the limit, in plain words', async () => {
    test.config.inventoriesPerUser = 2;
    await upload('prod', lines('one@1.0.0'));
    await agent.put('/api/v1/inventory/stage').send({}).expect(200);
    const refused = [await put('one-more', lines('one@1.0.0')), await agent.put('/api/v1/inventory/one-more').send({})];
    for (const answer of refused) expectProblem(answer, 409, 'limit-reached');
    expect(refused[0]!.body).toMatchObject({ detail: 'A user has at most 2 inventories.', limit: 2 });
    await upload('stage', lines('one@1.0.0'));
    test.config.inventoriesPerUser = 200;
  });

  it('keeps own versions as long as somebody has them', async () => {
    await upload('prod', lines('five@1.0.7'));
    await upload('prod', lines('five@1.0.7'));
    expect(await state()).toEqual(['five 1.0.7: prod 1.0.7']);
    const [five] = await favorites();
    await agent.patch(`/api/v1/favorite/${five!.uuid}`).send({ version: '2.0.0' }).expect(200);
    const hidden = await test.database.query("SELECT id FROM version WHERE version = '1.0.7'");
    expect(hidden).toEqual([]);
    await upload('prod', lines('five@1.0.8', 'five@1.0.9'), '?allow_lower=true');
    expect(await state()).toEqual(['five 1.0.8: prod 1.0.8, prod 1.0.9']);
    await agent.delete('/api/v1/inventory/prod').expect(204);
    expect(await test.database.query('SELECT id FROM version WHERE hidden = 1')).toEqual([]);
  });

  it('lists inventories, deployments and the comparison', async () => {
    await upload('prod', lines('one@1.0.0', 'two@2.0.0'), '?environment=prod');
    await upload('stage', lines('one@1.1.0'), '?environment=stage');
    await agent.put('/api/v1/inventory/stage').send({ environment: null }).expect(200);
    const list = await agent.get('/api/v1/inventory?includeTotal').expect(200);
    expect(list.body.meta.total).toBe(2);
    expect(list.body.data.map((one: { name: string }) => one.name)).toEqual(['prod', 'stage']);
    const deployments = await agent.get('/api/v1/inventory/prod/deployment').expect(200);
    expect(deployments.body.data).toMatchObject([
      { software: { name: 'one' }, version: '1.0.0', update_available: true, available: '2.0.0' },
      { software: { name: 'two' }, version: '2.0.0', update_available: false, available: null },
    ]);
    const compared = await agent.get('/api/v1/inventory/comparison?differs=true').expect(200);
    expect(compared.body.data).toMatchObject([
      {
        software: { name: 'one' },
        differs: true,
        environments: [
          { environment: 'prod', inventories: [{ name: 'prod', versions: ['1.0.0'] }] },
          { environment: null, inventories: [{ name: 'stage', versions: ['1.1.0'] }] },
        ],
      },
    ]);
    expect((await favorites('?inventory=stage')).map(({ software }) => software)).toEqual(['one']);
    expect((await favorites('?environment=prod')).map(({ software }) => software)).toEqual(['one', 'two']);
    await agent.get('/api/v1/inventory/none').expect(404);
    expectProblem(await agent.put('/api/v1/inventory/comparison').send({}), 422, 'invalid-body');
  });

  it('goes from any state to that of the last file', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const versions = ['1.0.0', '1.1.0', '1.2.0', '2.0.0', '1.0.5'];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const file = () =>
      lines(
        ...names.flatMap((name) => Array.from({ length: random(3) }, () => `${name}@${versions[random(5)]}`)),
        'one@1.0.0',
      );
    const other = await test.as('inventory user who has the last file alone');
    for (let round = 0; round < atScale(2, 6); round++) {
      const [a, b] = [file(), file()];
      await put('x', a, '?allow_shrink=true&allow_lower=true').expect(200);
      await put('x', b, '?allow_shrink=true&allow_lower=true').expect(200);
      await put('y', b, '?allow_shrink=true&allow_lower=true', other).expect(200);
      const all = async (who: Agent, name: string) =>
        (await who.get(`/api/v1/inventory/${name}/deployment?per_page=200`).expect(200)).body.data
          .map((one: { software: { name: string }; version: string }) => `${one.software.name} ${one.version}`)
          .sort();
      expect(await all(agent, 'x')).toEqual(await all(other, 'y'));
      const again = await put('x', b).expect(200);
      expect(again.body.data.counts).toMatchObject({ added: 0, moved: 0, removed: 0 });
    }
  });

  it('lets one of two uploads at once win as a whole', async () => {
    const [a, b] = [lines('one@1.0.0', 'two@1.0.0', 'three@1.0.0'), lines('one@2.0.0', 'two@2.0.0', 'four@2.0.0')];
    for (let round = 0; round < atScale(2, 4); round++) {
      const done = await Promise.all([a, b].map((body) => put('x', body, '?allow_shrink=true&allow_lower=true')));
      for (const { status } of done) expect([200, 409]).toContain(status);
      const rows = (await state()).join('; ');
      expect([
        'one 1.0.0: x 1.0.0; three 1.0.0: x 1.0.0; two 1.0.0: x 1.0.0',
        'four 2.0.0: x 2.0.0; one 2.0.0: x 2.0.0; two 2.0.0: x 2.0.0',
      ]).toContain(rows);
    }
  });

  it('keeps what nobody knew until the next upload', async () => {
    const unknown = async () => {
      const { body } = await agent.get('/api/v1/inventory/x').expect(200);
      const list = await agent.get('/api/v1/inventory/x/unmatched').expect(200);
      return [
        body.data.unmatched,
        list.body.data.map((one: { name: string; version: string }) => `${one.name} ${one.version}`),
      ];
    };
    await put('x', `${lines('one@1.0.0')}\nnothing-of-this 3\n`, '?dry_run=true&format=lines').expect(200);
    await agent.get('/api/v1/inventory/x').expect(404);
    const many = Array.from({ length: 1_200 }, (_, at) => `unknown-${at} 1`).join('\n');
    await put('x', many, '?format=lines').expect(200);
    const [count, listed] = (await unknown()) as [number, string[]];
    expect([count, listed[0]]).toEqual([1_200, 'unknown-0 1']);
    expect(listed.length).toBeGreaterThan(300);
    await put('x', `${lines('one@1.0.0')}\npkg:npm/nothing-of-this@3.0.0\n`).expect(200);
    expect(await unknown()).toEqual([1, ['nothing-of-this 3.0.0']]);
    expect((await agent.get('/api/v1/inventory/x/unmatched')).body.data[0]).toMatchObject({
      purl: 'pkg:npm/nothing-of-this@3.0.0',
      reason: expect.stringMatching(/\S/),
    });
    await put('x', lines('one@1.0.0')).expect(200);
    expect(await unknown()).toEqual([0, []]);
    await agent.get('/api/v1/inventory/none/unmatched').expect(404);
  });

  it('takes the name of the file where the content does not tell the format', async () => {
    expect(expectProblem(await put('x', 'one\ntwo\n'), 422, 'invalid-body')).toEqual(['body']);
    const named = async (name: string) => (await put('x', 'one\ntwo\n', `?file_name=${name}`).expect(200)).body.data;
    for (const name of ['requirements.txt', 'srv/app/requirements-dev.txt', 'C:%5Capp%5Crequirements.txt'])
      expect(await named(name)).toMatchObject({ format: 'requirements' });
    const lock = await put('x', JSON.stringify({ lockfileVersion: 3, packages: {} }), '?file_name=requirements.txt');
    expect(lock.body.data).toMatchObject({ format: 'package-lock' });
  });

  it('refuses what it cannot take', async () => {
    expect(expectProblem(await put('x', 'not an inventory'), 422, 'invalid-body')).toEqual(['body']);
    expect(expectProblem(await put('X', lines('one@1.0.0')), 422, 'invalid-body')).toEqual(['name']);
    expect(expectProblem(await put('x', '', '?scope=some'), 400, 'invalid-query')).toEqual(['scope']);
    expect(expectProblem(await put('x', '', '?format=word'), 400, 'invalid-query')).toEqual(['format']);
    for (const name of ['', '%0A', 'x'.repeat(256)])
      expect(expectProblem(await put('x', '', `?file_name=${name}`), 400, 'invalid-query')).toEqual(['file_name']);
    expectProblem(await put('x', lines('one@1.0.0'), '?create=true'), 403, 'forbidden');
    await agent.get('/api/v1/inventory/x').expect(404);
  });
});

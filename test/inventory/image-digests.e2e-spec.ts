import { closeAll, httpReceiver } from '../notification/providers/peers';
import type { Agent } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { SourcePoller } from '../../src/source/polling/source-poller';

const digestOf = (tag: string) => `sha256:${Buffer.from(tag).toString('hex').padEnd(64, '0').slice(0, 64)}`;
const JSON_TYPE = { 'content-type': 'application/json' };

/** What a registry with a token server has, with the requests that it got. */
async function registryOf(images: Record<string, string[]>) {
  const server = await httpReceiver();
  const asked: string[] = [];
  const slow = { isSilent: false };
  const leads: Record<string, Lead> = {};
  server.respond = (_number, { path, method, headers }) => {
    if (path.startsWith('/token')) return [200, JSON_TYPE, '{"token":"t0ken"}'];
    asked.push(`${method} ${path}`);
    const realm = `Bearer realm="${server.url}/token",service="here"`;
    if (headers.authorization !== 'Bearer t0ken') return [401, { 'www-authenticate': realm }, '{}'];
    if (slow.isSilent) return [503, {}, ''];
    const part = partOf(leads[/^\/v2\/acme\/(\w+)\//.exec(path)?.[1] ?? ''], path);
    if (part !== null) return [200, { ...JSON_TYPE, 'docker-content-digest': part.digest }, part.body];
    const [, image = '', tag] = /^\/v2\/(.+)\/(?:tags\/list|manifests\/([^/]+))(?:\?|$)/.exec(path) ?? [];
    const tags = images[image];
    if (!tags || (tag !== undefined && !tags.includes(tag))) return [404, JSON_TYPE, '{}'];
    if (tag === undefined) return [200, JSON_TYPE, JSON.stringify({ name: image, tags })];
    if (method === 'GET') return [404, JSON_TYPE, '{}'];
    return [200, { 'docker-content-digest': digestOf(tag), 'content-length': '1234', 'content-encoding': 'gzip' }, ''];
  };
  return { url: server.url, asked, slow, leads };
}

/** The image that a tag leads to. */
interface Lead {
  to: string;
  created: string;
  /** `latest`, if not given. */
  tag?: string;
}

/** An index of two platforms, its image and the configuration of that. */
function partOf(lead: Lead | undefined, path: string) {
  if (!lead) return null;
  const [manifest, config] = [digestOf(`${lead.to} manifest`), digestOf(`${lead.to} config`)];
  const platform = (architecture: string) => ({ digest: manifest, platform: { os: 'linux', architecture } });
  const parts: Record<string, { digest: string; body: object }> = {
    [lead.tag ?? 'latest']: { digest: digestOf(lead.to), body: { manifests: [platform('arm64'), platform('amd64')] } },
    [digestOf(lead.to)]: { digest: digestOf(lead.to), body: { manifests: [platform('arm64'), platform('amd64')] } },
    [manifest]: { digest: manifest, body: { config: { digest: config } } },
    [config]: { digest: config, body: { created: lead.created } },
  };
  const part = parts[decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))];
  return part ? { ...part, body: JSON.stringify(part.body) } : null;
}

const image = (name: string, tag: string, runs: string) => ({
  ...{ RepoTags: [`${name}:${tag}`], RepoDigests: [`${name}@${digestOf(runs)}`], Config: {} },
});

const releases = Array.from({ length: 45 }, (_one, at) => `1.${at}.0`);

describe('an image whose tag says no version', () => {
  let test: TestApp;
  let registry: Awaited<ReturnType<typeof registryOf>>;
  let agent: Agent;

  beforeAll(async () => {
    registry = await registryOf({
      'acme/anvil': [
        'latest',
        '2.1.0',
        '2.1',
        '2',
        '2.1.0-alpine',
        '2.0.0',
        '3.0.0-rc1',
        `sha256-${'a'.repeat(64)}.sig`,
      ],
      'acme/many': ['latest', ...releases],
      'acme/rolling': ['latest', 'main', 'edge'],
      'acme/new': ['latest', '0.4.0', '0.5.0'],
    });
    test = await startApp({
      SOURCES: 'tracked',
      DOCKER_REGISTRY_URL: registry.url,
      SOURCE_HOST_DELAY_MS: '0',
      WORKER: 'false',
    });
    const ofImage = (name: string) => ({ identifiers: [{ type: 'purl', value: `pkg:docker/acme/${name}` }] });
    await test.import(
      { ...product('Anvil', ['2.0.0', '2.1.0']), ...ofImage('anvil') },
      { ...product('Many', ['1.44.0']), ...ofImage('many') },
      { ...product('Built', ['1.2.0']), ...ofImage('built') },
    );
    agent = await test.as('ada', ['inventory:write', 'read']);
  });
  afterAll(async () => {
    await test.close();
    await closeAll();
  });

  const upload = async (name: string, content: object[], query = '') => {
    const path = `/api/v1/inventory/${name}/content${query}`;
    const { body } = await agent.put(path).set('Content-Type', 'text/plain').send(JSON.stringify(content)).expect(200);
    return body.data;
  };
  const again = (and = '') =>
    test.database.execute(`UPDATE image_digest SET asked_at = '2020-01-01 00:00:00.000000' WHERE tag IS NULL ${and}`);

  it('has that of the tag with the same digest, which is asked for once', async () => {
    const content = [image('acme/anvil', 'latest', '2.0.0')];
    const dry = await upload('home', content, '?dry_run=true');
    expect(dry.added).toMatchObject([
      {
        ...{ software: { name: 'Anvil' }, version: '2.0.0', version_from: 'digest', tag: 'latest' },
        digest: digestOf('2.0.0'),
      },
    ]);
    const { length } = registry.asked;
    expect(registry.asked.filter((one) => one.startsWith('HEAD')).map((one) => one.split('/').at(-1))).toEqual([
      ...['3.0.0-rc1', '2.1.0', '2.1', '2.0.0'],
    ]);
    expect((await upload('home', content)).counts).toMatchObject({ added: 1, unmatched: 0 });
    expect((await upload('other', content)).counts).toMatchObject({ added: 1, unmatched: 0 });
    expect(registry.asked).toHaveLength(length);
    const { body } = await agent.get('/api/v1/favorite').expect(200);
    expect(body.data).toMatchObject([{ software: 'Anvil', version: { version: '2.0.0' }, update_available: true }]);
  });

  it('is kept at its digest where none of the 30 newest tags has it, and nobody asks again', async () => {
    const content = [image('acme/many', 'latest', 'gone')];
    const version = `latest@${digestOf('gone').slice(7, 19)}`;
    // A few tags with each upload.
    expect((await upload('many', content)).unmatched).toMatchObject([
      { reason: expect.stringContaining('not said yet') },
    ]);
    await again();
    const dry = await upload('many', content, '?dry_run=true');
    expect(dry.counts).toMatchObject({ added: 0, created: 1, unmatched: 0 });
    expect(dry.created).toMatchObject([{ version: 'latest', version_from: 'none', tag: 'latest' }]);
    for (let times = 0; times < 3; times++) {
      const { counts } = await upload('many', content, '?hints=true');
      expect(counts).toMatchObject({ [times === 0 ? 'created' : 'unchanged']: 1, removed: 0, unmatched: 0 });
      const { body } = await agent.get('/api/v1/inventory/many/deployment').expect(200);
      expect(body.data).toMatchObject([{ software: { name: 'acme/many:latest' }, version, tag: 'latest' }]);
      await again();
    }
    const heads = registry.asked.filter((one) => one.startsWith('HEAD /v2/acme/many'));
    expect(new Set(heads).size).toBe(30);
    expect(heads.at(0)).toBe('HEAD /v2/acme/many/manifests/1.44.0');
    // The product itself is known by the image as before, and by what a registry says later.
    expect((await upload('known', [image('acme/many', '1.44.0', '1.44.0')])).added).toMatchObject([
      { software: { name: 'Many' }, version: '1.44.0' },
    ]);
    await test.database.execute("UPDATE image_digest SET tag = '1.44.0' WHERE digest = ?", [digestOf('gone')]);
    expect((await upload('many', content)).counts).toMatchObject({ added: 1, removed: 1, unmatched: 0 });
  });

  it('is a version of what its own tag leads to, beside those of other tags', async () => {
    const content = [image('acme/rolling', 'edge', 'one'), image('acme/rolling', 'main', 'two')];
    expect((await upload('two', content)).counts).toMatchObject({ created: 2, unmatched: 0 });
    const { body } = await agent.get('/api/v1/inventory/two/deployment').expect(200);
    const names = body.data.map(({ software }: { software: { name: string } }) => software.name);
    expect(names.sort()).toEqual(['acme/rolling:edge', 'acme/rolling:main']);
  });

  it('of Docker itself is kept where its product is known, and what somebody has built under such a name is not', async () => {
    await test.import({ ...product('Hammer', ['1.0']), identifiers: [{ type: 'purl', value: 'pkg:docker/hammer' }] });
    const { counts, unmatched } = await upload('own', [image('hammer', 'latest', 'x'), image('mine', 'latest', 'y')]);
    expect(counts).toMatchObject({ created: 1, unmatched: 1 });
    expect(unmatched).toMatchObject([{ name: 'mine' }]);
  });

  it('is asked for later when its registry did not answer', async () => {
    const content = [image('acme/anvil', 'stable', '2.1.0')];
    registry.slow.isSilent = true;
    expect((await upload('late', content)).counts).toMatchObject({ added: 0, unmatched: 1 });
    // What runs there already stays until somebody knows better.
    await again();
    const pulled = await upload('home', [image('acme/anvil', 'latest', '2.1.0-alpine')]);
    expect(pulled.counts).toMatchObject({ added: 0, removed: 0, unmatched: 1 });
    registry.slow.isSilent = false;
    await again();
    await test.database.execute('UPDATE source_host SET rest_until = NULL');
    expect((await upload('late', content)).added).toMatchObject([{ version: '2.1.0', tag: 'stable' }]);
  });

  it('is not asked for again and again where its registry never shows it', async () => {
    const content = [image('acme/hidden', 'latest', 'gone')];
    await upload('hidden', content, '?create=false');
    const { length } = registry.asked;
    await again('AND tried IS NOT NULL');
    await upload('hidden', content, '?create=false');
    expect(registry.asked).toHaveLength(length);
  });

  it('is placed once its registry has said it, and is no longer unknown', async () => {
    await test.database.execute("DELETE FROM image_digest WHERE tag = '2.1.0'");
    registry.slow.isSilent = true;
    expect((await upload('matched', [image('acme/anvil', 'stable', '2.1.0')])).counts).toMatchObject({ unmatched: 1 });
    registry.slow.isSilent = false;
    await again();
    await test.database.execute('UPDATE source_host SET rest_until = NULL');
    const { body } = await agent.post('/api/v1/inventory/matched/unmatched/match').expect(200);
    expect(body.data).toMatchObject({ placed: 1, unmatched: 0 });
  });

  it('becomes a product of its own with the version that it has', async () => {
    const { counts } = await upload('new', [image('acme/new', 'latest', '0.4.0')]);
    expect(counts).toMatchObject({ created: 1, unmatched: 0 });
    const { body } = await agent.get('/api/v1/favorite?software[like]=new').expect(200);
    expect(body.data).toMatchObject([{ software: 'acme/new', version: { version: '0.4.0' } }]);
  });

  it('is tracked by what its tag leads to where it has no versions, and is outdated when that has moved', async () => {
    const content = (runs: string) => [image('acme/rolling', 'latest', runs)];
    const { counts } = await upload('rolling', content('first'));
    expect(counts).toMatchObject({ created: 1, unmatched: 0 });
    const [before, after] = [digestOf('first'), digestOf('second')].map((one) => `latest@${one.slice(7, 19)}`);
    const favorite = async () =>
      (await agent.get('/api/v1/favorite?software[like]=rolling:latest').expect(200)).body.data[0];
    const poll = async () => {
      await test.database.execute("UPDATE software_source SET next_at = '2020-01-01 00:00:00.000000'");
      await test.database.execute("UPDATE source_host SET next_at = '2020-01-01 00:00:00.000000', rest_until = NULL");
      await test.app.get(SourcePoller).pollDue();
      await test.check();
    };
    registry.leads.rolling = { to: 'first', created: '2026-10-01T08:00:00.123456789Z' };
    await poll();
    expect(await favorite()).toMatchObject({
      ...{ software: 'acme/rolling:latest', version: { version: before }, update_available: false },
    });
    // While the tag leads to the same image, a pass is one HEAD, with the token that the registry wants before.
    registry.asked.length = 0;
    await poll();
    const head = 'HEAD /v2/acme/rolling/manifests/latest';
    const ofTag = () =>
      registry.asked.filter((one) => /rolling\/(manifests\/(latest|sha256:6669|sha256:7365)|blobs)/.test(one));
    expect(ofTag()).toEqual([head, head]);
    registry.leads.rolling = { to: 'second', created: '2026-11-03T08:00:00Z' };
    await poll();
    expect(await favorite()).toMatchObject({ version: { version: before }, update_available: true });
    const { body } = await agent
      .get(`/api/v1/favorite/${(await favorite()).uuid}?includeAvailableVersion=true`)
      .expect(200);
    expect(JSON.stringify(body.data)).toContain(after);
    expect((await upload('rolling', content('second'))).counts).toMatchObject({ moved: 1, unmatched: 0 });
    expect(await favorite()).toMatchObject({ version: { version: after }, update_available: false });
    // Pulled before its source has seen it: it is in use all the same, and the newest as soon as that has.
    const third = `latest@${digestOf('third').slice(7, 19)}`;
    expect((await upload('rolling', content('third'))).counts).toMatchObject({ moved: 1, kept: 0 });
    registry.leads.rolling = { to: 'third', created: '2026-11-05T08:00:00Z' };
    await poll();
    expect(await favorite()).toMatchObject({ version: { version: third }, update_available: false });
  });

  it('that was built anew for the same version is an update where its tag is followed, too', async () => {
    const poll = async () => {
      const due = `UPDATE source_host SET next_at = ${test.database.dialect.now}`;
      await test.database.execute(due);
      await test.database.execute(`UPDATE software_source SET next_at = ${test.database.dialect.now}`);
      await test.app.get(SourcePoller).pollDue();
      await test.check();
    };
    const favorites = async () => {
      const { body } = await agent.get('/api/v1/favorite?software[like]=built&sort=software').expect(200);
      return body.data.map((one: { software: string; version: { version: string }; update_available: boolean }) => [
        ...[one.software, one.version.version, one.update_available],
      ]);
    };
    const content = (runs: string) => [image('acme/built', '1.2.0', runs)];
    const version = (runs: string) => `1.2.0@${digestOf(runs).slice(7, 19)}`;
    registry.leads.built = { tag: '1.2.0', to: 'first', created: '2026-10-01T08:00:00Z' };
    expect((await upload('built', content('first'))).counts).toMatchObject({ added: 1, created: 0 });
    const dry = await upload('built', content('first'), '?follow_tags=true&dry_run=true');
    expect(dry).toMatchObject({ counts: { unchanged: 1, created: 1, unmatched: 0 } });
    expect((await upload('built', content('first'), '?follow_tags=true')).counts).toMatchObject(dry.counts);
    expect(await upload('built', content('first'), '?follow_tags=true')).toMatchObject({
      counts: { unchanged: 2, created: 0, added: 0, unmatched: 0 },
    });
    await poll();
    const before = [['acme/built:1.2.0', version('first'), false]];
    expect(await favorites()).toEqual([...before, ['Built', '1.2.0', false]]);
    registry.leads.built = { tag: '1.2.0', to: 'second', created: '2026-11-03T08:00:00Z' };
    await poll();
    expect(await favorites()).toEqual([
      ['acme/built:1.2.0', version('first'), true],
      ['Built', '1.2.0', false],
    ]);
    expect((await upload('built', content('second'), '?follow_tags=true')).counts).toMatchObject({
      ...{ unchanged: 1, moved: 1, removed: 0 },
    });
    expect(await favorites()).toEqual([
      ['acme/built:1.2.0', version('second'), false],
      ['Built', '1.2.0', false],
    ]);
    // Not wanted any more.
    expect((await upload('built', content('second'), '?allow_shrink=true')).counts).toMatchObject({ removed: 1 });
    expect(await favorites()).toEqual([['Built', '1.2.0', false]]);
  });

  it('names the registry of nobody else, and asks none with SOURCES=off', async () => {
    const { length } = registry.asked;
    const inside = `${new URL(registry.url).host}/acme/anvil`;
    expect((await upload('inside', [image(inside, 'latest', '2.0.0')])).counts).toMatchObject({ unmatched: 1 });
    expect(registry.asked).toHaveLength(length);
  });
});

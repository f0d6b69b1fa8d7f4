import type { Agent } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';

describe('image tags that name a series', () => {
  const test = useApp();
  const ids = new Map<string, string>();
  let agent: Agent;
  let users = 0;

  const image = (name: string, path: string, versions: string[], more: object = {}) => ({
    ...product(name, versions),
    ...{ identifiers: [{ type: 'purl', value: `pkg:docker/${path}` }] },
    ...more,
  });

  beforeAll(async () => {
    const summary = await test.import(
      image('PostgreSQL', 'library/postgres', ['16.0', '16.3', '17rc1', '17.1', '18.6']),
      image('Redis', 'library/redis', ['7.2.0', '7.2.5', '7.20.1', '8.6.3']),
      image('Node.js', 'library/node', ['v20.11.1', 'v22.0.0']),
      image('MariaDB', 'library/mariadb', ['mariadb-10.11.4', 'mariadb-11.4.2'], {
        ordering: { scheme: 'generic', tag_pattern: '^mariadb-(.+)$' },
      }),
      image('Traefik', 'library/traefik', ['v3.3.0', 'v3.4.1']),
      image('Grafana', 'grafana/grafana', ['12.0.2', '12.1.0']),
      image('Alone', 'acme/alone', ['1.2.3', '1.3.0']),
      image('Serial', 'acme/serial', ['7', '8', '9', '9.1']),
      image('Ubuntu', 'library/ubuntu', ['24.04', '24.04.1', '24.10', '26.04']),
      image('Dated', 'acme/dated', ['20240801', '20240812', '20240812.1']),
      image('Counted', 'acme/counted', ['7', '8', '9']),
      image('Monthly', 'acme/monthly', ['2024.9.1', '2024.10.0', '2024.10.2', '2024.11.1']),
      image('Jenkins', 'jenkins/jenkins', ['2.440', '2.440.3', '2.452']),
      {
        ...product('Chart', ['16.4.1', '17.0.0']),
        identifiers: [{ type: 'purl', value: 'pkg:helm/chart?repository_url=charts.example.org' }],
      },
    );
    expect(summary.rejected).toBe(0);
    for (const { id, name } of await test.database.query<{ id: string; name: string }>('SELECT id, name FROM software'))
      ids.set(name, id);
  });

  beforeEach(async () => {
    agent = await test.as(`series user ${++users}`);
  });

  const track = (name: string, version: string) =>
    agent
      .post('/api/v1/favorite')
      .send({ software: ids.get(name), version })
      .expect(201);
  const put = async (body: string, query = '', name = 'home') =>
    (
      await agent
        .put(`/api/v1/inventory/${name}/content${query}`)
        .set('Content-Type', 'text/plain')
        .send(body)
        .expect(200)
    ).body.data;
  const favorites = async () =>
    (await agent.get('/api/v1/favorite').expect(200)).body.data.map(
      (one: { software: string; version: { version: string } }) => `${one.software} ${one.version.version}`,
    );
  const deployments = async () =>
    (await agent.get('/api/v1/inventory/home/deployment').expect(200)).body.data.map(
      (one: { software: { name: string }; version: string; waits_for: string | null }) =>
        `${one.software.name} ${one.version}${one.waits_for === null ? '' : ` waits for ${one.waits_for}`}`,
    );
  const compose = (tag: string) => `services:\n  app: { image: "${tag}" }\n`;

  const services = (...tags: string[]) =>
    `services:\n${tags.map((tag, at) => `  app${at}: { image: "${tag}" }\n`).join('')}`;
  type Row = [name: string, version: string, tag: string];

  const offered = async () =>
    (await agent.get('/api/v1/favorite?includeAvailableVersion=true&includePolicy=true').expect(200)).body.data.map(
      (one: {
        version: { version: string };
        policy: { series: string | null };
        available_version: { version: string } | null;
      }) => [one.version.version, one.policy.series, one.available_version?.version ?? null],
    );
  const removeAll = (name = 'home') => agent.delete(`/api/v1/inventory/${name}`).expect(204);

  it.each<[string, string, string | null, string | null]>([
    ['postgres:16-alpine', '16', '16', '16.3'],
    ['redis:7.2', '7.2', '7.2', '7.2.5'],
    ['traefik:v3', '3', '3', 'v3.4.1'],
    ['acme/monthly:2024.10', '2024.10', '2024.10', '2024.10.2'],
    // Versions of their own.
    ['postgres:16.3', '16.3', null, '18.6'],
    ['postgres:16.4', '16.4', null, '18.6'],
    ['acme/dated:20240812', '20240812', null, '20240812.1'],
    ['jenkins/jenkins:2.440', '2.440', null, '2.452'],
    // Its versions are numbers.
    ['acme/counted:8', '8', null, '9'],
    ['acme/counted:10', '10', null, null],
    ['acme/serial:8', '8', null, '9.1'],
  ])('%s is offered the newest that its tag leads to', async (tag, label, series, newest) => {
    const preview = await put(compose(tag), '?dry_run');
    expect(preview).toMatchObject({ warnings: [], added: [series === null ? {} : { policy: { labels: [], series } }] });
    if (series === null) expect(preview.added[0]).not.toHaveProperty('policy');
    await put(compose(tag));
    expect(await offered()).toEqual([[expect.stringContaining(label), series, newest]]);
    // The same again.
    expect((await put(compose(tag))).counts).toMatchObject({ added: 0, moved: 0, unchanged: 1 });
    expect(await put(compose(tag))).toMatchObject({ unchanged: true });
    await removeAll();
    expect(await favorites()).toEqual([]);
  });

  it('goes on to the series that all its images follow, and to none without one', async () => {
    await put(compose('postgres:16'));
    expect(await offered()).toEqual([['16', '16', '16.3']]);
    const moved = compose('postgres:17');
    expect((await put(moved)).counts).toMatchObject({ moved: 1 });
    expect(await offered()).toEqual([['17', '17', '17.1']]);
    expect(await put(moved)).toMatchObject({ unchanged: false, counts: { unchanged: 1 } });
    expect(await put(moved)).toMatchObject({ unchanged: true });
    // As of one that is made, nobody is told of what there is.
    await test.check();
    expect((await agent.get('/api/v1/notification').expect(200)).body.data).toEqual([]);
    await put(compose('postgres:17.1'));
    expect(await offered()).toEqual([['17.1', null, '18.6']]);
    await put(compose('postgres:18'));
    expect(await offered()).toEqual([['18', null, '18.6']]);
    await put(compose('redis:7.2.5'), '?allow_shrink=true');
    expect(await favorites()).toEqual(['Redis 7.2.5']);
  });

  it('goes on to a wider or narrower series', async () => {
    for (const [tag, series] of [
      ['redis:7.2', '7.2'],
      ['redis:7', '7'],
      ['redis:7.20', '7.20'],
    ] as const) {
      await put(compose(tag));
      expect((await offered())[0]![1]).toBe(series);
    }
  });

  it('does not follow a lower series, whose version waits', async () => {
    await put(compose('postgres:17'));
    expect((await put(compose('postgres:16'))).counts).toMatchObject({ moved: 1, kept: 1 });
    expect(await offered()).toEqual([['17', null, '18.6']]);
    await put(compose('postgres:16'), '?allow_lower=true');
    expect(await offered()).toEqual([['16', null, '18.6']]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['in one inventory', () => put(services('postgres:16', 'postgres:17'))],
    ['in two', () => put(compose('postgres:17'), '', 'office')],
  ])('follows no series as soon as images of it follow two: %s', async (_where, add) => {
    await put(compose('postgres:16'));
    const [{ uuid }] = (await agent.get('/api/v1/favorite').expect(200)).body.data;
    await add();
    expect(await offered()).toEqual([['16', null, '18.6']]);
    const audited = `SELECT id FROM audit_entry WHERE action = 'favorite.policy-updated' AND resource_id = ?`;
    expect(await test.database.query(audited, [uuid])).toHaveLength(1);
    for (const name of ['home', 'office']) await agent.delete(`/api/v1/inventory/${name}`);
    expect(await favorites()).toEqual([]);
  });

  it('stays on the series of two inventories until both have gone', async () => {
    await put(compose('postgres:16'));
    await put(compose('postgres:16-alpine'), '', 'office');
    expect(await offered()).toEqual([['16', '16', '16.3']]);
    await removeAll();
    expect(await offered()).toEqual([['16', '16', '16.3']]);
    await put(compose('postgres:17'), '', 'office');
    expect(await offered()).toEqual([['17', '17', '17.1']]);
    await removeAll('office');
    expect(await favorites()).toEqual([]);
  });

  it('stays on what its owner has set, unless that is undone', async () => {
    await put(compose('redis:7.2'));
    const [{ uuid }] = (await agent.get('/api/v1/favorite').expect(200)).body.data;
    await agent.patch(`/api/v1/favorite/${uuid}/policy`).send({ series: '7' }).expect(200);
    await put(compose('redis:8'), '', 'office');
    expect(await offered()).toEqual([['7.2', '7', '7.20.1']]);
    await agent.delete('/api/v1/inventory/office').expect(204);
    const [{ id }] = (await agent.get('/api/v1/history').expect(200)).body.data.filter(
      ({ action }: { action: string }) => action === 'policy',
    );
    expect((await agent.post(`/api/v1/history/${id}/undo`).expect(200)).body.data).toMatchObject({ restored: 1 });
    expect(await offered()).toEqual([['7.2', '7.2', '7.2.5']]);
    await put(compose('redis:8'));
    expect(await offered()).toEqual([['8', '8', '8.6.3']]);
    await removeAll();
    expect(await favorites()).toEqual([]);
  });

  it('leaves a favorite alone that there was before', async () => {
    await track('PostgreSQL', '16.0');
    await put(compose('postgres:16'));
    expect(await offered()).toEqual([['16.0', null, '18.6']]);
  });

  it('names the newest of the next series beside what it is offered', async () => {
    await put(compose('postgres:16'));
    const [{ uuid }] = (await agent.get('/api/v1/favorite').expect(200)).body.data;
    const { body } = await agent.post(`/api/v1/favorite/${uuid}/policy/preview`).send({ series: '16' }).expect(200);
    expect(body.data).toMatchObject({
      available_version: { version: '16.3' },
      excluded: ['18.6', '17.1', '17rc1'].map((version) => ({ version: { version }, reason: 'series' })),
    });
  });

  it('of several series none is followed, and nothing is said of labels', async () => {
    expect(await put(services('postgres:16', 'postgres:17'))).toMatchObject({ warnings: [], counts: { added: 2 } });
    const { body } = await agent.get('/api/v1/favorite?includePolicy=true').expect(200);
    expect(body.data).toMatchObject([{ policy: { series: null } }]);
  });

  /** Tracks these; @returns what an upload says, as its preview does */
  async function uploaded(rows: Row[], file: string) {
    for (const [name, version] of rows) await track(name, version);
    const preview = await put(file, '?dry_run');
    expect((await put(file)).counts).toEqual(preview.counts);
    expect(await favorites()).toEqual(rows.map(([name, version]) => `${name} ${version}`));
    return preview.counts;
  }

  async function expectAgreement(rows: Row[], file: string): Promise<void> {
    const nothing = { lowered: 0, kept: 0, unmatched: 0, rejected: 0 };
    expect(await uploaded(rows, file)).toMatchObject({ ...nothing, added: rows.length });
    expect(await deployments()).toEqual(rows.map(([name, version]) => `${name} ${version}`).sort());
    for (const query of ['', '?allow_lower=true'])
      expect((await put(file, query)).counts).toMatchObject({ ...nothing, unchanged: rows.length, added: 0, moved: 0 });
  }

  it.each<[string, Row[]]>([
    [
      'one',
      [
        ['PostgreSQL', '16.3', 'postgres:16'],
        ['Redis', '7.2.5', 'redis:7.2-alpine'],
        ['MariaDB', 'mariadb-10.11.4', 'mariadb:10.11'],
        ['Traefik', 'v3.3.0', 'traefik:v3'],
        ['Alone', '1.2.3', 'acme/alone:1.2-alpine3.20'],
      ],
    ],
    [
      'another one',
      [
        ['PostgreSQL', '16.3', 'postgres:16-alpine'],
        ['Redis', '8.6.3', 'redis:8'],
        ['Traefik', 'v3.3.0', 'traefik:3.3'],
      ],
    ],
    ['a digest', [['PostgreSQL', '16.3', `docker.io/library/postgres:16@sha256:${'a'.repeat(64)}`]]],
    ['an own version', [['PostgreSQL', '16.7', 'postgres:16']]],
  ])('agree with versions in use of it in a compose file: %s', async (_what, rows) => {
    await expectAgreement(rows, services(...rows.map(([, , tag]) => tag)));
  });

  it.each<[name: string, version: string, file: string]>([
    ['Node.js', 'v20.11.1', 'FROM node:20-bookworm\nRUN true\n'],
    ['Node.js', 'v20.11.1', 'FROM node:20.11-alpine3.20 AS build\n'],
    [
      'Grafana',
      '12.0.2',
      'CONTAINER ID   IMAGE                COMMAND   CREATED      STATUS      PORTS   NAMES\n' +
        'aaaaaaaaaaa1   grafana/grafana:12   "/run"    2 days ago   Up 2 days           gf\n',
    ],
    [
      'Grafana',
      '12.0.2',
      JSON.stringify({
        ...{ apiVersion: 'v1', kind: 'List' },
        items: [
          {
            ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'gf' } },
            spec: { containers: [{ name: 'gf', image: 'grafana/grafana:12' }] },
          },
        ],
      }),
    ],
    [
      'Chart',
      '16.4.1',
      'apiVersion: v2\nname: app\nversion: 0.1.0\ndependencies:\n  - { name: chart, version: 16.x.x, repository: "https://charts.example.org" }\n',
    ],
  ])('agree: %s %s with %j', (name, version, file) => expectAgreement([[name, version, '']], file));

  it.each<[string, Row[]]>([
    [
      'series',
      [
        ['PostgreSQL', '17.1', 'postgres:16'],
        ['Redis', '7.20.1', 'redis:7.2'],
        // Versions of the product, whatever else begins with them.
        ['Serial', '9', 'acme/serial:8'],
        ['Ubuntu', '24.04.1', 'ubuntu:24.04'],
        ['Dated', '20240812', 'acme/dated:20240801'],
        ['Jenkins', '2.440.3', 'jenkins/jenkins:2.440'],
      ],
    ],
    [
      'others',
      [
        ['Redis', '8.6.3', 'redis:7'],
        ['Serial', '9.1', 'acme/serial:9'],
        ['Ubuntu', '26.04', 'ubuntu:24.04'],
        ['Dated', '20240812.1', 'acme/dated:20240812'],
      ],
    ],
  ])('that are lower than the version in use wait: %s', async (_what, rows) => {
    const counts = await uploaded(rows, services(...rows.map(([, , tag]) => tag)));
    expect(counts).toMatchObject({ added: rows.length, lowered: 0, kept: rows.length });
    const waiting = rows.map(([name, version, tag]) => `${name} ${tag.split(':')[1]!} waits for ${version}`);
    expect(await deployments()).toEqual(waiting.sort());
  });

  it('a series is above its pre-releases', async () => {
    await track('PostgreSQL', '17rc1');
    await put(compose('postgres:17'));
    expect(await favorites()).toEqual(['PostgreSQL 17']);
  });

  it('without a version in use the series is one, until somebody says which version it is', async () => {
    await put(compose('postgres:16'));
    expect(await favorites()).toEqual(['PostgreSQL 16']);
    const [one] = (await agent.get('/api/v1/favorite').expect(200)).body.data;
    await agent.patch(`/api/v1/favorite/${one.uuid}`).send({ version: '16.3' }).expect(200);
    expect((await put(compose('postgres:16'))).counts).toMatchObject({ unchanged: 1, moved: 0, kept: 0 });
    expect([await favorites(), await deployments()]).toEqual([['PostgreSQL 16.3'], ['PostgreSQL 16.3']]);
    // Another series, and the first one again.
    expect((await put(compose('postgres:17'))).counts).toMatchObject({ moved: 1 });
    expect(await favorites()).toEqual(['PostgreSQL 17']);
    expect((await put(compose('postgres:16'))).counts).toMatchObject({ moved: 1, kept: 1 });
    expect(await deployments()).toEqual(['PostgreSQL 16 waits for 17']);
  });

  it('a file of both kinds is imported as its preview says', async () => {
    await track('PostgreSQL', '16.3');
    await track('Redis', '8.6.3');
    await track('Traefik', 'v3.4.1');
    const file =
      'services:\n  db: { image: "postgres:16" }\n  cache: { image: "redis:7.2-alpine" }\n  proxy: { image: "traefik:v3.3.0" }\n  web: { image: "grafana/grafana:12.1.0" }\n';
    const preview = await put(file, '?dry_run');
    expect(preview.counts).toMatchObject({ added: 4, kept: 2, lowered: 0 });
    expect((await put(file)).counts).toEqual(preview.counts);
    expect(await deployments()).toEqual([
      'Grafana 12.1.0',
      'PostgreSQL 16.3',
      'Redis 7.2 waits for 8.6.3',
      'Traefik v3.3.0 waits for v3.4.1',
    ]);
    expect(await favorites()).toEqual(
      expect.arrayContaining(['PostgreSQL 16.3', 'Redis 8.6.3', 'Traefik v3.4.1', 'Grafana 12.1.0']),
    );
  });
});

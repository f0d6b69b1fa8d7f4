import { type Component, readInventory } from 'inventory-reader';
import { orderingFor } from 'version-order';
import type { UserActor } from '../../src/api/identity/actor';
import { ProductMaker } from '../../src/lookup/matching/product-maker';
import { useAgent, useApp } from '../setup/app';

const SERVER = 'https://packages.example.org/';
const CONFIGURED = [
  ...['NPM_REGISTRY_URL', 'PYPI_URL', 'CRATES_URL', 'RUBYGEMS_URL', 'PACKAGIST_URL', 'MAVEN_URL', 'GO_PROXY_URL'],
  ...['HEX_URL', 'DOCKER_REGISTRY_URL'],
];

describe('products that are made of components', () => {
  const test = useApp(() => Object.fromEntries(CONFIGURED.map((name) => [name, SERVER])));
  const editor = useAgent(() => test.as('editor', ['read', 'write', 'catalogue:write']));
  let caller: UserActor;

  beforeAll(async () => {
    const { id } = (await editor.get('/api/v1/profile').expect(200)).body.data as { id: string };
    caller = { userId: id, means: 'token', credential: null, requestId: null };
  });

  const component = (line: string, format = 'lines'): Component =>
    readInventory(Buffer.from(`${line}\n`), { format }).components[0]!;
  const make = (line: string, format?: string) => test.app.get(ProductMaker).make(caller, component(line, format));

  async function made(line: string, format?: string) {
    const result = await make(line, format);
    if ('reason' in result) return result;
    const { softwareId: id, label } = result;
    const { body } = await editor.get(`/api/v1/software/${id}?includePublisher`).expect(200);
    const source = await editor.get(`/api/v1/software/${id}/source`).expect(200);
    const { name, publisher } = body.data as { name: string; publisher: { name: string } };
    const { type, settings } = source.body.data as { type: string; settings: object };
    return { name, publisher: publisher.name, type, settings, label };
  }

  it.each<[string, string, string, string, object, string | null]>([
    ['pkg:npm/%40acme/ui@1.2.3', '@acme/ui', 'acme', 'npm', { package: '@acme/ui' }, '1.2.3'],
    ['pkg:npm/left-pad@1.3.0', 'left-pad', 'npm', 'npm', { package: 'left-pad' }, '1.3.0'],
    ['pkg:pypi/django@5.1', 'django', 'Python packages (PyPI)', 'pypi', { package: 'django' }, '5.1'],
    ['pkg:cargo/serde@1.0.0', 'serde', 'Rust crates', 'crates', { crate: 'serde' }, '1.0.0'],
    ['pkg:gem/rails@8.0.0', 'rails', 'Ruby gems', 'rubygems', { gem: 'rails' }, '8.0.0'],
    ['pkg:composer/symfony/yaml@v7.1.0', 'symfony/yaml', 'symfony', 'packagist', { package: 'symfony/yaml' }, 'v7.1.0'],
    [
      'pkg:maven/org.slf4j/slf4j-api@2.0.9',
      ...(['org.slf4j:slf4j-api', 'org.slf4j', 'maven-metadata'] as const),
      { group: 'org.slf4j', artifact: 'slf4j-api' },
      '2.0.9',
    ],
    [
      'pkg:golang/github.com/acme/tool@v1.2.0',
      ...(['github.com/acme/tool', 'acme', 'go'] as const),
      { module: 'github.com/acme/tool' },
      'v1.2.0',
    ],
    ['pkg:hex/phoenix@1.7.0', 'phoenix', 'Hex packages', 'hex', { package: 'phoenix' }, '1.7.0'],
    [
      'pkg:github/acme/anvil@v2.0.0',
      ...(['anvil', 'acme', 'github-releases'] as const),
      { repository: 'acme/anvil' },
      'v2.0.0',
    ],
    ['pkg:npm/without-version', 'without-version', 'npm', 'npm', { package: 'without-version' }, null],
  ])('%s', async (line, name, publisher, type, settings, label) => {
    expect(await made(line)).toEqual({ name, publisher, type, settings, label });
  });

  it.each<[string, string, string, object, string]>([
    ['traefik:3.4.1-alpine', 'traefik', 'Container images', { image: 'library/traefik' }, '3.4.1-alpine'],
    ['grafana/grafana:12.0.1', 'grafana/grafana', 'grafana', { image: 'grafana/grafana' }, '12.0.1'],
    [
      '127.0.0.1:5000/acme/api:2.0',
      ...(['127.0.0.1:5000/acme/api', 'acme'] as const),
      { image: 'acme/api', server: 'https://127.0.0.1:5000/' },
      '2.0',
    ],
  ])('the image %s', async (line, name, publisher, settings, label) => {
    expect(await made(line, 'docker-ps')).toEqual({ name, publisher, type: 'docker-tags', settings, label });
  });

  it('takes for versions of an image only tags in the form of the one in use', async () => {
    await make('redmine:6.0.5-alpine', 'docker-ps');
    const [row] = await test.database.query<{ tag_pattern: string }>(
      'SELECT tag_pattern FROM software WHERE name = ?',
      ['redmine'],
    );
    const isVersion = (tag: string) => new RegExp(row!.tag_pattern).test(tag);
    const tags = ['6.0.6', 'v6.1.0', '6.0.6-alpine', 'latest', '6', '20240812', 'bookworm'];
    expect(tags.filter(isVersion)).toEqual(['6.0.6-alpine']);
  });

  it.each([
    ['x/gitlab:16.9.1-ce.0', ['16.9.2-ce.0', '16.9.1-ce.1'], ['16.9.2', '16.9.2-ee.0']],
    ['x/jenkins:2.440.3-lts', ['2.452.1-lts'], ['2.460', 'lts', '2.452.1-lts-jdk21']],
    ['x/dev:4.0.13-24-trixie', ['4.0.14-1-trixie'], ['24-trixie', '4.0.14-1', '4.0.14-1-bookworm']],
    ['x/minio:RELEASE.2024-05-01T01-11-10Z', ['RELEASE.2024-06-01T01-11-10Z'], ['2024-06-01T01-11-10Z', 'latest']],
    ['x/sonarr:version-4.0.15.2941', ['version-4.0.16.1'], ['4.0.16.1', 'develop-version-4.1.0']],
    ['x/runner:alpine-v16.9.1', ['alpine-v16.10.0'], ['v16.10.0', 'ubuntu-v16.10.0', 'alpine3.20-v16.10.0']],
    ['x/multi:server-1.2.3', ['server-1.3.0'], ['1.3.0', 'worker-1.3.0']],
    ['x/zabbix:alpine-7.0.2', ['alpine-7.0.3'], ['ubuntu-7.0.3', 'alpine-latest']],
    ['x/a:1.30.1-alpine3.20', ['1.31.0-alpine3.21'], ['1.31.0-alpine', '1.31.0', '1.31.0-alpine3.21-slim']],
    ['x/b:3.12.1-slim-bookworm', ['3.13.0-slim-bookworm'], ['3.13.0-slim', '3.13.0-slim-trixie']],
    ['x/c:9.0.1-jre17', ['9.0.2-jre17'], ['9.0.2-jre21', '9.0.2']],
    ['x/d:27.0.1-rootless', ['27.1.0-rootless'], ['27.1.0', '27.1.0-dind-rootless']],
    ['x/e:1.2.3-ubi9', ['1.2.4-ubi9'], ['1.2.4-ubi8', '1.2.4-ubi9-minimal']],
    ['x/f:4.0.15-ls123', ['4.0.15-ls124', '4.0.16-ls1'], ['4.0.16', 'arm64v8-4.0.16-ls1']],
    ['x/g:release-1.2.3', ['release-1.2.4'], ['1.2.4', 'prerelease-1.2.4']],
    ['x/h:1.27.4-debian-12-r0', ['1.27.4-debian-12-r1', '1.28.0-debian-13-r0'], ['1.28.0', '1.28.0-photon-5-r0']],
    ['x/i:1.27.1-20240812', ['1.27.1-20240901'], ['1.27.2', '20240901']],
    ['x/j:1.31.0-rc1', ['1.31.0-rc2', '1.31.0'], ['1.31.0-alpine']],
    ['x/l:7.2.0-v13', ['7.2.0-v14', '7.2.4-v9', '7.4.0-v1'], ['7.4.0-rc1', '7.4.0', '7.4.0-x9']],
    ['x/m:1.2.3-h4', ['1.2.3-h10'], ['1.2.4', '1.2.4-arm-v8']],
    ['x/n:1.2.3-arm-v7', ['1.2.4-arm-v7'], ['1.2.4-arm-v8']],
    ['x/o:109.0.1_up1.0.2', ['109.0.1_up1.0.10', '109.0.2_up1.1.0', '109.0.3+up1.0.2'], ['109.0.2', '109.0.2_alpine3']],
    [
      'x/p:bookworm-20240904-slim',
      ['bookworm-20241016-slim'],
      ['trixie-20250811-slim', '12.8-slim', 'bookworm-20241016', 'bookworm-slim'],
    ],
    ['x/q:noble-20240904', ['noble-20240904.1', 'noble-20241011'], ['jammy-20241011', '24.04']],
    ['x/k:10.11.4', ['10.11.5', 'v10.11.5'], ['2021.12.16', '10', '10.11.5-rc1']],
  ])('the form of %s has %j and not %j', async (line, versions, others) => {
    const result = await make(line, 'docker-ps');
    expect(result).toMatchObject({ label: line.slice(line.indexOf(':') + 1) });
    const [row] = await test.database.query<{ tag_pattern: string }>('SELECT tag_pattern FROM software WHERE id = ?', [
      'softwareId' in result ? result.softwareId : '',
    ]);
    const ordering = orderingFor({ scheme: 'generic', tagPattern: row!.tag_pattern });
    expect([...versions, ...others].filter((tag) => ordering.isTagged(tag))).toEqual(versions);
    const { label } = result as { label: string };
    for (const version of versions) expect(ordering.read(version).key > ordering.read(label).key).toBe(true);
    expect(ordering.read(label).prerelease).toBe(label.includes('rc'));
  });

  it.each(['x/l:nightly-20240812', 'x/l:alpine-3.20', 'x/l:stable', 'x/l:sha-1234567'])(
    'the tag of %s names no version',
    async (line) =>
      expect(await make(line, 'docker-ps')).toMatchObject({
        reason: expect.stringContaining('names no version') as unknown,
      }),
  );

  it('a go.mod has the capitals of a module that its package URL has not', async () => {
    const { components } = readInventory(Buffer.from('module x\n\nrequire github.com/Acme/Semver/v3 v3.2.0\n'));
    const result = await test.app.get(ProductMaker).make(caller, components[0]!);
    const { softwareId: id } = result as { softwareId: string };
    const { body } = await editor.get(`/api/v1/software/${id}/source`).expect(200);
    expect(body.data.settings).toEqual({ module: 'github.com/Acme/Semver/v3' });
    expect(result).toMatchObject({ label: 'v3.2.0' });
  });

  it.each([
    ['something 1.0', /^it has no package URL/],
    ['pkg:deb/debian/bash@5.2-1', /^no source has the releases of deb packages$/],
    [
      'pkg:nuget/Serilog@4.0.0',
      /^its source nuget cannot be set: server is required: the operator has configured no default$/,
    ],
    ['pkg:npm/express@link:..', /^its version link:\.\. is not a version of express$/],
    ['pkg:cargo/1not-a-crate@1.0.0', /^its source crates cannot be set: crate /],
    ['pkg:docker/nginx@latest', /^its tag latest names no version$/],
    [`pkg:npm/${'a'.repeat(220)}@1`, /^its package URL is too long$/],
  ])('%s is not made, and it is said why', async (line, reason) => {
    const count = () => test.database.query('SELECT id FROM software');
    const before = (await count()).length;
    expect(await make(line)).toEqual({ reason: expect.stringMatching(reason) });
    expect(await count()).toHaveLength(before);
  });

  it('is made once, however many make it at once, and is found again', async () => {
    const lines = Array.from({ length: 8 }, (_, at) => `pkg:npm/%40once/only@1.${at}.0`);
    const results = await Promise.all(lines.map((line) => make(line)));
    const ids = new Set(results.map((result) => ('softwareId' in result ? result.softwareId : result.reason)));
    expect(ids.size).toBe(1);
    expect(results.map((result) => 'label' in result && result.label)).toEqual(lines.map((_, at) => `1.${at}.0`));
    const [id] = [...ids];
    const { body } = await editor.get('/api/v1/software?identifier=pkg:npm/%2540once/only').expect(200);
    expect(body.data).toHaveLength(1);
    const audited = await test.database.query<{ details: string }>(
      "SELECT details FROM audit_entry WHERE action = 'software.created' AND resource_id = ?",
      [id!],
    );
    expect(audited.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { identity: 'purl:npm/%40once/only', type: 'npm' },
    ]);
  });

  it('is taken as it is when somebody has given it another source since', async () => {
    const { softwareId: id } = (await make('pkg:npm/moved@1.0.0')) as { softwareId: string };
    const source = { type: 'github-releases', settings: { repository: 'acme/moved' } };
    await editor.put(`/api/v1/software/${id}/source`).send(source).expect(200);
    expect(await make('pkg:npm/moved@1.0.1')).toEqual({ softwareId: id, label: '1.0.1' });
    const { body } = await editor.get(`/api/v1/software/${id}/source`).expect(200);
    expect(body.data).toMatchObject(source);
  });
});

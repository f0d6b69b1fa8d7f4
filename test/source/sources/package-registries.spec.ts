import { acceptSettings, SettingsError } from '../../../src/common/settings/settings';
import type { Config } from '../../../src/config/config';
import { closeAll } from '../../notification/providers/peers';
import { sourceAt } from './one-source';
import { payload } from './stage';
import { workOf } from '../../setup/timing';

afterEach(closeAll);

const json = (value: unknown) => (): [number, Record<string, string>, string] => [200, {}, JSON.stringify(value)];

describe.each<[string, keyof Config, Record<string, string>, string]>([
  ['npm', 'npmRegistryUrl', { package: '@angular/core' }, '/base/%40angular%2Fcore'],
  ['pypi', 'pypiUrl', { package: 'zope.interface' }, '/base/pypi/zope.interface/json'],
  ['crates', 'cratesUrl', { crate: 'serde_json' }, '/base/api/v1/crates/serde_json'],
  ['rubygems', 'rubygemsUrl', { gem: 'rails' }, '/base/api/v1/versions/rails.json'],
  ['packagist', 'packagistUrl', { package: 'monolog/monolog' }, '/base/p2/monolog/monolog.json'],
  ['maven-metadata', 'mavenUrl', { group: 'org.a', artifact: 'b-c' }, '/base/org/a/b-c/maven-metadata.xml'],
  ['go', 'goProxyUrl', { module: 'github.com/Azure/go-amqp' }, '/base/github.com/!azure/go-amqp/@v/list'],
  ['nuget', 'nugetUrl', { package: 'Newtonsoft.Json' }, '/base/newtonsoft.json/index.json'],
  ['hex', 'hexUrl', { package: 'phoenix_html' }, '/base/api/packages/phoenix_html'],
  [
    'debian',
    'debianUrl',
    { package: 'libstdc++6', distribution: 'bookworm' },
    '/base/dists/bookworm/main/binary-amd64/Packages.gz',
  ],
  ['alpine', 'alpineUrl', { package: 'nginx', branch: 'v3.20' }, '/base/v3.20/main/x86_64/APKINDEX.tar.gz'],
  ['docker-tags', 'dockerRegistryUrl', { image: 'library/nginx' }, '/base/v2/library/nginx/tags/list?n=1000'],
])('the server of %s', (type, variable, settings, path) => {
  test('is that of the settings, or else that of the configuration', async () => {
    const configured = await sourceAt(type, { [variable]: 'http://127.0.0.1:9/base' });
    await configured
      .fetch({ ...settings, server: `${configured.url}/base/` }, () => [404])
      .catch((error: unknown) => expect(error).toMatchObject({ code: 404 }));
    expect(configured.requests.map((request) => request.path)).toEqual([path]);
    await expect(configured.fetch(settings, () => [404])).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('has to be named when the operator has configured none', async () => {
    const { source } = await sourceAt(type);
    const accept = () => acceptSettings(source, settings);
    expect(accept).toThrow(SettingsError);
    expect(accept).toThrow(/^server is required/);
  });

  test('is no address inside', async () => {
    const { source } = await sourceAt(type);
    expect(() => acceptSettings(source, { ...settings, server: 'http://169.254.169.254/' })).toThrow(/^server /);
  });

  test.each(['../etc', 'a/../../b', '', 'a b', 'a?x=1', 'a#b', '%2e%2e/x', 'a/b/c/../d'])(
    'is asked for no %j',
    (name) =>
      sourceAt(type).then(({ source, url }) => {
        const [first] = Object.keys(settings) as [string];
        expect(() => acceptSettings(source, { ...settings, [first]: name, server: url })).toThrow(SettingsError);
      }),
  );
});

test.each([
  ['npm', 'semver'],
  ['pypi', 'pep440'],
  ['crates', 'semver'],
  ['rubygems', 'gem'],
  ['packagist', 'composer'],
  ['maven-metadata', 'maven'],
  ['go', 'go'],
  ['nuget', 'nuget'],
  ['hex', 'semver'],
  ['debian', 'debian'],
  ['alpine', 'apk'],
  ['docker-tags', undefined],
])('%s orders by the scheme %s', async (type, scheme) => expect((await sourceAt(type)).source.scheme).toBe(scheme));

describe('npm', () => {
  const versions = { '1.0.0': {}, '1.1.0': { deprecated: 'use 2' }, ' ': {}, __proto__x: {} };

  test('a deprecated version is no withdrawn one, and an unpublished one is not listed', async () => {
    const { fetch, url } = await sourceAt('npm');
    const time = { created: '2020-01-01', '1.0.0': '2020-01-01T10:00:00Z', '0.9.0': '2019-01-01T10:00:00Z' };
    const found = await fetch({ package: 'x', server: url }, json({ versions, time }));
    expect(found).toEqual([
      { version: '1.0.0', releasedAt: '2020-01-01T10:00:00.000Z', prerelease: false, notesUrl: null },
      { version: '1.1.0', releasedAt: null, prerelease: false, notesUrl: null, leftOut: 'It is deprecated: use 2' },
      { version: '__proto__x', releasedAt: null, prerelease: false, notesUrl: null },
    ]);
  });

  test('what is above the tag latest is a pre-release, and what is deprecated is left out with the reason', async () => {
    const { fetch, url } = await sourceAt('npm');
    const answer = json({
      'dist-tags': { latest: '14.2.0', next: '15.0.1' },
      versions: {
        '13.0.0': { deprecated: '' },
        '14.1.0': { deprecated: 'broken on\nWindows' },
        '14.1.1': { deprecated: true },
        '14.2.0': { deprecated: false },
        '14.2.0-rc.1': {},
        '15.0.1': {},
      },
    });
    const found = await fetch({ package: 'x', server: url }, answer);
    expect(found.map(({ version, prerelease, leftOut }) => [version, prerelease, leftOut ?? null])).toEqual([
      ['13.0.0', false, null],
      ['14.1.0', false, 'It is deprecated: broken on Windows'],
      ['14.1.1', false, 'It is deprecated'],
      ['14.2.0', false, null],
      ['14.2.0-rc.1', true, null],
      ['15.0.1', true, null],
    ]);
  });

  test.each([
    ['no tags', undefined],
    ['a tag of a version that is not listed', { latest: '0.9.0' }],
  ])('%s: the label decides', async (_name, tags) => {
    const { fetch, url } = await sourceAt('npm');
    const found = await fetch(
      { package: 'x', server: url },
      json({ 'dist-tags': tags, versions: { '1.0.0': {}, '2.0.0-a': {} } }),
    );
    expect(found.map(({ prerelease }) => prerelease)).toEqual([false, true]);
  });

  test('a package that was unpublished as a whole has no releases', async () => {
    const { fetch, url } = await sourceAt('npm');
    const time = { unpublished: { time: '2020-01-01T10:00:00Z', versions: ['1.0.0'] } };
    expect(await fetch({ package: 'x', server: url }, json({ name: 'x', time }))).toEqual([]);
  });

  test('keys that every object has are labels like others', async () => {
    const { fetch, url } = await sourceAt('npm');
    const body = '{"versions":{"__proto__":{},"constructor":{},"toString":{}},"time":{}}';
    const found = await fetch({ package: 'x', server: url }, () => [200, {}, body]);
    expect(found.map(({ version, releasedAt }) => [version, releasedAt])).toEqual([
      ['__proto__', null],
      ['constructor', null],
      ['toString', null],
    ]);
    expect(({} as Record<string, unknown>).releasedAt).toBeUndefined();
  });

  test('more than 50,000 versions are no package of this world', async () => {
    const { fetch, url } = await sourceAt('npm');
    const many = Object.fromEntries(Array.from({ length: 50_010 }, (_, index) => [`0.0.${index}`, {}]));
    await expect(fetch({ package: 'x', server: url }, json({ versions: many }))).rejects.toThrow(
      'There are more than 50000 releases',
    );
  });
});

describe('Python packages', () => {
  test('a release is withdrawn when all its files are yanked', async () => {
    const { fetch, url } = await sourceAt('pypi');
    const real = await fetch({ package: 'nltk', server: url }, () => [200, {}, payload('pypi-json/yanked-0.json')]);
    expect(real.filter(({ withdrawn }) => withdrawn).map(({ version }) => version)).toEqual(['3.6.4']);
    const file = { upload_time: '2020-01-02T03:04:05', yanked: true };
    const releases = { '1.0': [file, { ...file, yanked: false }], '1.1': [file], '1.2': [] };
    const found = await fetch({ package: 'x', server: url }, json({ releases }));
    expect(found.map(({ version, withdrawn }) => [version, withdrawn ?? false])).toEqual([
      ['1.0', false],
      ['1.1', true],
    ]);
    expect(found[0]!.releasedAt).toBe('2020-01-02T03:04:05.000Z');
  });

  test.each([
    [{ Changelog: 'https://example.com/a' }, 'https://example.com/a'],
    [{ "What's New?": 'https://example.com/b' }, 'https://example.com/b'],
    [{ changes: 'javascript:alert(1)', History: 'https://example.com/c' }, 'https://example.com/c'],
    [{ Homepage: 'https://example.com/' }, null],
    [null, null],
  ])('says where to read what is new by %j', async (project_urls, notesUrl) => {
    const { fetch, url } = await sourceAt('pypi');
    const answer = json({ info: { project_urls }, releases: { '1.0': [{ upload_time: '2020-01-02T03:04:05' }] } });
    expect(await fetch({ package: 'x', server: url }, answer)).toMatchObject([{ version: '1.0', notesUrl }]);
  });
});

test('a yanked crate is withdrawn', async () => {
  const { fetch, url } = await sourceAt('crates');
  const found = await fetch({ crate: 'bitflags', server: url }, () => [200, {}, payload('crates/bitflags.json')]);
  const withdrawn = found.filter((release) => release.withdrawn).map(({ version }) => version);
  expect(withdrawn).toEqual(['0.7.1', '0.3.4', '0.2.0']);
});

test('a gem for several platforms is one version, as old as the first of them, and says itself whether it is a pre-release', async () => {
  const { fetch, url } = await sourceAt('rubygems');
  const version = { number: '1.18.0', platform: 'ruby', created_at: '2025-01-02T03:04:05.678Z', prerelease: false };
  const metadata = { changelog_uri: 'https://example.com/CHANGELOG.md' };
  const answer = json([
    { ...version, metadata },
    { ...version, platform: 'x86_64-linux', created_at: '2025-01-02T04:04:05.678Z' },
    { ...version, platform: 'java', created_at: '2025-01-01T03:04:05.678Z' },
    { ...version, number: '1.18.0.rc1', prerelease: true },
  ]);
  expect(await fetch({ gem: 'nokogiri', server: url }, answer)).toEqual([
    {
      version: '1.18.0',
      releasedAt: '2025-01-01T03:04:05.678Z',
      prerelease: false,
      notesUrl: 'https://example.com/CHANGELOG.md',
    },
    { version: '1.18.0.rc1', releasedAt: '2025-01-02T03:04:05.678Z', prerelease: true, notesUrl: null },
  ]);
});

describe('Composer packages', () => {
  const fetchOf = async (answer: object) => {
    const { fetch, url } = await sourceAt('packagist');
    return fetch({ package: 'a/b', server: url }, json(answer));
  };
  const versions = [
    { version: 'v2.0.0', time: '2025-01-02T03:04:05+02:00' },
    { version: 'v1.1.0' },
    { version: 'v1.0.0', time: '__unset' },
    { version: 'v0.9.0' },
  ];
  const datesOf = (found: { releasedAt: string | null }[]) => found.map(({ releasedAt }) => releasedAt);

  test('a minified list says only what is other than before', async () => {
    const found = await fetchOf({ minified: 'composer/2.0', packages: { 'a/b': versions } });
    expect(datesOf(found)).toEqual(['2025-01-02T01:04:05.000Z', '2025-01-02T01:04:05.000Z', null, null]);
  });

  test('an object with a name for each version says the same, and branches are none', async () => {
    const names = Object.fromEntries(
      [...versions, { version: 'dev-main' }, { version: '2.x-dev' }].map((one) => [one.version, one]),
    );
    const found = await fetchOf({ packages: { 'a/b': names } });
    expect(found.map(({ version }) => version)).toEqual(['v2.0.0', 'v1.1.0', 'v1.0.0', 'v0.9.0']);
    expect(datesOf(found)).toEqual(['2025-01-02T01:04:05.000Z', null, null, null]);
  });

  test('a list that is not minified says everything', async () => {
    expect(datesOf(await fetchOf({ packages: { 'a/b': versions } }))).toEqual([
      '2025-01-02T01:04:05.000Z',
      null,
      null,
      null,
    ]);
  });

  test.each([
    { minified: 'composer/3.0', packages: { 'a/b': versions } },
    { packages: { 'a/c': versions } },
    { packages: [] },
  ])('%j is an error', (answer) => expect(fetchOf(answer)).rejects.toMatchObject({ code: 'format' }));
});

describe('Maven artifacts', () => {
  const fetchOf = async (body: string) => {
    const { fetch, url } = await sourceAt('maven-metadata');
    return fetch({ group: 'a', artifact: 'b', server: url }, () => [200, {}, body]);
  };
  const metadata = (versions: string[], lastUpdated = '20200412215547') =>
    `<metadata><versioning><versions>${versions.map((one) => `<version>${one}</version>`).join('')}</versions>` +
    `<lastUpdated>${lastUpdated}</lastUpdated></versioning></metadata>`;
  const released = (release: string, versions: string[]) =>
    metadata(versions).replace('<versions>', `<latest>3.0-SNAPSHOT</latest><release>${release}</release><versions>`);

  test('the date of the list is that of its only version, and of none of many', async () => {
    const one = { version: '1.10', releasedAt: '2020-04-12T21:55:47.000Z', prerelease: null, notesUrl: null };
    expect(await fetchOf(metadata(['1.10']))).toEqual([one]);
    expect(await fetchOf(metadata(['1.10'], '20201399000000'))).toMatchObject([{ releasedAt: null }]);
    expect(await fetchOf(metadata(['1.10', '1.9', ' 1.10 ']))).toMatchObject([
      { version: '1.10', releasedAt: null },
      { version: '1.9', releasedAt: null },
    ]);
  });

  test('a snapshot comes before its release, and the five entities of XML are read', async () => {
    expect(await fetchOf(metadata(['2.0-SNAPSHOT', 'a&amp;b&lt;']))).toMatchObject([
      { version: '2.0-SNAPSHOT', prerelease: true },
      { version: 'a&b<', prerelease: null },
    ]);
  });

  test('what is above <release> is left out, but for pre-releases', async () => {
    const versions = ['2.15.0', '2.16.1', '20030203.000550', '3.0-rc1', '3.0-SNAPSHOT'];
    const found = await fetchOf(released('2.16.1', versions));
    expect(found.flatMap(({ version, leftOut }) => (leftOut ? [[version, leftOut]] : []))).toEqual([
      ['20030203.000550', 'It is above 2.16.1, which its repository names as the newest release'],
    ]);
  });

  test.each(['', '9.9'])('a <release> of %j, which is not listed, bounds nothing', async (release) => {
    const found = await fetchOf(released(release, ['1.0', '10.0']));
    expect(found.filter(({ leftOut }) => leftOut)).toEqual([]);
  });

  test.each([
    ['entities that grow', `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${metadata(['&b;'])}`],
    ['an external entity', `<!doctype a SYSTEM "file:///etc/passwd">${metadata(['1'])}`],
    ['something deep', '<a>'.repeat(200_000)],
    ['something long', metadata(['1'.repeat(4_300_000)])],
    ['what has no versions', '<metadata><versioning/></metadata>'],
    ['keys that every object has', '<metadata><__proto__><versioning/></__proto__></metadata>'],
  ])('%s is an error', async (_what, body) => {
    const work = () =>
      expect(fetchOf(body)).rejects.toMatchObject({ code: expect.stringMatching(/^(format|size)$/) as string });
    expect(await workOf(work)).toBeLessThan(5_000);
  });
});

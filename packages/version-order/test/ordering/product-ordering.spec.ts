import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { orderingFor, type OrderingSettings, validatePattern, validateTagPattern } from 'version-order';
import { workOf } from '../../../../test/setup/timing';
import { atScale } from '../../../../test/setup/scale';

const plain = orderingFor({ scheme: 'generic' });

describe("a product's ordering", () => {
  it('reads key, flag and validity in its scheme', () => {
    expect(plain.read('1.0-rc1')).toEqual({ key: '11(r!11*', prerelease: true, valid: true, ignored: false });
    expect(orderingFor({ scheme: 'semver' }).read('1.x')).toMatchObject({ valid: false, ignored: false });
    expect(orderingFor({ scheme: 'semver' }).seriesRange('1.2')).toEqual({ gte: '1112', lt: '1112~' });
  });

  it.each(['1.0-rc1', '1.0-alpha', 'v2.0.0-beta.3', '1.0b2', '3.1.0-preview'])(
    'believes %s more than a flag that its source forgot to set',
    (label) => {
      expect(plain.read(label, { prerelease: false }).prerelease).toBe(true);
      expect(orderingFor({ scheme: 'semver' }).read('1.0.0-lts', { prerelease: false }).prerelease).toBe(false);
    },
  );

  it("believes the source's own flag", () => {
    expect(plain.read('1.0', { prerelease: true }).prerelease).toBe(true);
    expect(plain.read('1.0', { prerelease: undefined }).prerelease).toBe(false);
  });

  it("believes its own pre-release pattern more than the source's flag", () => {
    const odd = orderingFor({ scheme: 'generic', prereleasePattern: '^v?\\d+\\.\\d*[13579](\\.|$)' });
    expect(odd.read('v3.35.1', { prerelease: false }).prerelease).toBe(true);
    expect(odd.read('v3.36.1', { prerelease: false }).prerelease).toBe(false);
  });

  it('takes the version out of a tag and ignores tags of other things', () => {
    const cli = orderingFor({ scheme: 'semver', tagPattern: '^cli/v(.+)$' });
    expect(cli.read('cli/v1.2.3')).toMatchObject({ key: '111213/', valid: true, ignored: false });
    expect(cli.read('server/v9.0.0').ignored).toBe(true);
    expect(cli.read('1.2.3')).toMatchObject({ key: '111213/', ignored: true });
  });

  it('finds the ignore and the pre-release pattern in the tag and in the version taken from it', () => {
    const ordering = orderingFor({
      scheme: 'generic',
      tagPattern: 'log4j-(.+?)(?:-win)?$',
      ignorePattern: '-win$|^1\\.',
      prereleasePattern: '^3\\.',
    });
    expect(ordering.read('log4j-2.17')).toMatchObject({ key: '12217*', ignored: false, prerelease: false });
    expect(ordering.read('log4j-2.17-win').ignored).toBe(true);
    expect(ordering.read('log4j-1.2').ignored).toBe(true);
    expect(ordering.read('log4j-3.0').prerelease).toBe(true);
  });

  it.each([
    'nightly',
    'latest_develop',
    'latest-commit-build',
    'stable',
    'edge',
    'nightly-alpine',
    'latest-x86_64',
    '.',
    '7ee5c11',
  ])('ignores what names no version, unless dates decide: %s', (label) => {
    expect(plain.read(label).ignored).toBe(true);
    expect(orderingFor({ scheme: 'date' }).read(label, { releasedAt: '2026-01-01' }).ignored).toBe(false);
  });

  it.each([
    '0',
    'v0.0',
    '2',
    'nightly-20260801',
    'edge-1.2-arm64',
    'llvmorg-19-init',
    '5prealpha',
    '１.2',
    'III',
    'focal',
    'b',
  ])('does not ignore what names one: %s', (label) => expect(plain.read(label).ignored).toBe(false));

  it('orders by date where the text has no order', () => {
    const dated = orderingFor({ scheme: 'date' });
    expect(
      dated.read('buster', { releasedAt: '2019-07-06' }).key < dated.read('bookworm', { releasedAt: '2023-06-10' }).key,
    ).toBe(true);
  });

  it('is shared by products with equal settings', () => {
    const settings: OrderingSettings = { scheme: 'generic', ignorePattern: 'x' };
    expect(orderingFor({ ...settings })).toBe(orderingFor({ ...settings, tagPattern: null }));
    expect(orderingFor({ ...settings })).not.toBe(orderingFor({ scheme: 'generic' }));
  });

  it('finds nothing with a pattern that does not compile, and does not throw', () => {
    const broken = orderingFor({
      scheme: 'calver',
      calverPattern: 'no year',
      tagPattern: '(',
      ignorePattern: '[',
      prereleasePattern: '(?=a)',
    });
    expect(broken.read('1.0')).toEqual({ key: '!11*', prerelease: false, valid: false, ignored: true });
  });

  it.each(['9'.repeat(100_000), '\0', '🎉', 'constructor', '__proto__', '\ud83c', ''])('reads %.20s', (label) => {
    const settings: OrderingSettings = {
      scheme: 'generic',
      tagPattern: '(.*)',
      ignorePattern: '(a*)*b',
      prereleasePattern: '\\p{L}{3}$',
    };
    expect(orderingFor(settings).read(label).key).toMatch(/^[!-~]{1,255}$/);
  });
});

describe('patterns of users', () => {
  it.each([
    ['^v(.+)$', null, null],
    ['(?i)nightly', null, /exactly one group/],
    ['(a)(b)', null, /exactly one group/],
    ['', /empty/, /empty/],
    ['a'.repeat(256), /at most 255/, /at most 255/],
    ['[', /is not a regular expression/, /is not a regular expression/],
    ['(?=a)', /is not a regular expression/, /is not a regular expression/],
    ['(.{1,900}){1,900}', /is too large/, /is too large/],
    ['((?:(?:[a-z0-9]?){30}){30}[^a-z0-9])', /is too large/, /is too large/],
    [`(${'a'.repeat(180)})`, null, null],
    ['(.{1,500}x{1,500}y{1,500})', /is too large/, /is too large/],
  ])('%.20s', (pattern, problem, tagProblem) => {
    const matches = (answer: string | null, expected: RegExp | null) =>
      expected ? expect(answer).toMatch(expected) : expect(answer).toBeNull();
    matches(validatePattern(pattern), problem);
    matches(validateTagPattern(pattern), tagProblem);
  });

  it('run in linear time', async () => {
    const evil = orderingFor({ scheme: 'generic', ignorePattern: '^(([a-z])+.)+[A-Z]([a-z])+$' });
    const work = () => {
      for (let i = 0; i < 20; i += 1) evil.read('a'.repeat(255) + i);
    };
    expect(await workOf(work)).toBeLessThan(1_000);
  });
});

interface Product {
  software: { name: string };
  versions: { version: string; released_at: string; removed_at?: string }[];
}

describe('the catalogue that comes with the service', () => {
  const text = gunzipSync(
    readFileSync(join(__dirname, '..', '..', '..', '..', 'data', 'catalogue.ndjson.gz')),
  ).toString();
  const products = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Product);

  function latest(name: string, settings: OrderingSettings): string | undefined {
    const ordering = orderingFor(settings);
    const versions = products.find((product) => product.software.name === name)?.versions ?? [];
    return versions
      .filter((version) => version.removed_at === undefined)
      .map((version) => ({ label: version.version, ...ordering.read(version.version) }))
      .filter((version) => !version.ignored && !version.prerelease)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .at(-1)?.label;
  }

  it('has only versions with short keys, in every scheme', () => {
    const all = products.flatMap((product) => product.versions.map((version) => version.version));
    expect(all.length).toBeGreaterThan(50_000);
    const labels = all.filter((_, at) => at % atScale(10, 1) === 0);
    for (const scheme of ['generic', 'semver', 'pep440', 'debian', 'rpm', 'maven', 'calver'] as const) {
      const ordering = orderingFor({ scheme });
      expect(labels.filter((label) => !/^[!-~]{1,120}$/.test(ordering.read(label).key))).toEqual([]);
    }
  });

  it.each([
    ['Joomla!', '13.1', '^1[1-3]\\.', /^6\./],
    ['hex-editor-neo', '2023', '^2023$', /^8\./],
    ['px', '2018-05-18', '^\\d{4}-\\d\\d-\\d\\d$', /^0\./],
    ['sudo', '2013-07-03', '^\\d{4}-', /^0\.2020/],
    ['Velociraptor', '0.65.3', '^0\\.6\\d\\.', /^0\.7/],
  ])('%s, with the stray version %s, is right with an ignore pattern', (name, stray, ignorePattern, right) => {
    expect(latest(name, { scheme: 'generic' })).toBe(stray);
    expect(latest(name, { scheme: 'generic', ignorePattern })).toMatch(right);
  });
});

import { gzipSync } from 'node:zlib';
import { parsePlainYaml } from '../../../src/source/sources/plain-yaml';
import { SourceError } from '../../../src/common/fetch/source-error';
import { closeAll } from '../../notification/providers/peers';
import { sourceAt } from './one-source';
import { tarball } from './tarball';
import { workOf } from '../../setup/timing';

afterEach(closeAll);

describe('YAML', () => {
  test('keeps each value as it is written', () => {
    const text = 'a: 1.10\nb: 0x10\nc: 2026-06-24\nd: no\ne:\nf: "1\\t2"\n__proto__: {polluted: yes}\na: 2\n';
    const found = parsePlainYaml(text) as Record<string, unknown>;
    expect(found).toMatchObject({ a: '2', b: '0x10', c: '2026-06-24', d: 'no', e: '', f: '1\t2' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    ['aliases', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]'],
    ['two documents', 'a: 1\n---\nb: 2'],
    ['an unclosed list', '[a, b'],
    ['lists in lists', '['.repeat(200_000)],
    ['lists in lists, another way', '- '.repeat(200_000)],
    ['maps in maps', '{a: '.repeat(100_000)],
    ['keys in keys', '? '.repeat(100_000)],
    ['levels by indentation', Array.from({ length: 600 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
    ['too many tokens', `[${'a,'.repeat(300_000)}]`],
    ['too much', 'a'.repeat(1_600_000)],
  ])('%s are an error, and soon', async (_what, text) => {
    const work = () => expect(() => parsePlainYaml(text)).toThrow(SourceError);
    expect(await workOf(work)).toBeLessThan(30_000);
  });
});

describe('Helm charts', () => {
  const fetchOf = async (body: string, chart = 'b') => {
    const { fetch, url } = await sourceAt('helm-index');
    return fetch({ repository: url, chart }, () => [200, {}, body]);
  };
  const entry = (version: string) => `  - version: ${version}\n    created: "2026-01-02T03:04:05.123456789+01:00"\n`;

  test('one chart is cut out of a long index', async () => {
    const others = Array.from({ length: 20_000 }, (_, index) => `  a${index}:\n${entry('9.9.9')}${entry('9.9.8')}`);
    const body = `apiVersion: v1\nentries:\n${others.join('')}  b:\n${entry('1.10')}${entry('1.9')}  c:\n${entry('3')}generated: x\n`;
    expect(body.length).toBeGreaterThan(2_000_000);
    expect(await fetchOf(body)).toEqual([
      { version: '1.10', releasedAt: '2026-01-02T02:04:05.123Z', prerelease: null, notesUrl: null },
      { version: '1.9', releasedAt: '2026-01-02T02:04:05.123Z', prerelease: null, notesUrl: null },
    ]);
    expect(await fetchOf(body, 'c')).toMatchObject([{ version: '3' }]);
    await expect(fetchOf(body, 'd')).rejects.toMatchObject({ code: 'size' });
  });

  test('an index that is written in another way is read as a whole', async () => {
    const flow = '{"apiVersion":"v1","entries":{"b":[{"version":"2.0"}],"a":[{"version":"1.0"}]}}';
    expect(await fetchOf(flow)).toMatchObject([{ version: '2.0' }]);
    expect(await fetchOf('entries:\n    "b":\n      - version: 2.1\n')).toMatchObject([{ version: '2.1' }]);
    expect(await fetchOf(`entries:\r\n  b:\r\n${entry('2.2').replaceAll('\n', '\r\n')}`)).toMatchObject([
      { version: '2.2' },
    ]);
  });

  test('an annotation says whether it is a pre-release, and a deprecated chart is no withdrawn one', async () => {
    const annotated = (version: string, word: string) =>
      `  - version: ${version}\n    deprecated: true\n    annotations:\n      artifacthub.io/prerelease: "${word}"\n`;
    const body = `entries:\n  b:\n${annotated('2', 'true')}${annotated('1', 'false')}${annotated('0', 'perhaps')}`;
    const found = await fetchOf(body);
    expect(found.map(({ prerelease, withdrawn }) => [prerelease, withdrawn])).toEqual([
      [true, undefined],
      [false, undefined],
      [null, undefined],
    ]);
  });

  test.each(['entries:\n  c: []\n', 'entries: {}\n'])('%j has no such chart', (body) =>
    expect(fetchOf(body, 'constructor')).rejects.toMatchObject({ code: 404 }),
  );
});

describe('winget manifests', () => {
  const fetchOf = async (body: Buffer | string) => {
    const { fetch, url } = await sourceAt('winget-manifest');
    return fetch({ url: `${url}/x.tar.gz`, package: 'Vendor.Tool' }, () => [200, {}, body]);
  };
  const manifest = (version: string, rest: string, identifier = 'Vendor.Tool') =>
    `PackageIdentifier: ${identifier}\nPackageVersion: ${version}\n${rest}\n`;

  test('those of one version complete each other, in any order, and those of other packages are left out', async () => {
    const notes = (language: string) => `ReleaseNotesUrl: https://example.com/${language}`;
    const archive = tarball({
      'a.locale.de-DE.yaml': manifest('1.10', `${notes('de')}\nManifestType: locale`),
      'a.locale.en-US.yaml': manifest('1.10', `${notes('en')}\nManifestType: defaultLocale`),
      'a.locale.fr-FR.yaml': manifest('1.10', `${notes('fr')}\nManifestType: locale`),
      'a.installer.yaml': manifest('1.10', 'Installers:\n- ReleaseDate: 2026-02-03\n- ReleaseDate: 2026-02-01'),
      'b.yaml': manifest('1.9', '', 'vendor.tool'),
      'c.yaml': manifest('9.9', '', 'Vendor.Tool.Beta'),
      'broken.yaml': 'PackageIdentifier: Vendor.Tool\n  x: [',
      'list.yaml': '- Vendor.Tool',
      'read.me': manifest('7', ''),
    });
    expect(await fetchOf(archive)).toEqual([
      { version: '1.10', releasedAt: '2026-02-01T00:00:00.000Z', prerelease: null, notesUrl: 'https://example.com/en' },
      { version: '1.9', releasedAt: null, prerelease: null, notesUrl: null },
    ]);
  });

  test.each<[string, Buffer | string, RegExp]>([
    ['nothing of this package', tarball({ 'a.yaml': manifest('1', '', 'Other.Tool') }), /no manifest of this package/],
    ['an archive that grows without end', gzipSync(Buffer.alloc(140 * 1024 * 1024)), /too (long|large)/],
    ['a cut archive', tarball({ 'a.yaml': manifest('1', '') }).subarray(0, 60), /not a \.tar\.gz/],
    ['gzip of something else', gzipSync(Buffer.alloc(1_000, 'x')), /corrupt/],
    [
      'too many entries',
      tarball(Object.fromEntries(Array.from({ length: 100_001 }, (_, i) => [`${i}`, '']))),
      /entries/,
    ],
    ['a manifest that is too long', tarball({ 'a.yaml': manifest('1', `# ${'x'.repeat(300_000)}`) }), /no manifest/],
  ])('%s is an error', (_what, body, words) => expect(fetchOf(body)).rejects.toThrow(words));
});

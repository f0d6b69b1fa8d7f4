import fc from 'fast-check';
import { compare, SCHEME_NAMES, schemeFor, type VersionScheme } from 'version-order';
import { vectorVersions } from './vector-files';
import { atScale } from '../../../../test/setup/scale';

const KEY = /^[!-~]{1,255}$/;

const schemes: VersionScheme[] = [
  ...SCHEME_NAMES.map((scheme) => schemeFor({ scheme })),
  schemeFor({ scheme: 'calver', calverPattern: 'DD.MM.YYYY-MODIFIER' }),
];
const generic = schemeFor({ scheme: 'generic' });

/** Any UTF-16 units at all, unpaired surrogates and NUL among them. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((units) => String.fromCharCode(...units));
const pieces = [
  '1',
  '0',
  '10',
  '2024',
  '.',
  '-',
  '+',
  '~',
  '^',
  '_',
  ' ',
  ':',
  '!',
  '/',
  '@',
  'v',
  'a',
  'b',
  'p',
  'rc',
  'alpha',
  's',
  'pre-',
  '-0.4.',
  'basepoints/',
  '_p',
  '-r',
  '.x-dev',
  '.a.0',
];
const versionLike = fc
  .array(fc.constantFrom(...pieces, 'beta', 'dev', 'final', 'foo', 'post', 'init', 'SNAPSHOT', 'é'), { maxLength: 12 })
  .map((list) => list.join(''));
const version = fc.oneof(versionLike, fc.constantFrom(...vectorVersions()), anyText);

const numbers = fc.array(fc.oneof(fc.nat(12), fc.nat(), fc.constant(0)), { minLength: 1, maxLength: 5 });
const suffix = fc.constantFrom(
  '',
  '-rc1',
  '-alpha.3',
  '.beta2',
  '-foo',
  'a',
  'p1',
  '-1-dev',
  '+8',
  '-SNAPSHOT',
  '.post2',
  '-S1',
  '-pre-beta',
  '-417.4.beta',
  '-init',
);
const ordinary = fc.tuple(numbers, suffix).map(([list, end]) => list.join('.') + end);

describe.each(schemes.map((scheme) => [scheme.name, scheme] as const))('the scheme %s', (_name, scheme) => {
  it('makes keys of 1 to 255 characters from ! to ~ of any text', () => {
    fc.assert(
      fc.property(version, (text) => KEY.test(scheme.key(text))),
      { numRuns: atScale(400, 2_000) },
    );
  });

  it('is a total order', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        const [low, middle, high] = [a, b, c].sort((x, y) => compare(scheme, x, y)) as [string, string, string];
        expect(compare(scheme, low, middle)).toBeLessThanOrEqual(0);
        expect(compare(scheme, low, high)).toBeLessThanOrEqual(0);
        expect(compare(scheme, high, low)).toBe(0 - compare(scheme, low, high));
        expect(compare(scheme, a, a)).toBe(0);
      }),
    );
  });

  it('sorts every text it does not accept below every one it accepts', () => {
    const texts = [...fc.sample(version, 2_000), ...vectorVersions()];
    const keys = (accepted: boolean) =>
      texts.filter((text) => scheme.valid(text) === accepted).map((text) => scheme.key(text));
    const highest = keys(false).sort().at(-1) ?? '';
    expect(keys(true).filter((key) => key <= highest)).toEqual([]);
  });

  it.each([
    ['100,000 digits', '9'.repeat(100_000)],
    ['100,000 zeros', '0'.repeat(100_000)],
    ['letters and digits in turn', 'a1'.repeat(50_000)],
    ['hyphens', '1-'.repeat(50_000)],
    ['hyphens between numbers with dots', '1.1-'.repeat(50_000)],
    ['a long number, a hyphen and a long number', '1.' + '9'.repeat(120) + '-' + '9'.repeat(120) + '.1.beta'],
    ['dots', '.0'.repeat(50_000)],
    ['blanks', ' '.repeat(100_000)],
    ['slashes', 'a/'.repeat(50_000)],
    ['identifiers and an end that does not fit', '1.0-' + 'a.'.repeat(100) + '\0'],
    ['NUL', '1.0\0rc1'],
    ['emoji', '1.0-🎉2'],
    ['an unpaired surrogate', '1.0\ud83c'],
    ['names that objects have', '__proto__1.constructor.2-toString'],
    ['nothing', ''],
  ])('reads %s quickly and without an error', (_what, text) => {
    const start = process.cpuUsage();
    for (let i = 0; i < 10; i += 1) {
      expect(scheme.key(text + i)).toMatch(KEY);
      scheme.prerelease(text + i);
      scheme.seriesRange(text + i);
    }
    // Ten times a millisecond or two of this process's processor, and as much again for a core that is shared.
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(500);
  });

  it('has a range for a series, or none, and never an empty one', () => {
    fc.assert(
      fc.property(version, (text) => {
        const range = scheme.seriesRange(text);
        if (range) expect(range.gte < range.lt).toBe(true);
      }),
    );
  });
});

describe('the scheme generic', () => {
  it('does not mind a v, capitals, leading zeros or .0 at the end', () => {
    fc.assert(
      fc.property(ordinary, (text) => {
        const key = generic.key(text);
        expect(generic.key('v' + text)).toBe(key);
        expect(generic.key(text.toUpperCase())).toBe(key);
        expect(generic.key(text.replace(/(^|\.)(\d)/g, '$100$2'))).toBe(key);
        expect(generic.key(text + '.0')).toBe(key);
        expect(generic.key('release-' + text)).toBe(key);
      }),
      { numRuns: atScale(400, 2_000) },
    );
  });

  it('orders numbers by value, place after place', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const place = Array.from({ length: 5 }, (_, i) => (a[i] ?? 0) - (b[i] ?? 0)).find(
          (difference) => difference !== 0,
        );
        expect(compare(generic, a.join('.'), b.join('.'))).toBe(Math.sign(place ?? 0));
      }),
    );
  });

  it('never cuts the key of a version of ordinary shape and less than 100 characters', () => {
    fc.assert(fc.property(version, (text) => expect(generic.key(text.slice(0, 100)).length).toBeLessThan(255)));
  });
});

/** The start of a version's numbers; where zeros at the end do not count, missing numbers are zero. */
function belongs(list: number[], series: number[], zerosCount: boolean): boolean {
  if (zerosCount && list.length < series.length) return false;
  return series.every((number, index) => number === (list[index] ?? 0));
}

describe('a series has exactly the versions whose numbers begin with it', () => {
  const small = (max: number) => fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: max });
  const ends: [Parameters<typeof schemeFor>[0]['scheme'], boolean, string[]][] = [
    ['generic', false, ['', '-rc1', 'a', 'p1', '+8', '-foo', '.0', '.beta2']],
    ['semver', false, ['', '-rc.1', '-0', '+8']],
    ['pep440', false, ['', 'rc1', '.dev0', '.post1', '+8', '.0']],
    ['debian', true, ['', '~rc1', '-1', '+dfsg-1', 'a', '-0ubuntu1~20']],
    ['rpm', true, ['', '~rc1', '^git1', '-1.fc40', 'a']],
    ['calver', false, ['', '-rc1', '.0']],
    ['gem', false, ['', '.rc1', '-beta.2', '-1', '.0', '.a.0.1']],
    ['composer', false, ['', '-rc1', 'beta', '-dev', '-p1', '+8']],
    ['nuget', false, ['', '-rc.1', '-0', '+8']],
    ['pvp', true, ['']],
    ['cran', true, ['']],
    ['apk', true, ['', 'a', '_rc1', '_p1', '-r0', '~0a', '_foo']],
    ['alpm', true, ['', 'rc1', '.rc1', '-1', '_a']],
  ];

  it.each(ends)('%s', (name, zerosCount, suffixes) => {
    const scheme = schemeFor({ scheme: name });
    fc.assert(
      fc.property(small(4), fc.constantFrom(...suffixes), small(3), (list, end, series) => {
        const range = scheme.seriesRange(series.join('.'));
        const key = scheme.key(list.join('.') + end);
        return range !== null && (key >= range.gte && key < range.lt) === belongs(list, series, zerosCount);
      }),
      { numRuns: atScale(600, 3_000) },
    );
  });

  it('maven', () => {
    const scheme = schemeFor({ scheme: 'maven' });
    fc.assert(
      fc.property(
        small(4),
        fc.constantFrom('', '-rc1', '-SNAPSHOT', '.Final', '-sp1', '-jre'),
        small(3),
        (list, end, series) => {
          const range = scheme.seriesRange(series.join('.'));
          const key = scheme.key(list.join('.') + end);
          expect([list, end, series, range !== null && key >= range.gte && key < range.lt]).toEqual([
            list,
            end,
            series,
            belongs(list, series, false),
          ]);
        },
      ),
      { numRuns: atScale(600, 3_000) },
    );
  });
});

import { contains, formatVers, parseVers, type RangeEvent, VersError, versOf } from 'version-order';
import { workOf } from '../../../../test/setup/timing';
import { compareVersions } from './compare';

const canonical = (text: string) => formatVers(parseVers(text));
const has = (range: string, version: string) => contains(parseVers(range), version);

describe('a version range', () => {
  it('is read into constraints in the order of their versions', () => {
    expect(parseVers('vers:npm/<5.0.0|1.2.3|!=3.1.0|>=2.0.0')).toEqual({
      type: 'npm',
      constraints: [
        { comparator: '=', version: '1.2.3' },
        { comparator: '>=', version: '2.0.0' },
        { comparator: '!=', version: '3.1.0' },
        { comparator: '<', version: '5.0.0' },
      ],
    });
  });

  it.each([
    ['sorted by its scheme', 'vers:pypi/1.10|1.9|1.10rc1', 'vers:pypi/1.9|1.10rc1|1.10'],
    ['without what is repeated', 'vers:npm/2.0.0|1.0.0|2.0.0|1.0', 'vers:npm/1.0.0|2.0.0'],
    ['not simplified', 'vers:pypi/>0.1|>=0.2|0.3|<0.4|<0.5', 'vers:pypi/>0.1|>=0.2|0.3|<0.4|<0.5'],
    ['of everything', 'vers:deb/*', 'vers:deb/*'],
    ['of all', 'vers:all/*', 'vers:all/*'],
    ['of nothing', 'vers:none/*', 'vers:none/*'],
    ['of a type that nobody orders, as it is', 'vers:test/2|1|>0|2', 'vers:test/2|1|>0'],
    ['with only the necessary encoding', 'vers:npm/1.0.0%2Bb%7Cx%2f', 'vers:npm/1.0.0+b%7Cx/'],
    ['with every reserved character', 'vers:generic/%3E%3c%3D%21%2A%7C%25%20', 'vers:generic/%3E%3C%3D%21%2A%7C%25%20'],
    ['with other scripts', 'vers:lexicographic/%C3%A9|%F0%9F%8E%89', 'vers:lexicographic/%C3%A9|%F0%9F%8E%89'],
    ['with spans that meet', 'vers:npm/>=1.0.0|<2.0.0|>=2.0.0', 'vers:npm/>=1.0.0|<2.0.0|>=2.0.0'],
    ['with an epoch', 'vers:pypi/1%212.0', 'vers:pypi/1%212.0'],
    ['with times', 'vers:datetime/>=2024-01-01T00:00:00Z', 'vers:datetime/>=2024-01-01T00:00:00Z'],
  ])('is canonical %s', (_what, text, expected) => {
    expect(canonical(text)).toBe(expected);
    expect(canonical(expected)).toBe(expected);
  });

  it.each([
    ['', 'must begin with vers:'],
    ['npm/1', 'must begin with vers:'],
    ['VERS:npm/1', 'must begin with vers:'],
    ['vers:', 'a type is required'],
    ['vers:NPM/1', 'only lower-case letters'],
    ['vers:1a/1', 'must begin with a letter'],
    ['vers:a%2Fb/1', 'only lower-case letters'],
    ['vers:npm', 'constraints are required'],
    ['vers:npm/', 'constraints are required'],
    ['vers:npm/1|', 'a pipe must be between two constraints'],
    ['vers:npm/|1', 'a pipe must be between two constraints'],
    ['vers:npm/1||2', 'a pipe must be between two constraints'],
    ['vers:npm/1 |2', 'without spaces'],
    ['vers:npm/1\t', 'without spaces'],
    ['vers:npm/é', 'printable ASCII'],
    ['vers:npm/\u0000', 'printable ASCII'],
    ['vers:npm/\ud800', 'printable ASCII'],
    ['vers:npm/=1', 'has no ='],
    ['vers:npm/>=', 'a version is required after >='],
    ['vers:npm/*|1', '* must be alone'],
    ['vers:npm/1|*', '* must be alone'],
    ['vers:npm/*1', '* must be alone'],
    ['vers:npm/1.*', '* in a version must be percent-encoded'],
    ['vers:npm/1>2', '> in a version must be percent-encoded'],
    ['vers:npm/<=>1', '> in a version must be percent-encoded'],
    ['vers:npm/1%', 'invalid percent-encoding'],
    ['vers:npm/1%2', 'invalid percent-encoding'],
    ['vers:npm/%zz', 'invalid percent-encoding'],
    ['vers:npm/%ff', 'must be UTF-8'],
    ['vers:npm/%ed%a0%80', 'must be UTF-8'],
    ['vers:npm/1%00', 'control characters'],
    ['vers:npm/1%0A', 'control characters'],
    ['vers:all/1', 'the type all has no constraint but *'],
    ['vers:none/>1', 'the type none has no constraint but *'],
    ['vers:invalid/*', 'the type invalid'],
    ['vers:npm/1.0.0|>1.0.0', 'the version "1.0.0" has more than one constraint'],
    ['vers:npm/>=1.0.0|<1.0.0', 'more than one constraint'],
    ['vers:npm/1.0.0|!=1.0', 'more than one constraint'],
    ['vers:datetime/2024-01-01t00:00:00Z', 'T and Z in upper case'],
    ['vers:datetime/2024-01-01T00%3A00:00Z', 'must not be percent-encoded'],
    ['vers:datetime/2024-02-30T00:00:00Z', 'is not a version of the type datetime'],
    [`vers:npm/${'1'.repeat(256)}`, 'too long'],
  ])('is not %j', (text, message) => {
    expect(() => parseVers(text)).toThrow(VersError);
    expect(() => parseVers(text)).toThrow(message);
  });

  it.each([
    ['vers:npm/*', ['1.0.0'], []],
    ['vers:all/*', ['1', 'x'], []],
    ['vers:none/*', [], ['1']],
    ['vers:npm/1.2.3|>=2.0.0|<5.0.0', ['1.2.3', 'v1.2.3', '2.0.0', '4.9.9', '5.0.0-rc.1'], ['1.2.4', '1.9.9', '5.0.0']],
    ['vers:gem/>=2.2.0|!=2.2.1|<2.3.0', ['2.2.0', '2.2.2', '2.2'], ['2.2.1', '2.3', '2.1']],
    ['vers:npm/!=1.0.0|!=2.0.0', ['0.1.0', '1.5.0', '3.0.0'], ['1.0.0', '2.0.0']],
    ['vers:npm/<=1.0.0', ['0.1.0', '1.0.0'], ['1.0.1']],
    ['vers:npm/>1.0.0', ['1.0.1'], ['1.0.0', '0.1.0']],
    ['vers:npm/<1.0.0|>=2.0.0', ['0.1.0', '2.0.0', '9.0.0'], ['1.0.0', '1.5.0']],
    ['vers:npm/<1.0.0|>1.0.0', ['0.9.0', '1.0.1'], ['1.0.0']],
    ['vers:npm/1.0.0|!=3.0.0', ['1.0.0'], ['2.0.0', '3.0.0']],
    // Redundant ones: the first of several lower bounds counts, the last of several upper ones.
    ['vers:npm/>1.0.0|>2.0.0|<3.0.0|<4.0.0', ['1.5.0', '3.5.0'], ['1.0.0', '4.0.0']],
    ['vers:npm/<1.0.0|2.0.0|<3.0.0', ['0.1.0', '2.5.0'], ['3.0.0']],
    ['vers:deb/>=1:1.0|<1:1.1~rc1', ['1:1.0-2'], ['2.0', '1:1.1']],
    ['vers:maven/>=1.0-alpha|<1.0', ['1.0-beta', '1.0-SNAPSHOT'], ['1.0']],
    ['vers:alpine/<1.2.3-r4', ['1.2.3-r3', '1.2.3'], ['1.2.3-r4']],
    ['vers:golang/<1.2.3', ['v1.2.2', '1.2.3-0.20240101000000-abcdefabcdef'], ['v1.2.3']],
    ['vers:intdot/<10.234.5', ['10.234.4.99', '9', '10.234.4 (beta)'], ['10.234.5.0', '10.0234.05']],
  ])('%s has the versions that it should', (range, inside, outside) => {
    expect(inside.filter((version) => !has(range, version))).toEqual([]);
    expect(outside.filter((version) => has(range, version))).toEqual([]);
  });

  it.each([
    ['vers:conda/>=1', '1', 'the versions of the type conda cannot be ordered'],
    ['vers:example/1', '1', 'cannot be ordered'],
    ['vers:npm/>=1.0.0', 'latest', '"latest" is not a version of the type npm'],
    ['vers:npm/latest', '1.0.0', '"latest" is not a version of the type npm'],
    ['vers:npm/>=1.0.0', '', '"" is not a version'],
    ['vers:generic/>=1', '1\u0000', 'control characters'],
    ['vers:generic/>=1', '1\udc00', 'control characters'],
    ['vers:generic/>=1', '1'.repeat(256), 'too long'],
    ['vers:pypi/>=1', '1.'.repeat(127) + '1', 'too long'],
  ])('%s cannot say whether it has %j', (range, version, message) => {
    expect(() => has(range, version)).toThrow(VersError);
    expect(() => has(range, version)).toThrow(message);
  });

  it('has a cost that grows with its length, whatever is in it', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, at) => (at * 7_919) % 10_007);
    const ranges = ['', '>', '<', '!='].map(
      (sign) => `vers:npm/${numbers.map((one) => `${sign}${one}.0.0`).join('|')}`,
    );
    const junk = ['|', '%', '%25', '%zz', '1|', '>', '*', '1%20', '>=1|<2|'].map(
      (one) => `vers:npm/${one.repeat(20_000)}`,
    );
    const work = await workOf(() => {
      expect(ranges.map((range) => has(range, '10001.0.0'))).toEqual([true, true, true, false]);
      for (const text of junk) expect(() => has(text, '1.0.0')).toThrow(VersError);
    });
    expect(work).toBeLessThan(3_000);
  });
});

describe('the order of a type that has no scheme', () => {
  it.each([
    ['conan', ['1.0-', '1.0-alpha.2', '1.0-alpha.10', '1.0', '1.0+b2', '1.1', '1.1a', '9', '9d', '10', '10.a']],
    [
      'gentoo',
      [
        '1.0_alpha',
        '1.0_alpha1',
        '1.0_beta',
        '1.0_pre',
        '1.0_rc9',
        '1.0',
        '1.0-r1',
        '1.0_p',
        '1.0b',
        '1.0.0',
        '1.01',
        '1.1',
        '1.10',
      ],
    ],
    [
      'openssl',
      [
        '0.9.8z',
        '0.9.8zh',
        '1.0.2',
        '1.0.2a',
        '1.1.1-pre9',
        '1.1.1',
        '1.1.1w',
        '3.0.0-alpha1',
        '3.0.0-beta2',
        '3.0.0',
        '3.0.10',
      ],
    ],
    ['intdot', ['0.9', '1', '1.2', '1.10', '10.0.1']],
    ['lexicographic', ['', 'A', 'a', 'aa', '\uffee', '🎉'].slice(1)],
    [
      'datetime',
      [
        '0001-01-01T00:00:00Z',
        '1969-12-31T23:59:59.5Z',
        '1970-01-01T00:00:00Z',
        '2024-01-01T00:00:00.09+01:00',
        '2023-12-31T23:00:00.1Z',
        '2024-12-31T23:59:60Z',
        '2025-01-01T00:00:00.000001Z',
        '9999-12-31T23:59:59-23:59',
      ],
    ],
  ])('%s', (type, versions) => {
    const wrong = versions.flatMap((a, i) =>
      versions.map((b, j) => [a, b, Math.sign(compareVersions(type, a, b)) === Math.sign(i - j)]),
    );
    expect(wrong.filter(([, , isRight]) => !isRight)).toEqual([]);
  });

  it.each([
    ['gentoo', 'x1'],
    ['gentoo', '1.0-1'],
    ['openssl', '1.0.2-'],
    ['intdot', '.1'],
    ['datetime', '2024-01-01'],
    ['datetime', '2024-13-01T00:00:00Z'],
    ['datetime', '2023-02-29T00:00:00Z'],
    ['datetime', '2023-02-28T24:00:00Z'],
  ])('%s has no version %s', (type, version) =>
    expect(() => compareVersions(type, version, version)).toThrow(VersError),
  );
});

describe('the range of events', () => {
  it.each<[string, RangeEvent[][], string]>([
    ['npm', [[{ introduced: '1.0.0' }, { fixed: '1.2.3' }]], 'vers:npm/>=1.0.0|<1.2.3'],
    ['npm', [[{ introduced: '0' }, { fixed: '1.2.3' }]], 'vers:npm/<1.2.3'],
    ['npm', [[{ introduced: '0' }]], 'vers:npm/*'],
    ['npm', [[{ introduced: '1.0.0' }, { last_affected: '1.2.3' }]], 'vers:npm/>=1.0.0|<=1.2.3'],
    ['npm', [[{ introduced: '1.0.0' }, { last_affected: '1.0.0' }]], 'vers:npm/1.0.0'],
    [
      'npm',
      [[{ fixed: '2.1.0' }, { introduced: '2.0.0' }, { fixed: '1.5.0' }, { introduced: '1.0.0' }]],
      'vers:npm/>=1.0.0|<1.5.0|>=2.0.0|<2.1.0',
    ],
    [
      'npm',
      [
        [{ introduced: '1.0.0' }, { fixed: '2.0.0' }],
        [{ introduced: '1.5.0' }, { fixed: '3.0.0' }],
      ],
      'vers:npm/>=1.0.0|<3.0.0',
    ],
    [
      'npm',
      [
        [{ introduced: '1.0.0' }, { fixed: '2.0.0' }],
        [{ introduced: '2.0.0' }, { fixed: '3.0.0' }],
      ],
      'vers:npm/>=1.0.0|<3.0.0',
    ],
    ['npm', [[{ introduced: '0' }, { fixed: '2.0.0' }, { introduced: '2.0.1' }]], 'vers:npm/<2.0.0|>=2.0.1'],
    [
      'npm',
      [[{ introduced: '1.0.0' }, { introduced: '1.1.0' }, { fixed: '1.2.0' }, { fixed: '1.3.0' }]],
      'vers:npm/>=1.0.0|<1.2.0',
    ],
    ['pypi', [[{ introduced: '1!1.0' }, { fixed: '1!1.1' }]], 'vers:pypi/>=1%211.0|<1%211.1'],
    ['npm', [[{ fixed: '1.0.0' }]], 'vers:none/*'],
    ['npm', [[{ introduced: '1.0.0' }, { fixed: '1.0.0' }]], 'vers:none/*'],
    ['npm', [[], []], 'vers:none/*'],
    ['npm', [], 'vers:none/*'],
  ])('%s %j is %s', (type, events, expected) => {
    expect(versOf(type, events)).toBe(expected);
    expect(canonical(expected)).toBe(expected);
  });

  it('is none of a type without an order, nor of what is no version', () => {
    expect(() => versOf('conda', [[{ introduced: '0' }]])).toThrow('cannot be ordered');
    expect(() => versOf('npm', [[{ introduced: 'x' }]])).toThrow('"x" is not a version');
    expect(() => versOf('generic', [[{ fixed: '1\ud800' }]])).toThrow('control characters');
  });
});

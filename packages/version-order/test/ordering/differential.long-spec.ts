import { spawnSync } from 'node:child_process';
import { compare as comparePep440, valid as validPep440 } from '@renovatebot/pep440';
import fc from 'fast-check';
import semver from 'semver';
import { compare, schemeFor } from 'version-order';
import { atScale } from '../../../../test/setup/scale';
import { rpmCompare } from './rpm-reference';
import { vectorVersions } from './vector-files';

/** Blanks around a version are for us to drop, and not every oracle does. */
const seen = vectorVersions().map((text) => text.trim());

/** A version of the vectors, one made of these pieces, or the start of the one with the end of the other. */
function versions(pieces: string[]): fc.Arbitrary<string> {
  const made = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }).map((list) => list.join(''));
  const mixed = fc
    .tuple(fc.constantFrom(...seen), made, fc.nat(12))
    .map(([start, end, length]) => (start.slice(0, length) + end).trim());
  return fc.oneof(made, mixed, fc.constantFrom(...seen));
}

function pairs(pieces: string[], wanted: (version: string) => boolean): fc.Arbitrary<[string, string]> {
  const version = versions(pieces).filter(wanted);
  const cut = fc
    .tuple(version, fc.nat(20))
    .map(([text, length]): [string, string] => [text, text.slice(0, length).trim()]);
  return fc.oneof(
    fc.tuple(version, version),
    cut.filter(([, b]) => wanted(b)),
  );
}

describe('the scheme semver', () => {
  const scheme = schemeFor({ scheme: 'semver' });
  const wanted = (text: string) =>
    scheme.valid(text) && semver.valid(text, { loose: true }) !== null && !FOUR_PARTS.test(text);
  /** npm's loose mode reads 1.7.33.1 as 1.7.3-3.1; four parts are numbers to us. */
  const FOUR_PARTS = /^[v=\s]*\d+\.\d+\.\d+\./i;
  const pieces = [
    '1.0.0',
    '0.1.10',
    '2.3.4',
    '-',
    '.',
    '0',
    '1',
    '10',
    '01',
    'a',
    'Z',
    'rc',
    'beta',
    '-',
    '.',
    '+',
    'x1',
  ];

  it('orders as npm does', () => {
    fc.assert(
      fc.property(pairs(pieces, wanted), ([a, b]) => {
        expect([a, b, compare(scheme, a, b)]).toEqual([a, b, semver.compare(a, b, { loose: true })]);
        expect([a, scheme.prerelease(a)]).toEqual([a, semver.prerelease(a, { loose: true }) !== null]);
      }),
      { numRuns: atScale(1_000, 5_000) },
    );
  });

  it('accepts every strictly valid SemVer', () => {
    const texts = seen.filter((text) => semver.valid(text, { loose: false }) !== null);
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => !scheme.valid(text))).toEqual([]);
  });
});

describe('the scheme pep440', () => {
  const scheme = schemeFor({ scheme: 'pep440' });
  const pieces = [
    '1',
    '0',
    '2.',
    '.0',
    '.1',
    'a',
    'b1',
    'rc',
    'c2',
    '.post',
    '.post1',
    '-1',
    'dev',
    '.dev1',
    '+abc',
    '+1',
    '.',
    '_',
    'preview',
    'V',
    '1!',
    'r',
  ];

  /** The oracle reads local parts such as 0b1 and 1e5 as JavaScript numbers, which Python does not. */
  const JS_NUMBER = /\+(?:.*[-_.])?\d+[a-z]/i;

  it('orders as Python does', () => {
    const wanted = (text: string) => scheme.valid(text) && !JS_NUMBER.test(text);
    fc.assert(
      fc.property(pairs(pieces, wanted), ([a, b]) => {
        expect([a, b, compare(scheme, a, b)]).toEqual([a, b, Math.sign(comparePep440(a, b))]);
      }),
      { numRuns: atScale(1_000, 5_000) },
    );
  });

  it('accepts what Python accepts', () => {
    fc.assert(
      fc.property(versions(pieces), (text) =>
        expect([text, scheme.valid(text)]).toEqual([text, validPep440(text) !== null]),
      ),
      { numRuns: atScale(1_000, 5_000) },
    );
  });
});

const hasDpkg = spawnSync('dpkg', ['--version']).status === 0;

describe('the scheme debian', () => {
  const scheme = schemeFor({ scheme: 'debian' });
  const pieces = ['a', 'b', 'Z', '1', '0', '10', '01', '2', '~', '.', '-', '+', 'rc', '~', '1:', '.'];

  (hasDpkg ? it : it.skip)('orders as the dpkg of this machine does', () => {
    // dpkg itself would take -1 for an option, and takes no epoch that is more than an int.
    const epochOf = (text: string) => Number(/^(\d+):/.exec(text)?.[1] ?? 0);
    const wanted = (text: string) => scheme.valid(text) && !text.startsWith('-') && epochOf(text) <= 0x7fffffff;
    const relation = (a: string, b: string) =>
      ['lt', 'eq', 'gt'].findIndex((name) => spawnSync('dpkg', ['--compare-versions', a, name, b]).status === 0) - 1;
    fc.assert(
      fc.property(pairs(pieces, wanted), ([a, b]) => {
        expect([a, b, compare(scheme, a, b)]).toEqual([a, b, relation(a, b)]);
      }),
      { numRuns: atScale(60, 250) },
    );
  });
});

describe('the scheme rpm', () => {
  const scheme = schemeFor({ scheme: 'rpm' });
  const pieces = ['a', 'b', 'alpha', 'Z', '1', '0', '10', '01', '2', '~', '^', '.', '-', '1:', '_', 'é', '+', 'rc'];

  it('orders as a comparison written after rpm-version(7) does', () => {
    fc.assert(
      fc.property(
        pairs(pieces, () => true),
        ([a, b]) => {
          expect([a, b, compare(scheme, a, b)]).toEqual([a, b, rpmCompare(a.trim(), b.trim())]);
        },
      ),
      { numRuns: atScale(1_000, 5_000) },
    );
  });
});

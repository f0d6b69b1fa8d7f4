import { isSchemeName } from 'version-order';
import { holds, readVector, schemeOf, type VectorFile, vectorFiles } from './vector-files';

const files = vectorFiles();

/** Pairs of schemes that are not ours, asked of `generic`, which cannot agree with all of them at once. */
const FOREIGN_EXCEPTIONS: Record<string, string[]> = {
  'renovate-conda': ['broken/version != broken/version'],
  'renovate-gradle': ['1.1 < 1.1.0', '1.0-ga < 1.0-release', '1.0-zeta < 1.0-SNAPSHOT'],
  'uapi-version-format': ['1+2+3 > 1.3.3', 'bar-123 < foo-123', ' < 0', '0 < ~'],
};

/** Of a scheme of ours: where its authority contradicts the file. */
const OWN_EXCEPTIONS: Record<string, string[]> = {
  // Commented out in Composer's tests: the parser accepts neither.
  composer: ['1.0.0-0.3.7 = 1.0.0.0-0.3.7'],
  // Renovate reads the stability of a requirement as that of the version; Composer drops @beta, and does not accept @alpha3.
  'renovate-composer': ['1.0@beta = 1.0.0-beta', '1.0@alpha3 = 1.0.0-alpha.3'],
};

describe('version ordering against the test suites of others', () => {
  for (const file of files) {
    const own = isSchemeName(file.scheme);
    const expected = (own ? OWN_EXCEPTIONS : FOREIGN_EXCEPTIONS)[file.name] ?? [];

    it(`${own ? file.scheme : `generic, asked about ${file.scheme},`} agrees with ${file.name} on ${file.cases.length - expected.length} of ${file.cases.length} pairs`, () => {
      const scheme = schemeOf(file.scheme);
      const wrong = file.cases.filter(([a, relation, b]) => !holds(scheme, a, relation, b));
      expect(wrong.map((pair) => pair.join(' '))).toEqual(expected);
    });
  }
});

it('go agrees with the tests of Go', () => {
  const { cases } = readVector<VectorFile>('golang-mod-semver.json');
  expect(cases.length).toBeGreaterThan(50);
  expect(cases.filter(([a, relation, b]) => !holds(schemeOf('go'), a, relation, b))).toEqual([]);
});

describe('pre-release flags of others', () => {
  const { cases } = readVector<{ cases: [string, boolean, string, string][] }>('prerelease.json');

  it('are met by the scheme of each, but for two rows of Gradle', () => {
    const wrong = cases.filter(([version, flag, , scheme]) => schemeOf(scheme).prerelease(version) !== flag);
    expect(wrong.map(([version]) => version)).toEqual(['1..2', '1.3.5-native-mt-1.3.71-release-429']);
  });

  it('are met by generic, but for those and for SemVer, where every -suffix is a pre-release', () => {
    const wrong = cases.filter(([version, flag]) => schemeOf('generic').prerelease(version) !== flag);
    expect(wrong.map(([version]) => version)).toEqual([
      '1.2.0-x.Y.0',
      '1..2',
      '1.2.0-7.Y.0',
      '22.1.50.0.d',
      '1.0.0-build.1',
      '1.3.5-native-mt-1.3.71-release-429',
      '1.0.0-1',
      '0.6.1-1',
      'v1.2.3-1',
    ]);
  });
});

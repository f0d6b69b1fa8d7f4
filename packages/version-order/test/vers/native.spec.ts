import fc from 'fast-check';
import semver from 'semver';
import { contains, formatVers, fromNative, parseVers, VersError } from 'version-order';
import { workOf } from '../../../../test/setup/timing';
import { atScale } from '../../../../test/setup/scale';

const native = (type: string, text: string) => formatVers(fromNative(type, text));

describe('a range of a package manager', () => {
  it.each([
    ['npm', '^1.2.3', '>=1.2.3|<2.0.0'],
    ['npm', '^1.2', '>=1.2.0|<2.0.0'],
    ['npm', '^0.2.3-beta.1', '>=0.2.3-beta.1|<0.3.0'],
    ['npm', '^0.0.3', '>=0.0.3|<0.0.4'],
    ['npm', '^0.0', '>=0.0.0|<0.1.0'],
    ['npm', '^0.x', '>=0.0.0|<1.0.0'],
    ['npm', '~1', '>=1.0.0|<2.0.0'],
    ['npm', '~1.2.3', '>=1.2.3|<1.3.0'],
    ['npm', '1.2.3 - 2.3.4', '>=1.2.3|<=2.3.4'],
    ['npm', '1.2 - 2.3', '>=1.2.0|<2.4.0'],
    ['npm', 'v1.X', '>=1.0.0|<2.0.0'],
    ['npm', '1.2.*', '>=1.2.0|<1.3.0'],
    ['npm', 'x', '*'],
    ['npm', '1.2.3-x', '1.2.3-x'],
    ['conan', '1.2x', '1.2x'],
    ['npm', '', '*'],
    ['npm', '>=1 ||', '*'],
    ['npm', '> 1.x', '>=2.0.0'],
    ['npm', '<=1.x', '<2.0.0'],
    ['npm', '<1.x', '<1.0.0'],
    // As the definition of the type has it; to node-semver it has no upper bound.
    ['npm', '>= 2.2.x', '>=2.2.0|<2.3.0'],
    ['npm', '>=1.0.0, <2.0.0', '>=1.0.0|<2.0.0'],
    ['npm', '>=1.0.0<2.0.0', '>=1.0.0|<2.0.0'],
    ['npm', '>=1.0.0 >=1.2.0 <2.0.0 <3.0.0', '>=1.2.0|<2.0.0'],
    ['npm', '<3 || >=2 <4', '<4.0.0'],
    ['npm', '2.1.x || 2.0.x', '>=2.0.0|<2.1.0|>=2.1.0|<2.2.0'],
    ['npm', '<1 || =1.0.0', '<=1.0.0'],
    ['npm', '>=1.0.0 <=1.0.0', '1.0.0'],
    ['pypi', '>=1.0a1,<1.0.5||>=1.1b1,<1.1.1', '>=1.0a1|<1.0.5|>=1.1b1|<1.1.1'],
    ['pypi', '~=1.4.2', '>=1.4.2|<1.5'],
    ['pypi', '~=2.2', '>=2.2|<3'],
    ['pypi', '==1.*', '>=1|<2'],
    ['pypi', '!=1.1.*', '<1.1|>=1.2'],
    ['pypi', '>=1.0, !=1.3, <2', '>=1.0|!=1.3|<2'],
    ['pypi', '===1.0', '1.0'],
    ['pypi', '>=1!2.0, <1!3', '>=1%212.0|<1%213'],
    ['pypi', '', '*'],
    ['gem', '~> 2.0', '>=2.0|<3.0'],
    ['gem', '~> 3.5.0', '>=3.5.0|<3.6'],
    ['gem', '~> 2', '>=2.0|<3.0'],
    ['gem', '~> 1.0.0.rc1', '>=1.0.0.rc1|<1.1'],
    ['gem', '(>= 1.0.1, ~> 1.0)', '>=1.0.1|<2.0'],
    ['gem', '!= 1.0', '!=1.0'],
    ['gem', '', '*'],
    ['maven', '[1.0,2.0)', '>=1.0|<2.0'],
    ['maven', '(,1.0],[1.2,)', '<=1.0|>=1.2'],
    ['maven', '[1.0]', '1.0'],
    ['maven', '1.0', '1.0'],
    ['maven', '(,)', '*'],
    ['maven', '>= 2.13.0, < 2.16.0', '>=2.13.0|<2.16.0'],
    ['nuget', '1.0', '>=1.0'],
    ['nuget', '( 1.0 , 2.0 ]', '>1.0|<=2.0'],
    ['nuget', '1.2.*', '>=1.2|<1.3'],
    ['nuget', '>= 1.0, < 2.0', '>=1.0|<2.0'],
    ['composer', '^1.2.3', '>=1.2.3|<2.0'],
    ['composer', '~1.2', '>=1.2|<2.0'],
    ['composer', '~1.2.3', '>=1.2.3|<1.3'],
    ['composer', '1.0 - 2.0', '>=1.0.0|<2.1.0'],
    ['composer', '>=1.0 <1.1 | 1.2.*', '>=1.0|<1.1|>=1.2|<1.3'],
    ['composer', 'dev-master', 'dev-master'],
    ['cargo', '1.2', '>=1.2.0|<2.0.0'],
    ['cargo', '0.3', '>=0.3.0|<0.4.0'],
    ['cargo', '=1.2', '>=1.2.0|<1.3.0'],
    ['cargo', '>1.2', '>=1.3.0'],
    ['cargo', '<=1.2', '<1.3.0'],
    ['cargo', '1.2.*', '>=1.2.0|<1.3.0'],
    ['cargo', '>=1.2, <1.5', '>=1.2.0|<1.5.0'],
    ['hex', '~> 2.0', '>=2.0.0|<3.0.0'],
    ['hex', '>= 1.0.0 and < 2.0.0 or == 3.0.0', '>=1.0.0|<2.0.0|3.0.0'],
    ['pub', '^0.1.2', '>=0.1.2|<0.2.0'],
    ['pub', 'any', '*'],
    ['deb', '(>> 2.23), (<< 2.24)', '>2.23|<2.24'],
    ['deb', '>= 1:1.0~rc1', '>=1:1.0~rc1'],
    ['rpm', '<> 1.0', '!=1.0'],
    ['alpm', '>=1:1.0-1', '>=1:1.0-1'],
    ['golang', '>= 1.0.0, < v1.2.0', '>=1.0.0|<v1.2.0'],
    ['github', '= 1.0 || > 2.0', '1.0|>2.0'],
    ['conan', '~1', '>=1|<2-'],
    ['conan', '^0.0.3', '>=0.0.3|<0.0.4-'],
    ['conan', '>=1.0, <2.0', '>=1.0|<2.0'],
    ['conan', '', '>=0.0.0'],
    ['nginx', '0.7.52-0.8.39', '>=0.7.52|<=0.8.39'],
    ['nginx', '1.5.0+, 1.4.1+', '>=1.4.1|<1.5.0|>=1.5.0'],
    ['nginx', '0.8.40+, 0.7.66+', '>=0.7.66'],
    ['nginx', 'all', '*'],
    ['openssl', '>= 1.0.0, < 1.0.2k', '>=1.0.0|<1.0.2k'],
  ])('%s %j is %s', (type, text, expected) => {
    expect(native(type, text)).toBe(`vers:${type}/${expected}`);
    expect(parseVers(native(type, text))).toEqual(fromNative(type, text));
  });

  it.each([
    ['npm', '>2 <1'],
    ['npm', '1.0.0 2.0.0'],
    ['pypi', '<1,>2'],
    ['maven', '[2,1]'],
    ['nginx', 'none'],
    ['npm', '>*'],
  ])('%s %j is no version', (type, text) => expect(native(type, text)).toBe('vers:none/*'));

  it.each([
    ['conda', '>=1', 'the versions of the type conda cannot be ordered'],
    ['all', '*', 'cannot be ordered'],
    ['', '1', 'cannot be ordered'],
    ['__proto__', '1', 'cannot be ordered'],
    ['npm', 'latest', '"latest" is not a version of the type npm'],
    ['conan', '^main', '"main" does not begin with a number'],
    ['npm', '>', 'a version is required after >'],
    ['npm', '> = 1', '> and = need a version between them'],
    ['deb', '', 'there is no version'],
    ['deb', '~1', 'ranges of the type deb have no operator ~'],
    ['pypi', '==1.0; python_version < "3"', '"1.0;" is not a version'],
    ['maven', '[1.0,2.0', 'an interval needs two brackets'],
    ['maven', '(1.0)', 'a single version is in square brackets'],
    ['nuget', '[1.0,2.0,3.0]', 'an interval needs two brackets'],
    ['github', '[1.0,2.0)', 'ranges of the type github are not in brackets'],
    ['nginx', '', '"" is not a version'],
    ['npm', '1\u0000', 'control characters'],
    ['npm', '^1.0.0-\ud800', 'control characters'],
    ['npm', `^${'9'.repeat(60_000)}`, 'too long'],
  ])('%s %j is refused', (type, text, message) => {
    expect(() => native(type, text)).toThrow(VersError);
    expect(() => native(type, text)).toThrow(message);
  });

  it('has a cost that grows with its length, whatever is in it', async () => {
    const pieces = [
      ' ',
      '(',
      '[',
      ',',
      '|',
      '>=1.0.0 ',
      '!=1.0.0,',
      '1.0.0||',
      '[1,2],',
      '^',
      '~',
      '1.',
      'x',
      '>',
      'a -',
      '%',
    ];
    const numbers = Array.from({ length: 10_000 }, (_, at) => (at * 7_919) % 10_007);
    const work = await workOf(() => {
      for (const type of ['npm', 'maven', 'conan', 'nginx']) {
        for (const piece of pieces) tried(() => native(type, piece.repeat(60_000 / piece.length)));
      }
      for (const [sign, separator] of [
        ['!=', ' '],
        ['>=', ','],
        ['', '||'],
        ['^', '||'],
      ] as const)
        native('npm', numbers.map((one) => `${sign}${one}`).join(separator));
    });
    expect(work).toBeLessThan(20_000);
  });
});

function tried(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof VersError)) throw error;
  }
}

describe('a range of npm', () => {
  const number = fc.nat(3);
  const full = fc.tuple(number, number, number).map((numbers) => numbers.join('.'));
  const partial = fc.oneof(
    full,
    fc.tuple(number, number).map((numbers) => numbers.join('.')),
    number.map(String),
  );
  const open = fc.oneof(
    number.map((one) => `${one}.x`),
    fc.tuple(number, number).map((numbers) => `${numbers.join('.')}.*`),
  );
  // Without the two kinds that the specification reads otherwise: partial versions after a comparator, and `>=` before an open one.
  const term = fc.oneof(
    fc.tuple(fc.constantFrom('^', '~'), fc.oneof(partial, open)).map((parts) => parts.join('')),
    fc.tuple(fc.constantFrom('', '=', '<', '<=', '>'), fc.oneof(full, open)).map((parts) => parts.join('')),
    full.map((version) => `>=${version}`),
  );
  const hyphen = fc.tuple(partial, partial).map((parts) => parts.join(' - '));
  const alternative = fc.oneof(
    fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' ')),
    hyphen,
  );
  const range = fc.array(alternative, { minLength: 1, maxLength: 4 }).map((alternatives) => alternatives.join(' || '));

  it('has the releases that node-semver says', () => {
    fc.assert(
      fc.property(range, full, (text, version) => {
        expect(contains(fromNative('npm', text), version)).toBe(semver.satisfies(version, text));
      }),
      { numRuns: atScale(1_000, 5_000) },
    );
  });
});

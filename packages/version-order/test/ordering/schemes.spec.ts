import { compare, kindOfStep, schemeFor, type SchemeName, validateCalverPattern } from 'version-order';

const generic = schemeFor({ scheme: 'generic' });

describe('keys stay as they are documented (a change needs a new ORDERING_REVISION)', () => {
  it.each<[SchemeName, string, string]>([
    ['generic', '1.2.3', '111213*'],
    ['generic', 'v1.2.3', '111213*'],
    ['generic', '1.0.0', '11*'],
    ['generic', '', '*'],
    ['generic', '2024a', '42024.a!*'],
    ['generic', '1.0~rc1', '11(r!11*'],
    ['generic', '1.1.1w', '111111.w!*'],
    ['generic', 'release-3.4', '1314*'],
    ['generic', '9p1', '19-p!11*'],
    ['generic', '1.0_beta2', '11(b!12*'],
    ['generic', '20240101', '820240101*'],
    ['generic', '3.0.0-alpha.20', '13(a!220*'],
    ['generic', '10.0.19045.3693', '210051904543693*'],
    ['generic', '17.0.5+8', '217015+18*'],
    ['generic', '1:2.3-1', 'E11121311*'],
    ['generic', '3.0.0-417.4.beta', '13(!341714(b!*'],
    ['generic', '1.201801010000', '11:012201801010000*'],
    ['semver', '1.2.3-alpha.10', '111213-@alpha!210!'],
    ['semver', '1.2', '11120/'],
    ['semver', 'nonsense', '!(nonsense!*'],
    ['pep440', '1!1.0a1.post2.dev3+abc.1', 'E1111+111112013(abc!11!'],
    ['debian', '1:2.3~rc1-1ubuntu2', '11&12}&13$rc&11&&11ubuntu&12&'],
    ['rpm', '1.0~rc1^git1', '110(/rc!11+/git!11*!'],
    ['maven', '1.0-rc1', '311#3d11b*'],
    ['maven', '1-1', '3111311*'],
    ['date', 'bullseye', '!'],
  ])('%s %s', (scheme, version, key) => expect(schemeFor({ scheme }).key(version)).toBe(key));
});

describe('the scheme generic', () => {
  it.each([
    ['a path or package name is dropped', '@scope/pkg@1.2.3', '=', '1.2.3'],
    ['so is a path before a date with slashes', 'release/2024/01', '=', '2024.1'],
    ['a stage before the version stays', 'nightly-2024', '<', '0.1'],
    ['also behind words that say nothing', 'pre-release-1.0', '=', '0-pre-1.0'],
    ['also in a path', 'beta/1.2', '<', '0.1'],
    ['also before a name, where it is the start of a line', 'basepoints/gcc-15', '<', 'releases/gcc-14.1.0'],
    ['but init is part of a name there', 'cloud-init-24.1', '=', '24.1'],
    ['the start of a line is before all of it', 'llvmorg-19-init', '<', 'llvmorg-19.1.0-rc1'],
    ['before its first alpha too', 'llvmorg-19-init', '<', 'llvmorg-19.0.0-alpha1'],
    ['and behind the line before', 'llvmorg-19-init', '>', 'llvmorg-18.1.8'],
    ['whatever it is called', 'gdb-15-branchpoint', '<', 'gdb-15.0.90'],
    ['or how many', '15 basepoints', '=', '15-basepoint'],
    ['a product whose name begins like a stage is a name', 'prettier-3.0', '=', '3.0'],
    ['words for a release say nothing', '1.0.Final', '=', '1.0'],
    ['words of two parts are one', '2019 Cumulative Update 5', '=', '2019 CU5'],
    ['so is a service pack', 'Windows 7 Service Pack 1', '=', '7-SP1'],
    ['and a patch level', '1.0 Patch Level 2', '=', '1.0pl2'],
    ['a maintenance release is behind', '5.0 MR3', '>', '5.0'],
    ['whatever begins with post is behind', '1.0postfoo1', '>', '1.0'],
    ['whatever begins with pre is before', '1.0prefoo1', '<', '1.0'],
    ['a pre-alpha is before the alpha', '3.0.0-pre-alpha-5', '<', '3.0.0-alpha-1'],
    ['and before the beta', '3.0.0-pre-alpha-5', '<', '3.0.0-beta-1'],
    ['in one word as in two', '1.0-prealpha5', '=', '1.0 pre_alpha 5'],
    ['a pre-beta is before the beta', '17.2.2-pre-beta', '<', '17.2.2-beta'],
    ['and behind the alpha', '1.0-pre-beta1', '>', '1.0-alpha9'],
    ['in one word as in two', '1.0-prebeta2', '=', '1.0-pre.beta.2'],
    ['it is so in front of the numbers', 'pre-beta-1.0', '<', 'beta-1.0'],
    ['two words that only begin so stay two', '1.0-pre-alphabet', '>', '1.0-beta'],
    ["Juniper's service release is behind", '22.4R3-S1', '>', '22.4R3'],
    ['and before the next one', '22.4R3-S1', '<', '22.4R3-S2'],
    ['and before the next release', '22.4R3-S10', '<', '22.4R4'],
    ["so is BIND's", '9.18.24-S1', '>', '9.18.24'],
    ['before the next release too', '9.18.24-S1', '<', '9.18.25'],
    ['an s without a number is none', '1.0-s', '<', '1.0'],
    ['nor is a machine', '1.0-s390x', '<', '1.0'],
    ['with a short number neither', '1.0-s32g', '<', '1.0'],
    ['a letter of the version stays one', '1.1.1s', '<', '1.1.1t'],
    ['R2 is behind', 'Windows Server 2012 R2', '>', '2012'],
    ['an edition is below the plain version', '1.0-premium', '<', '1.0'],
    ['a caret is behind the version', '1.0^20240101', '>', '1.0'],
    ['and before the next one', '1.0^20240101', '<', '1.0.1'],
    ['a tilde is before the version', '1.0~20240101', '<', '1.0'],
    ['and before any suffix of it', '1.0-1~bpo9', '<', '1.0-1'],
    ['a build is behind the version', '17.0.5+8', '>', '17.0.5'],
    ['builds are ordered by number', '17.0.5+10', '>', '17.0.5+8'],
    ['a build of nothing is none', '17+0', '=', '17'],
    ['OpenSSL v is a letter, not a prefix', '1.1.1v', '>', '1.1.1u'],
    ['a git describe hash says nothing', '2.1.0-5-g1791664', '=', '2.1.0-5'],
    ['nor does a short hash behind the numbers', '1.56.2.054a929533', '=', '1.56.2'],
    ['a dated beta is no hash', '1.0b20240101', '<', '1.0b20240102'],
    ['nor is a month', '1.12dec2020', '>', '1.12dec2019'],
    ['a numbered beta is before its release', '3.0.0-417.4.beta', '<', '3.0.0'],
    ['and behind the release before', '3.0.0-290.1.beta', '>', '2.19.6'],
    ['also where the first number is zero', '3.13.0-0.4.pre', '<', '3.13.0'],
    ['and in old packages of Fedora', '1.0-0.1.rc1.fc17', '<', '1.0'],
    ['its builds are ordered by number', '3.0.0-290.1.beta', '<', '3.0.0-290.3.beta'],
    ['by the first one first', '3.0.0-290.3.beta', '<', '3.0.0-417.1.beta'],
    ['and by the second', '3.0.0-417.1.beta', '<', '3.0.0-417.4.beta'],
    ['whatever the word', '3.3.0-91.0.dev', '<', '3.3.0-279.1.beta'],
    ['where the numbers are the same, by the word', '3.4.0-99.0.dev', '<', '3.4.0-99.0.beta'],
    ['one number behind a hyphen is a revision', '4.11.0-2.beta3', '>', '4.11.0-1'],
    ['also before a word that is set off', '1.2-3-rc1', '>', '1.2-2'],
    ['and before an unknown word', '1.0-2.3.el7', '>', '1.0-2'],
    ['three numbers are a version of their own', '1.20.1-0.5.3.beta', '>', '1.20.1-0.5.2'],
    ['a digit in a name is no version', 'python3-3.11.rc1', '>', 'python3-3.10'],
    ['a snapshot may be behind the release', '1.0-1.1.git', '>', '1.0'],
    [
      'a Go pseudo-version is ordered by its time',
      'v0.0.0-20191109021931-daa7c04131f5',
      '<',
      'v0.0.0-20200101000000-aaaaaaaaaaaa',
    ],
    ['an epoch is above all', '1:0.1', '>', '2024.1'],
    ['an epoch of zero is none', '0:1.0', '=', '1.0'],
  ])('%s: %s %s %s', (_rule, a, relation, b) => {
    expect(['<', '=', '>'][compare(generic, a, b) + 1]).toBe(relation);
  });

  it.each([
    ['b3561', false],
    ['b1.7.3', false],
    ['1.0b2', true],
    ['1.0-b20240101', false],
    ['1.0b20240101', true],
    ['1.0-b3561', false],
    ['1.0-alpine', false],
    ['1.0-1', false],
    ['1.0a', false],
    ['1.0+rc1', false],
    ['1.0^git20240101', false],
    ['1.0~foo', false],
    ['6.1.0-rc3', true],
    ['2024.1-EAP', true],
    ['1.0-devel', true],
    ['3.0.0-417.4.beta', true],
    ['1.0-premium', false],
    ['nightly', true],
    ['llvmorg-19-init', true],
    ['llvmorg-19-init-12345-gabcdef012345', true],
    ['gdb-15-branchpoint', true],
    ['gcc-15 basepoints', true],
    ['basepoints/gcc-15', true],
    ['releases/gcc-15.1.0', false],
    ['cloud-init-24.1', false],
    ['124.61.1.50157-02818a4', false],
  ])('says of %s whether it is a pre-release: %s', (version, flag) => expect(generic.prerelease(version)).toBe(flag));

  it('has no series of words', () => {
    expect(generic.seriesRange('1.2-rc')).toBeNull();
    expect(generic.seriesRange('')).toBeNull();
    expect(generic.seriesRange('1.2.x')).toEqual({ gte: '1112', lt: '1112~' });
    expect(generic.seriesRange('1.0')).toEqual({ gte: '11', lt: '110~' });
    expect(generic.seriesRange('1:1.2')).toEqual({ gte: 'E111112', lt: 'E111112~' });
  });
});

describe('strict schemes', () => {
  it.each<[SchemeName, string, boolean]>([
    ['semver', '1.2.3', true],
    ['semver', ' =v1.2.3-rc.1+build', true],
    ['semver', '1.2', true],
    ['semver', '1.2.3.4', true],
    ['semver', '1.2.3beta', true],
    ['semver', '1.2.3_up1.0', true],
    ['semver', '1.2.3_4', false],
    ['semver', '1.2.3-', false],
    ['semver', '1.2.3-a..b', false],
    ['semver', '1.2.x', false],
    ['semver', '', false],
    ['pep440', '1.0.post1.dev2+local.7', true],
    ['pep440', '1.0-1', true],
    ['pep440', '1.0-SNAPSHOT', false],
    ['pep440', '1.0+_', false],
    ['debian', '1:2.3-1', true],
    ['debian', '1.2:3', false],
    ['debian', '1:1.2:3', true],
    ['debian', 'a:1', false],
    ['debian', '1.0-', false],
    ['debian', '1:', false],
    ['debian', '1_0', false],
    ['rpm', '', true],
    ['maven', '', true],
    ['calver', 'Groovy', false],
    ['calver', '0', true],
  ])('%s accepts "%s": %s', (scheme, version, valid) => expect(schemeFor({ scheme }).valid(version)).toBe(valid));

  it.each<[SchemeName, string, boolean]>([
    ['debian', '1.0~rc1-1', true],
    ['debian', '1.0-1~bpo12', false],
    ['rpm', '1.0~rc1-1.fc40', true],
    ['rpm', '1.0-0.1.rc1.fc17', true],
    ['rpm', '1.0-1.20240101git.fc40', false],
    ['maven', '1.0-M3', true],
    ['maven', '1.0-dev', true],
    ['maven', '32.1.3-jre', false],
    ['semver', '1.0.0-1', true],
    ['calver', '2024.1-LTS', false],
    ['calver', '2024.1-foo', true],
  ])('%s says of %s whether it is a pre-release: %s', (scheme, version, flag) =>
    expect(schemeFor({ scheme }).prerelease(version)).toBe(flag),
  );
});

describe('the scheme calver', () => {
  const order = (calverPattern: string, a: string, b: string) =>
    compare(schemeFor({ scheme: 'calver', calverPattern }), a, b);

  it.each([
    ['DD.MM.YYYY', '31.12.2023', '01.01.2024'],
    ['DD.MM.YYYY', '01.02.2024', '02.02.2024'],
    ['DD.MM.YYYY-MODIFIER', '01.02.2024-rc1', '01.02.2024'],
    ['YY.MM', '99.04', '04.10'],
    ['YY.MM', '99.04', '2004.10'],
    ['YY.MM', '22.04', '2022.10'],
    ['YY.0M.MICRO', '22.04', '22.04.1'],
    ['YYYY0M0D', '20240131', '20240201'],
    ['YY0M', '9912', '0001'],
    ['MAJOR.DD.MM.YYYY', '1.31.12.2023', '2.01.01.2023'],
    ['MAJOR.DD.MM.YYYY', '1.31.12.2022', '1.01.01.2023'],
    ['YYYY.MM.DD', '2024.1.31', '2024.1.31.1'],
    ['YYYY-0W', '2024-09', '2024-10'],
    ['Fall YYYY', 'Product Fall 2023', 'Product Fall 2024'],
    ['YYYY.MM', '2024.13', '2024.1'],
    ['YYYY.MM', 'nonsense', '1999.1'],
  ])('%s puts %s before %s', (pattern, a, b) => expect(order(pattern, a, b)).toBe(-1));

  it.each([
    ['YYYY.0M.0D', '2024.01.15', true],
    ['YYYY.0M.0D', '2024.12.31', true],
    ['YYYY.0M.0D', '2024.13.01', false],
    ['YYYY.0M.0D', '2024.00.01', false],
    ['YYYY.0M.0D', '2024.01.32', false],
    ['YYYY.0M.0D', '2024.01.00', false],
    ['YYYY.0M.0D', '2024.1.15', false],
    ['YYYY.0M.0D', '2024.01.5', false],
    ['YYYY.0M.0D', '2024.01.155', false],
    ['YYYY.0M.0D', '2024.01', true],
    ['YYYY.0M.0D', '2024.01-rc1', true],
    ['YYYY.0M.0D', '2024.01.rc1', true],
    ['YYYY.0M.0D', '2024.01.15.1', true],
    ['YYYY.0M.0D', '2024.01.15-1', true],
    ['YYYY.0M.0D', '2024.01.15b', true],
    ['YYYY.MM', '2024.0', false],
    ['YYYY.MM', '2024.07', true],
    ['YYYY.MM.MICRO', '2024.1', true],
    ['YYYY.MM.MICRO', '2024.1.0', true],
    ['YYYY-0W', '2024-00', true],
    ['YYYY-0W', '2024-54', false],
    ['DD.MM.YYYY', '00.01.2024', false],
  ])('%s accepts %s: %s', (calverPattern, version, valid) =>
    expect(schemeFor({ scheme: 'calver', calverPattern }).valid(version)).toBe(valid),
  );

  it('takes two and four digits for the same year', () => expect(order('YY.MM', '24.4', '2024.04')).toBe(0));

  it('has series where the pattern goes from large to small', () => {
    const scheme = schemeFor({ scheme: 'calver', calverPattern: 'YY.MM.MICRO' });
    const range = scheme.seriesRange('22.4');
    expect(range).toEqual(scheme.seriesRange('2022.04'));
    expect(range && range.gte <= scheme.key('22.04.3') && scheme.key('22.04.3') < range.lt).toBe(true);
    expect(scheme.seriesRange('22.4.1.1')).toBeNull();
    expect(schemeFor({ scheme: 'calver', calverPattern: 'DD.MM.YYYY' }).seriesRange('31')).toBeNull();
  });

  it.each([
    ['YYYY.MM.DD', null],
    ['YYYY.0M-MODIFIER', null],
    ['MM.DD', 'must have a year: YYYY, YY or 0Y'],
    ['YYYY.YY', 'must have each field only once'],
    ['MODIFIER.YYYY', 'must have MODIFIER, if at all, at its end'],
    ['YYYY' + '.'.repeat(61), 'must be at most 64 characters long'],
  ])('says of the pattern %s what is wrong with it', (pattern, problem) =>
    expect(validateCalverPattern(pattern)).toBe(problem),
  );
});

describe('the scheme date', () => {
  const scheme = schemeFor({ scheme: 'date' });

  it('orders by release date and by nothing else', () => {
    const early = scheme.key('zzz', { releasedAt: '2024-01-31' });
    const late = scheme.key('aaa', { releasedAt: '2024-01-31T12:00:00+02:00' });
    expect(early < late).toBe(true);
    expect(scheme.key('1.0', { releasedAt: '2024-01-31T10:00:00Z' })).toBe(late);
    expect(scheme.key('1.0', { releasedAt: '2024-01-31 10:00:00.000000' })).toBe(late);
  });

  it('puts versions without a date below all others, equal among themselves', () => {
    expect(scheme.key('2.0')).toBe(scheme.key('1.0', { releasedAt: null }));
    expect(scheme.key('2.0', { releasedAt: 'soon' })).toBe('!');
    expect('!' < scheme.key('1.0', { releasedAt: '0001-01-01' })).toBe(true);
  });
});

describe('the step between two versions', () => {
  it.each([
    ['1.2.3', '2.0', 'major'],
    ['1.2.3', '1.3', 'minor'],
    ['1.2', '1.2.1', 'patch'],
    ['1.2.3', '1.2.3.1', 'patch'],
    ['1.0-rc1', '1.0', 'other'],
    ['1.0-rc1', '1.0-rc2', 'other'],
    ['3.0.0-417.4.beta', '3.0.0', 'other'],
    ['1.1.1w', '1.1.1x', 'other'],
    ['1.0', '1:1.0', 'other'],
    ['1.0', 'v1.0.0', 'other'],
    ['v1.2.3', 'v1.2.4-0.20191109021931-daa7c04131f5', 'patch'],
    ['7.0.8.pre1', '7.1.0', 'minor'],
    ['3.20.1-r0', '3.20.1-r1', 'other'],
    ['latest@1f0a2b3c4d5e', 'latest@9c0a2b3c4d5e', 'other'],
  ])('from %s to %s is %s', (from, to, step) => expect(kindOfStep(from, to, null)).toBe(step));

  it.each([
    ['log4j-2.17.0', 'log4j-3.0.0', 'major'],
    ['log4j-2.17.0', 'log4j-2.17.1', 'patch'],
    ['log4j-2.17.0', '3.0', 'major'],
  ])('from %s to %s is %s, by what the tag pattern takes', (from, to, step) =>
    expect(kindOfStep(from, to, '^log4j-(.+)$')).toBe(step),
  );
});

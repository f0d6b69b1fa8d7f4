import {
  type AdvisoryRecord,
  assess,
  cvssScore,
  type KnownRecord,
  readNvd,
  readOsv,
  readSeverity,
  RecordProblem,
  vulnerabilityOf,
} from 'advisory-match';
import { orderingFor } from 'version-order';
import { affects, osv } from './records';

const known = (record: AdvisoryRecord): KnownRecord => ({ ...record, vulnerability: vulnerabilityOf(record) });
const ordering = orderingFor({ scheme: 'generic', tagPattern: null });

const states = (label: string, records: AdvisoryRecord[], by = ordering) =>
  assess(label, by, records.map(known)).map((one) => `${one.vulnerability} ${one.state} ${one.severity} ${one.fixed}`);

const nvd = (match: object | object[], more: object = {}) =>
  readNvd({
    id: 'CVE-2026-0001',
    configurations: [{ nodes: [{ operator: 'OR', negate: false, cpeMatch: [match].flat() }] }],
    ...more,
  });

const cpe = (version: string, rest = '*:*:*:*:*:*:*') => `cpe:2.3:a:vendor:tool:${version}:${rest}`;

describe('ranges of OSV', () => {
  const verdicts = (events: object[], labels: string[]) => {
    const record = readOsv(
      osv('GHSA-x', {
        affected: [{ package: { ecosystem: 'npm', name: 'tool' }, ranges: [{ type: 'SEMVER', events }] }],
      }),
    )!;
    return labels.map((label) => assess(label, ordering, [known(record)])[0]?.state ?? '-').join(' ');
  };
  const labels = ['0.9.0', '1.0.0', '1.5.0', '2.0.0', '3.0.0'];

  test.each<[string, object[], string]>([
    ['introduced and fixed', [{ introduced: '1.0.0' }, { fixed: '2.0.0' }], '- affected affected - -'],
    ['last affected', [{ introduced: '1.0.0' }, { last_affected: '2.0.0' }], '- affected affected affected -'],
    ['no end', [{ introduced: '1.5.0' }], '- - open open open'],
    ['the same version', [{ introduced: '1.5.0' }, { last_affected: '1.5.0' }], '- - affected - -'],
    ['fixed where it begins', [{ introduced: '2.0.0' }, { fixed: '2.0.0' }], '- - - - -'],
    ['reversed', [{ fixed: '2.0.0' }, { introduced: '1.0.0' }], '- affected affected - -'],
    [
      'twice',
      [{ introduced: '0' }, { introduced: '0' }, { fixed: '2.0.0' }, { fixed: '2.0.0' }],
      'affected affected affected - -',
    ],
    ['empty', [], '- - - - -'],
    ['two', [{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '2.0.0' }], 'affected - - open open'],
    ['an end before all', [{ introduced: '0' }, { fixed: '0' }], '- - - - -'],
    ['no version', [{ introduced: '0' }, { fixed: 'soon' }], '- - - - -'],
  ])('with %s', (_what, events, expected) => {
    expect(verdicts(events, labels)).toBe(expected);
  });

  test('listed versions count, also beside ranges, and where nobody can order them', () => {
    const listed = (ecosystem: string, purl?: string) =>
      readOsv(
        osv('GHSA-x', {
          affected: [
            affects(ecosystem, 'tool', ['0', '1.0.0'], {
              versions: ['1.5.0'],
              package: { ecosystem, name: 'tool', purl },
            }),
          ],
        }),
      )!;
    expect(states('1.5.0', [listed('npm')])).toEqual(['GHSA-x affected high null']);
    expect(states('v1.5', [listed('npm')])).toHaveLength(1);
    expect(states('1.5.0', [listed('Julia', 'pkg:generic/tool')])).toHaveLength(1);
    expect(states('0.5.0', [listed('Julia', 'pkg:generic/tool')])).toEqual([]);
  });

  test('a list of versions of a range without an end does not make it certain', () => {
    const record = readOsv(osv('GHSA-x', { affected: [affects('npm', 'tool', ['0'], { versions: ['1.5.0'] })] }))!;
    expect(states('1.5.0', [record])).toEqual(['GHSA-x open high null']);
  });
});

describe('records of a repository', () => {
  const git = (more: object, entry: object = {}) =>
    readOsv({
      id: 'CVE-2026-0001',
      affected: [
        {
          ranges: [
            {
              type: 'GIT',
              repo: 'https://github.com/o/tool',
              events: [{ introduced: '0' }, { fixed: 'a'.repeat(40) }],
              ...more,
            },
          ],
          ...entry,
        },
      ],
    })!;
  const tagged = orderingFor({ scheme: 'semver', tagPattern: '^cli/v(.+)$' });

  test('count by the versions in the advisory first, by listed tags second, by commits never', () => {
    const extracted = { database_specific: { extracted_events: [{ introduced: '1.0' }, { fixed: '2.0' }] } };
    const both = git(extracted, { versions: ['cli/v3.0.0'] });
    expect(both.affected).toMatchObject([{ key: { type: 'repo', value: 'pkg:github/o/tool' }, origin: 'repository' }]);
    expect(states('cli/v1.5.0', [both], tagged)).toEqual(['CVE-2026-0001 affected unknown 2.0']);
    expect(states('cli/v3.0.0', [both], tagged)).toEqual([]);
    const tags = git({}, { versions: ['cli/v3.0.0', 'web/v1.0.0'] });
    expect(states('cli/v3.0.0', [tags], tagged)).toHaveLength(1);
    expect(states('cli/v1.0.0', [tags], tagged)).toEqual([]);
    expect(git({}).affected).toEqual([]);
  });

  test('of curl and CPython are of the vendor', () => {
    const record = readOsv({
      id: 'CURL-CVE-2026-0002',
      aliases: ['CVE-2026-0002'],
      affected: [
        {
          ranges: [
            { type: 'SEMVER', events: [{ introduced: '7.1.0' }, { fixed: '8.4.0' }] },
            { type: 'GIT', repo: 'https://github.com/curl/curl.git', events: [{ introduced: '0' }] },
          ],
          versions: ['8.3.0'],
        },
      ],
    })!;
    expect(record).toMatchObject({
      database: 'curl',
      affected: [{ origin: 'vendor', key: { value: 'pkg:github/curl/curl' } }],
    });
    expect(states('8.3.0', [record])).toEqual(['CVE-2026-0002 affected unknown 8.4.0']);
  });
});

describe('configurations of NVD', () => {
  test.each<[string, object | object[], string[]]>([
    [
      'what runs on something',
      [
        { criteria: cpe('*'), vulnerable: true, versionEndExcluding: '2.0' },
        { criteria: 'cpe:2.3:o:linux:linux_kernel:-:*:*:*:*:*:*:*', vulnerable: false },
      ],
      ['a:vendor:tool'],
    ],
    ['nothing vulnerable', { criteria: cpe('*'), vulnerable: false }, []],
    ['any platform', { criteria: cpe('*', '*:*:*:*:-:*:*'), vulnerable: true }, ['a:vendor:tool']],
    ['another platform', { criteria: cpe('*', '*:*:*:*:android:*:*'), vulnerable: true }, []],
    ['a package of a kind', { criteria: cpe('*', '*:*:*:*:node.js:*:*'), vulnerable: true }, ['a:vendor:tool npm']],
    ['no version', { criteria: cpe('-'), vulnerable: true }, []],
    ['an update of a version', { criteria: cpe('1.0', 'beta1:*:*:*:*:*:*'), vulnerable: true }, ['a:vendor:tool']],
    ['any product', { criteria: 'cpe:2.3:a:vendor:*:*:*:*:*:*:*:*:*', vulnerable: true }, []],
    ['a vendor that is none', { criteria: 'cpe:2.3:a:-:-:*:*:*:*:*:*:*:*', vulnerable: true }, []],
  ])('name %s', (_what, match, expected) => {
    expect(nvd(match).affected.map(({ key, target }) => [key.value, target].filter(Boolean).join(' '))).toEqual(
      expected,
    );
  });

  test('are ordered as the product is', () => {
    const range = nvd({
      criteria: cpe('*'),
      vulnerable: true,
      versionStartExcluding: '1.0',
      versionEndIncluding: '2.0.beta2',
    });
    expect(states('1.0', [range])).toEqual([]);
    expect(states('1.1', [range])).toEqual(['CVE-2026-0001 affected unknown null']);
    expect(states('2.0.beta3', [range])).toEqual([]);
    const exact = nvd({ criteria: cpe('1.2\\+security'), vulnerable: true });
    expect(states('1.2+security', [exact])).toHaveLength(1);
    const back = nvd({
      criteria: cpe('*'),
      vulnerable: true,
      versionStartIncluding: '3.3',
      versionEndExcluding: '3.3.0.beta3',
    });
    expect(states('3.4', [back])).toEqual([]);
    const named = nvd({
      criteria: cpe('*'),
      vulnerable: true,
      versionStartIncluding: 'nightly.2026-03-10',
      versionEndExcluding: '4',
    });
    expect(states('1.0', [named])).toEqual([]);
  });
});

describe('a suffix', () => {
  const semver = orderingFor({ scheme: 'semver' });
  const cpeRange = (end: object) => nvd({ criteria: cpe('*'), vulnerable: true, versionStartIncluding: '1.0', ...end });
  const bitnami = (events: object[]) =>
    readOsv({
      id: 'BIT-tool-2',
      affected: [{ package: { ecosystem: 'Bitnami', name: 'tool' }, ranges: [{ type: 'SEMVER', events }] }],
    })!;
  const statesOf = (record: AdvisoryRecord, labels: string[], by = ordering) =>
    labels.map((label) => assess(label, by, [known(record)])[0]?.state ?? '-').join(' ');

  const EDITIONS = [
    '6.7.0',
    '6.7.0-r',
    '6.7.0-jre',
    '6.7.0.jre11',
    '6.7.0-alpine3.20',
    '6.7.0_openj9',
    '6.7.0-g1a2b3c4',
  ];
  const EARLY = [
    '6.7.0-rc1',
    '6.7.0-rc.1',
    '6.7.0-beta',
    '6.7.0.dev3',
    '6.7.0-SNAPSHOT',
    '6.7.0-jre-rc1',
    '6.7.0-b',
    '6.6.9-jre',
  ];

  test.each([
    ['generic', ordering],
    ['semver', semver],
  ] as const)('that is no word of a pre-release is not below the end of a range in the order %s', (_name, by) => {
    const readable = (labels: string[]) => labels.filter((label) => by.scheme.valid(label));
    const all = (state: string, labels: string[]) => labels.map(() => state).join(' ');
    const [editions, early] = [readable(EDITIONS), readable(EARLY)];
    expect(editions.length).toBeGreaterThan(4);
    expect(early.length).toBeGreaterThan(5);
    expect(statesOf(cpeRange({ versionEndExcluding: '6.7.0' }), editions, by)).toBe(all('-', editions));
    expect(statesOf(cpeRange({ versionEndIncluding: '6.7.0' }), editions, by)).toBe(all('affected', editions));
    expect(statesOf(cpeRange({ versionEndExcluding: '6.7.0' }), early, by)).toBe(all('affected', early));
    expect(statesOf(nvd({ criteria: cpe('*'), vulnerable: true, versionStartExcluding: '6.7.0' }), editions, by)).toBe(
      all('-', editions),
    );
  });

  test('counts where the end has one as well', () => {
    const labels = ['6.7.0', '6.7.0-r', '6.7.0-redhat-00002', '6.7.0-redhat-00003', '6.7.1-r'];
    expect(statesOf(cpeRange({ versionEndExcluding: '6.7.0-r' }), labels.slice(0, 2))).toBe('- -');
    expect(statesOf(cpeRange({ versionEndExcluding: '6.7.0-redhat-00003' }), labels.slice(2))).toBe('affected - -');
    expect(statesOf(cpeRange({ versionEndExcluding: '1.0.2l' }), ['1.0.2', '1.0.2k', '1.0.2l'])).toBe(
      'affected affected -',
    );
  });

  test('of Bitnami is a revision, and no pre-release unless it says so', () => {
    const end = [{ introduced: '0' }, { fixed: '14.4.2' }];
    const revisions = [
      '14.4.2',
      '14.4.2-0',
      '14.4.2-2',
      '14.4.2-r2',
      'v14.4.2-r0',
      '14.4.2-12-debian-12',
      '14.4.2-debian-12-r4',
      '14.4.2-alpine',
    ];
    expect(statesOf(bitnami(end), revisions)).toBe('- - - - - - - -');
    const before = ['14.4.2-rc.1', '14.4.2-rc1', '14.4.2-beta.2', '14.4.2-alpha', '14.4.1-9', '14.4.1'];
    expect(statesOf(bitnami(end), before)).toBe('affected affected affected affected affected affected');
    expect(statesOf(bitnami([{ introduced: '0' }, { last_affected: '14.4.2' }]), ['14.4.2-3', '14.4.3-0'])).toBe(
      'affected -',
    );
    expect(
      statesOf(bitnami([{ introduced: '0' }, { fixed: '14.4-3' }]), ['14.4.0', '14.4.0-2', '14.4.0-3', '14.4.1']),
    ).toBe('- affected - -');
    // As databases write that all pre-releases are in the range.
    expect(
      statesOf(bitnami([{ introduced: '1.26.0-0' }, { fixed: '1.26.1' }]), ['1.26.0-rc.1', '1.26.0', '1.25.9']),
    ).toBe('affected affected -');
  });

  test('of a package is what its tool makes of it', () => {
    const of = (ecosystem: string) =>
      readOsv(osv('GHSA-x', { affected: [affects(ecosystem, 'g:tool', ['0', '2.0.0'])] }))!;
    expect(statesOf(of('crates.io'), ['2.0.0-jre'])).toBe('affected');
    expect(statesOf(of('Maven'), ['2.0.0-jre', '2.0.0-rc1'])).toBe('- affected');
  });

  test('is the update of a CPE name', () => {
    const exact = nvd({ criteria: cpe('2.0.0', 'rc1:*:*:*:*:*:*'), vulnerable: true });
    expect(exact.affected[0]!.versions).toEqual(['2.0.0-rc1']);
    for (const by of [ordering, semver])
      expect(statesOf(exact, ['2.0.0-rc1', '2.0.0-rc.1', '2.0.0-rc2', '2.0.0'], by)).toBe('affected affected - -');
    const patch = nvd({ criteria: cpe('9.9', 'p1:*:*:*:*:*:*'), vulnerable: true });
    expect(statesOf(patch, ['9.9p1', '9.9', '9.9p2'])).toBe('affected - -');
    const none = nvd({ criteria: cpe('2.0.0', '-:*:*:*:*:*:*'), vulnerable: true });
    expect(statesOf(none, ['2.0.0', '2.0.0-rc1'])).toBe('affected -');
  });
});

describe('several records of a vulnerability', () => {
  const bit = (events: object[], more: object = {}) =>
    readOsv({
      id: 'BIT-tool-1',
      aliases: ['CVE-2026-0001'],
      affected: [{ package: { ecosystem: 'Bitnami', name: 'tool' }, ranges: [{ type: 'SEMVER', events }] }],
      ...more,
    })!;
  const override = (more: object) => nvd({ criteria: cpe('*'), vulnerable: true, ...more });

  test('are one finding, by the most trusted', () => {
    const records = [
      override({ versionEndExcluding: '2.1' }),
      bit([{ introduced: '0' }, { fixed: '2.0.0' }], { database_specific: { severity: 'Critical' } }),
    ];
    expect(states('1.0', records)).toEqual(['CVE-2026-0001 affected critical 2.0.0']);
  });

  test('are disputed where two origins disagree, and say both', () => {
    const records = [
      bit([{ introduced: '0' }, { fixed: '2.0.0' }]),
      override({ versionStartIncluding: '1.5', versionEndExcluding: '2.0' }),
    ];
    expect(states('1.0', records)).toEqual(['CVE-2026-0001 disputed unknown 2.0.0']);
    expect(states('1.6', records)).toEqual(['CVE-2026-0001 affected unknown 2.0.0']);
    expect(assess('1.0', ordering, records.map(known))[0]!.statements).toMatchObject([
      { origin: 'bitnami', verdict: 'affected' },
      { origin: 'overrides', verdict: 'unaffected' },
    ]);
    expect(states('3.0', [bit([{ introduced: '0' }]), override({ versionEndExcluding: '2.0' })])).toEqual([
      'CVE-2026-0001 disputed unknown null',
    ]);
  });

  test('are affected where one names an end and another none', () => {
    expect(states('1.0', [bit([{ introduced: '0' }]), override({ versionEndExcluding: '2.0' })])).toEqual([
      'CVE-2026-0001 affected unknown 2.0',
    ]);
  });
});

describe('hostile records', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ introduced: String(at) }));

  test.each<[string, object | null | string, RegExp]>([
    ['no object', 'text', /not an object/],
    ['null', null, /not an object/],
    ['no id', { affected: [] }, /no valid id/],
    ['an id that is a path', { id: '../../etc/passwd' }, /no valid id/],
    ['a long id', { id: `GHSA-${'x'.repeat(200)}` }, /no valid id/],
    [
      'too many events',
      osv('GHSA-x', {
        affected: [{ package: { ecosystem: 'npm', name: 'a' }, ranges: [{ type: 'SEMVER', events: many(1_001) }] }],
      }),
      /1000 events/,
    ],
    [
      'too many events in all',
      osv('GHSA-x', {
        affected: Array(3).fill({
          package: { ecosystem: 'npm', name: 'a' },
          ranges: [{ type: 'SEMVER', events: many(400) }],
        }),
      }),
      /1000 events/,
    ],
    ['a long version', osv('GHSA-x', { affected: [affects('npm', 'a', ['1'.repeat(300)])] }), /a version/],
    [
      'a version with a control character',
      osv('GHSA-x', { affected: [affects('npm', 'a', ['1\u0000'])] }),
      /a version/,
    ],
    [
      'an event that is none',
      osv('GHSA-x', {
        affected: [{ package: { ecosystem: 'npm', name: 'a' }, ranges: [{ type: 'SEMVER', events: [42] }] }],
      }),
      /an event/,
    ],
    ['an object for a list', osv('GHSA-x', { affected: {} }), /not a list/],
  ])('with %s are refused', (_what, content, reason) => {
    expect(() => readOsv(content)).toThrow(RecordProblem);
    expect(() => readOsv(content)).toThrow(reason);
  });

  test('are bounded in what is kept', () => {
    const record = readOsv(
      osv('GHSA-x', {
        summary: `a\u0000\u202e${'x'.repeat(5_000)}\n`,
        aliases: ['a b', 42, ...Array.from({ length: 100 }, (_, at) => `CVE-2026-${1_000 + at}`)],
        references: [{ type: 'ADVISORY', url: 'javascript:alert(1)' }],
        severity: [{ type: 'CVSS_V3', score: `CVSS:3.1/${'AV:N/'.repeat(1_000)}` }],
        affected: [
          { package: { ecosystem: '__proto__', name: 'constructor' } },
          affects('npm', 'x'.repeat(300), ['0']),
        ],
      }),
    )!;
    expect(record.summary).toHaveLength(500);
    expect(record.summary).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(record.aliases).toHaveLength(50);
    expect(record).toMatchObject({ url: null, cvss: null, affected: [] });
    const long = osv('GHSA-x', {
      affected: [
        affects('npm', 'a', ['0', '1'], {
          versions: Array.from({ length: 9_000 }, (_, at) => `1.${at}.0-long-version`),
        }),
      ],
    });
    const parts = readOsv(long)!.affected;
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(65_000);
    expect(states('1.8999.0-long-version', [readOsv(long)!])).toHaveLength(1);
  });

  test('of malicious packages are dropped', () => {
    expect(readOsv({ id: 'MAL-2026-1', affected: [affects('npm', 'tool', ['0'])] })).toBeNull();
  });
});

describe('severity', () => {
  // Scores of https://www.first.org/cvss/v4.0/examples, /v3.1/examples and /v2/guide.
  test.each([
    ['CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 7.3],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:L/VA:L/SC:N/SI:N/SA:N', 8.8],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H', 10],
    ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
    ['AV:N/AC:L/Au:N/C:N/I:N/A:C', 7.8],
    ['CVSS:3.1/AV:N', null],
    ['CVSS:3.1/AV:Q/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', null],
    ['nonsense', null],
  ])('%s has the score %s', (vector, score) => {
    expect(cvssScore(vector)).toBe(score);
  });

  test.each<[unknown, object[], string]>([
    ['MODERATE', [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }], 'medium'],
    [null, [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }], 'critical'],
    [null, [{ type: 'Ubuntu', score: 'negligible' }], 'low'],
    ['unheard of', [], 'unknown'],
  ])('is the word of the database, else by the vector', (word, scores, severity) => {
    expect(readSeverity(word, scores).severity).toBe(severity);
  });
});

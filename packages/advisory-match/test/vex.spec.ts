import { type AdvisoryRange, readVex, RecordProblem, vexRecords } from 'advisory-match';

const CVE = 'CVE-2026-0001';

const openvex = (statements: unknown[], facts: object = {}) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://vendor.example/vex/1',
  author: 'Vendor',
  timestamp: '2026-01-01T00:00:00Z',
  version: 1,
  statements,
  ...facts,
});

const statement = (facts: object) => ({
  vulnerability: { name: CVE },
  products: [{ '@id': 'pkg:npm/tool@1.0.0' }],
  ...facts,
});

const cyclonedx = (facts: object) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: 'urn:uuid:1',
  ...facts,
});

/** What the only record says: `key versions ranges`, with `not:` and why in front of a denial. */
const said = async (document: unknown): Promise<string[]> =>
  vexRecords(await readVex(document)).flatMap(({ affected }) => affected.map(textOf));

const textOf = ({ key, versions, ranges, denial }: AdvisoryRange) =>
  [denial ? `not(${denial.reason})` : '', `${key.type} ${key.value}`, versions.join(','), JSON.stringify(ranges)]
    .filter((part) => part !== '' && part !== '[]')
    .join(' ');

describe('a document of OpenVEX', () => {
  it.each([
    [{ status: 'affected', action_statement: 'Update.' }, ['purl pkg:npm/tool 1.0.0']],
    [
      { status: 'not_affected', justification: 'component_not_present', impact_statement: 'Not built in.' },
      ['not(component not present: Not built in.) purl pkg:npm/tool 1.0.0'],
    ],
    [{ status: 'fixed' }, ['not(null) purl pkg:npm/tool 1.0.0']],
    [{ status: 'under_investigation' }, []],
    [{ status: 'affected', products: ['pkg:npm/tool'] }, ['purl pkg:npm/tool [[{"introduced":"0"}]]']],
    [{ status: 'not_affected', products: ['pkg:npm/tool'] }, ['purl pkg:npm/tool [[]]']],
    [{ status: 'fixed', products: ['pkg:npm/tool'] }, []],
    [
      { status: 'affected', products: [{ identifiers: { cpe23: 'cpe:2.3:a:acme:tool:1.0\\+1:*:*:*:*:*:*:*' } }] },
      ['cpe a:acme:tool 1.0+1'],
    ],
    [{ status: 'affected', products: [{ identifiers: { cpe22: 'cpe:/a:acme:tool:1.0' } }] }, ['cpe a:acme:tool 1.0']],
    [
      { status: 'affected', products: [{ '@id': 'cpe:2.3:a:acme:tool:1.0:beta1:*:*:*:*:*:*' }] },
      ['cpe a:acme:tool 1.0-beta1'],
    ],
    [{ status: 'affected', products: [{ '@id': 'https://vendor.example/tool' }, { '@id': 7 }] }, []],
    [{ status: 'affected', products: ['pkg:golang/stdlib@1.22.1'] }, ['purl pkg:golang/stdlib 1.22.1']],
  ])('says %j', async (facts, expected) => {
    expect(await said(openvex([statement(facts)]))).toEqual(expected);
  });

  it('counts the newest of several statements about a version', async () => {
    const [old, later] = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'];
    const both = [
      statement({ status: 'fixed', timestamp: later }),
      statement({ status: 'affected', timestamp: old, products: ['pkg:npm/tool@1.0.0', 'pkg:npm/tool@0.9.0'] }),
    ];
    expect(await said(openvex(both))).toEqual(['not(null) purl pkg:npm/tool 1.0.0', 'purl pkg:npm/tool 0.9.0']);
    const looked = statement({ status: 'under_investigation', timestamp: '2026-03-03T00:00:00Z' });
    expect(await said(openvex([...both, looked]))).toEqual(['purl pkg:npm/tool 0.9.0']);
  });

  it('rejects a bad statement alone, with its place', async () => {
    const { statements, rejected } = await readVex(
      openvex([7, statement({ status: 'gone' }), statement({ status: 'fixed' }), { status: 'fixed' }]),
    );
    expect(statements.map(({ at }) => at)).toEqual(['statements[2]']);
    expect(rejected).toEqual([
      { at: 'statements[0]', reason: 'is not an object' },
      {
        at: 'statements[1]',
        reason: 'has no status of not_affected, affected, fixed, under_investigation',
      },
      { at: 'statements[3]', reason: 'has no valid id' },
    ]);
  });
});

describe('a document of CycloneDX', () => {
  const analysis = { state: 'not_affected', justification: 'code_not_reachable', detail: 'Not called.' };

  it.each([
    ['a reference to a component', { components: [{ 'bom-ref': 'a', purl: 'pkg:npm/tool@1.0.0' }] }, 'a'],
    [
      'a component that has its version beside',
      { components: [{ 'bom-ref': 'a', purl: 'pkg:npm/tool', version: '1.0.0' }] },
      'a',
    ],
    [
      'a component in a component',
      { components: [{ components: [{ 'bom-ref': 'a', purl: 'pkg:npm/tool@1.0.0' }] }] },
      'a',
    ],
    ['the subject', { metadata: { component: { 'bom-ref': 'a', purl: 'pkg:npm/tool@1.0.0' } } }, 'a'],
    ['a BOM-Link', {}, 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#pkg%3Anpm%2Ftool%401.0.0'],
    ['a package URL', {}, 'pkg:npm/tool@1.0.0'],
  ])('names a product by %s', async (_name, facts, ref) => {
    const document = cyclonedx({ ...facts, vulnerabilities: [{ id: CVE, analysis, affects: [{ ref }] }] });
    expect(await said(document)).toEqual(['not(code not reachable: Not called.) purl pkg:npm/tool 1.0.0']);
  });

  it('says nothing of a part of its subject to others, and says so to who runs it', async () => {
    const document = cyclonedx({
      metadata: { component: { 'bom-ref': 'app', purl: 'pkg:npm/app@1.0.0' } },
      components: [{ 'bom-ref': 'a', purl: 'pkg:npm/tool@1.0.0' }],
      vulnerabilities: [{ id: CVE, analysis, affects: [{ ref: 'a' }] }],
    });
    expect(await said(document)).toEqual([]);
    expect((await readVex(document)).statements[0]!.products).toMatchObject([{ isPart: true }]);
  });

  it('has states of versions and of ranges', async () => {
    const versions = [
      { version: '1.0.0' },
      { version: '1.0.1', status: 'unaffected' },
      { version: '1.0.2', status: 'unknown' },
      { range: 'vers:npm/>=2.0.0|<2.1.0|>3.0.0|<=3.1.0|4.0.0', status: 'affected' },
    ];
    const document = cyclonedx({
      vulnerabilities: [
        { id: CVE, analysis: { state: 'exploitable' }, affects: [{ ref: 'pkg:npm/tool@9.9.9', versions }] },
      ],
    });
    const events = [
      [{ introduced: '2.0.0' }, { fixed: '2.1.0' }],
      [{ introduced_after: '3.0.0' }, { last_affected: '3.1.0' }],
    ];
    expect((await said(document)).sort()).toEqual([
      'not(null) purl pkg:npm/tool 1.0.1',
      'purl pkg:npm/tool 1.0.0',
      `purl pkg:npm/tool 4.0.0 ${JSON.stringify(events)}`,
    ]);
  });

  it('says that it is to stay', async () => {
    const document = cyclonedx({
      vulnerabilities: [
        {
          id: CVE,
          analysis: { state: 'exploitable', response: ['will_not_fix'], detail: 'Old.' },
          affects: [{ ref: 'pkg:npm/tool' }],
        },
        { id: 'CVE-2026-0002', affects: [{ ref: 'pkg:npm/tool' }] },
        { id: 'CVE-2026-0003', analysis: { state: 'good' } },
      ],
    });
    expect(await readVex(document)).toMatchObject({
      statements: [{ vulnerability: CVE, status: 'affected', reason: 'Old.' }],
      rejected: [{ at: 'vulnerabilities[2]', reason: 'has an analysis without a state that is known' }],
    });
  });
});

describe('what is no document', () => {
  it.each([
    [null, 'is not a document of OpenVEX or CycloneDX'],
    [[], 'is not a document of OpenVEX or CycloneDX'],
    [{ '@context': 'https://openvex.dev/other' }, 'is not a document of OpenVEX or CycloneDX'],
    [openvex('text' as never), 'has statements that is not a list'],
    [openvex(Array.from({ length: 10_001 }, () => 1)), 'has more than 10000 statements'],
    [
      openvex(
        Array.from({ length: 51 }, () =>
          statement({ status: 'fixed', products: Array.from({ length: 2_000 }, () => 'pkg:npm/a') }),
        ),
      ),
      'has statements about more than 100000 products',
    ],
    [cyclonedx({ components: 7 }), 'has components that is not a list'],
  ])('%#: is refused', async (content, reason) => {
    await expect(readVex(content)).rejects.toThrow(new RecordProblem(reason));
  });

  it('does no harm by its names', async () => {
    const document = JSON.parse(
      `{"bomFormat":"CycloneDX","components":[{"bom-ref":"__proto__","purl":"pkg:npm/tool@1"}],
        "vulnerabilities":[{"id":"${CVE}","analysis":{"state":"resolved","detail":"a\\u0000\\u202eb"},"affects":[{"ref":"__proto__"},{"ref":"constructor"}]}]}`,
    ) as unknown;
    expect(await said(document)).toEqual(['not(null) purl pkg:npm/tool 1']);
  });
});

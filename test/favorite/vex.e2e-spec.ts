import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { KnowledgeService } from '../../src/source/knowledge/knowledge.service';
import { advisory, learnAdvisories, trackNamed } from '../setup/advisories';
import { expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { type Agent, newUser, type Tracked } from '../setup/tracking';

const VERSIONS = ['1.0.0', '1.1.0', '2.0.0'];
const fixedIn = (version: string) => [{ introduced: '0' }, { fixed: version }];
const test = useApp();

const schema = (name: string) =>
  JSON.parse(
    gunzipSync(readFileSync(join(__dirname, 'fixtures', 'cyclonedx', `${name}.schema.json.gz`))).toString(),
  ) as object;

/** By the official schema, which takes long to compile. */
let validate: ValidateFunction | undefined;

function cycloneDxErrors(document: unknown): unknown {
  if (!validate) {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats(ajv);
    for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    validate = ajv.compile(schema('bom-1.6'));
  }
  return validate(document) ? null : validate.errors;
}

/** What OPENVEX-SPEC.md of 0.2.0 requires, and the fields that it knows. */
function expectOpenVex(document: Json): void {
  const fields = ['@context', '@id', 'author', 'timestamp', 'version', 'tooling', 'statements'];
  expect(Object.keys(document)).toEqual(fields);
  expect(document).toMatchObject({ '@context': 'https://openvex.dev/ns/v0.2.0', version: 1 });
  expect(document['@id']).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  expect(document.author).toMatch(/\S/);
  expect(document.statements.length).toBeGreaterThan(0);
  const asText = document.statements.map((one: object) => JSON.stringify(one));
  expect(new Set(asText).size).toBe(asText.length);
  for (const one of document.statements) {
    expect(Date.parse(one.timestamp)).not.toBeNaN();
    expect(one.vulnerability.name).toMatch(/\S/);
    expect(one.products.every((product: Record<string, string>) => URL.canParse(product['@id']!))).toBe(true);
    const own = { not_affected: 'impact_statement', affected: 'action_statement', under_investigation: 'status_notes' };
    expect(Object.keys(one)).toEqual([
      ...['vulnerability', 'timestamp', 'products', 'status'],
      own[one.status as keyof typeof own],
    ]);
  }
}

/** Parsed JSON. */
type Json = Record<string, ReturnType<typeof JSON.parse>>;

const dataOf = async ({ agent, id }: Tracked) =>
  (await agent.get(`/api/v1/favorite/${id}/advisory`).expect(200)).body.data;
const vexOf = async (agent: Agent, format = 'openvex') =>
  (await agent.get(`/api/v1/favorite/vex?format=${format}`).expect(200)).body;

const openvex = (statements: object[], facts: object = {}) => ({
  ...{ '@context': 'https://openvex.dev/ns/v0.2.0', '@id': 'https://vendor.example/vex/1', author: 'Vendor' },
  ...{ timestamp: '2026-01-01T00:00:00Z', version: 1, statements },
  ...facts,
});
const about = (name: string, vulnerability: string, facts: object) => ({
  vulnerability: { name: vulnerability },
  products: [{ '@id': name.startsWith('pkg:') ? name : `pkg:generic/${name}@1.0.0` }],
  ...facts,
});

/** As `knowledge import vex`. */
async function importVex(document: unknown) {
  const folder = await mkdtemp(join(tmpdir(), 'vex-'));
  const path = join(folder, 'vex.json');
  await writeFile(path, typeof document === 'string' ? document : JSON.stringify(document));
  const rejected: unknown[] = [];
  try {
    const done = await test.app.get(KnowledgeService).import('vex', path, (one) => rejected.push(one));
    await test.check();
    return { ...done, problems: rejected };
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the word of a vendor', () => {
  it('ends findings of the versions that it names, and only those', async () => {
    const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    await learnAdvisories(test, [
      advisory(tracked.name, 'CVE-2026-3001', fixedIn('2.0.0')),
      advisory(tracked.name, 'CVE-2026-3002', fixedIn('2.0.0')),
    ]);
    const impact = { status: 'not_affected', impact_statement: 'Not compiled in.' };
    const done = await importVex(openvex([about(tracked.name, 'CVE-2026-3001', impact)]));
    expect(done).toMatchObject({ records: 1, changed: 1, problems: [] });
    const { risk, advisories } = await dataOf(tracked);
    expect(risk).toMatchObject({ known: 1, disputed: 0, fixed_by_update: 1, assessed: ['Test'] });
    expect(advisories).toMatchObject([
      { id: 'CVE-2026-3002', state: 'affected', reason: null, fixed_by_update: true },
      { id: 'CVE-2026-3001', state: 'not_affected', reason: 'Not compiled in.', fixed_by_update: false },
    ]);
    await tracked.agent.patch(`/api/v1/favorite/${tracked.id}`).send({ version: '1.1.0' }).expect(200);
    expect((await dataOf(tracked)).risk).toMatchObject({ known: 2 });
  });

  it('is only a contradiction where it names no version', async () => {
    const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    await learnAdvisories(test, [advisory(tracked.name, 'CVE-2026-3011', fixedIn('2.0.0'))]);
    await importVex(
      openvex([about(`pkg:generic/${tracked.name}`, 'CVE-2026-3011', { status: 'not_affected' })], {
        '@id': 'urn:3011',
      }),
    );
    expect((await dataOf(tracked)).risk).toMatchObject({ known: 0, disputed: 1 });
  });

  it('finds what no database knows, and another revision of the document takes it back', async () => {
    const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    const document = { '@id': 'urn:3021' };
    const ofVendor = about(tracked.name, 'CVE-2026-3021', { status: 'affected', action_statement: 'Update.' });
    const other = about(tracked.name, 'CVE-2026-3022', { status: 'fixed' });
    await importVex(openvex([ofVendor, other], document));
    expect(await dataOf(tracked)).toMatchObject({
      risk: { state: 'vulnerable', known: 1, assessed: [] },
      advisories: [{ id: 'CVE-2026-3021' }],
    });
    expect(await importVex(openvex([ofVendor, other], document))).toMatchObject({ changed: 0 });
    await importVex(openvex([other], { ...document, timestamp: '2026-02-01T00:00:00Z' }));
    expect((await dataOf(tracked)).risk).toMatchObject({ known: 0 });
  });

  it('is rejected with its place', async () => {
    await expect(importVex('{')).rejects.toThrow('It is not JSON.');
    await expect(importVex({ statements: [] })).rejects.toThrow('It is not a document of OpenVEX or CycloneDX.');
    await expect(importVex(`"${'x'.repeat(20_000_000)}"`)).rejects.toThrow('It is longer than 20 MB.');
    const { problems } = await importVex(openvex([{}, about('x', 'CVE-2026-3031', { status: 'fixed' })]));
    expect(problems).toEqual([{ at: 'statements[0]', reason: 'has no valid id' }]);
  });
});

describe('what somebody runs', () => {
  async function setUp() {
    const agent = await newUser(test);
    const tracked = await trackNamed(test, agent, '1.0.0', VERSIONS);
    const cvss = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
    const serial = tracked.name.replaceAll(/\D/g, '').slice(-8);
    const ids = ['1', '2', '3', '4', '5'].map((one) => `CVE-2026-${serial}${one}`);
    await learnAdvisories(test, [
      advisory(tracked.name, ids[0]!, fixedIn('2.0.0'), { cvss }),
      ...ids.slice(1, 4).map((id) => advisory(tracked.name, id, fixedIn('2.0.0'))),
      advisory(tracked.name, ids[4]!, [{ introduced: '0' }]),
    ]);
    const states = ['not_affected', 'accepted', 'in_triage'];
    for (const [at, state] of states.entries())
      await agent
        .put(`/api/v1/favorite/${tracked.id}/advisory/${ids[at + 1]!}`)
        .send({ state, reason: `Said ${at}.` })
        .expect(200);
    return { agent, tracked, ids };
  }

  it('is OpenVEX, and the same text as long as it says the same', async () => {
    const { agent, tracked, ids } = await setUp();
    const document = await vexOf(agent);
    expectOpenVex(document);
    const said = document.statements.map((one: Json) => [
      one.vulnerability.name,
      one.status,
      one.action_statement ?? one.impact_statement ?? one.status_notes,
    ]);
    expect(said).toEqual([
      [ids[0], 'affected', 'Fixed in 2.0.0.'],
      [ids[1], 'not_affected', 'Said 0.'],
      [ids[2], 'affected', 'Risk accepted: Said 1.'],
      [ids[3], 'under_investigation', 'Said 2.'],
      [ids[4], 'under_investigation', 'No database says where it ends.'],
    ]);
    expect(document.statements[0].products).toEqual([
      { '@id': `pkg:generic/${tracked.name}@1.0.0`, identifiers: { purl: `pkg:generic/${tracked.name}@1.0.0` } },
    ]);
    const first = await agent.get('/api/v1/favorite/vex').expect(200);
    await agent.get('/api/v1/favorite/vex').set('If-None-Match', first.headers.etag!).expect(304);
    await agent.delete(`/api/v1/favorite/${tracked.id}/advisory/${ids[1]!}`).expect(204);
    await agent.get('/api/v1/favorite/vex').set('If-None-Match', first.headers.etag!).expect(200);
  });

  it('is no OpenVEX without vulnerabilities, and in no other format', async () => {
    const agent = await newUser(test);
    await trackNamed(test, agent, '1.0.0', VERSIONS);
    expectProblem(await agent.get('/api/v1/favorite/vex'), 404, 'not-found');
    for (const document of ['vex', 'bom'])
      expectProblem(await agent.get(`/api/v1/favorite/${document}?format=csaf`), 400, 'invalid-query');
    const document = await vexOf(agent, 'cyclonedx');
    expect(document).toMatchObject({ components: [], vulnerabilities: [] });
    expect(cycloneDxErrors(document)).toBeNull();
  });

  it('is CycloneDX 1.6 by its schema, with vulnerabilities and what was decided, and goes back in', async () => {
    const { agent, tracked, ids } = await setUp();
    const answer = await agent.get('/api/v1/favorite/bom').expect(200);
    expect(answer.headers['content-type']).toBe('application/vnd.cyclonedx+json; version=1.6');
    await agent.get('/api/v1/favorite/bom').set('If-None-Match', answer.headers.etag!).expect(304);
    const bom = JSON.parse(answer.text ?? JSON.stringify(answer.body));
    expect(cycloneDxErrors(bom)).toBeNull();
    expect(cycloneDxErrors({ ...bom, components: [{}] })).not.toBeNull();
    const purl = `pkg:generic/${tracked.name}@1.0.0`;
    expect(bom.components).toMatchObject([{ type: 'application', version: '1.0.0', purl }]);
    expect(bom.vulnerabilities[0]).toMatchObject({
      id: ids[0],
      source: { name: 'Test', url: `https://advisories.example/${ids[0]!}` },
      ratings: [{ severity: 'critical', score: 9.8, method: 'CVSSv31' }],
      recommendation: 'Update to 2.0.0 or later.',
      analysis: { state: 'exploitable' },
      affects: [{ ref: bom.components[0]['bom-ref'], versions: [{ version: '1.0.0', status: 'affected' }] }],
    });
    const states = bom.vulnerabilities.map((one: Json) => [one.analysis.state, one.analysis.response]);
    expect(states).toEqual([
      ['exploitable', undefined],
      ['not_affected', undefined],
      ['exploitable', ['will_not_fix']],
      ['in_triage', undefined],
      ['in_triage', undefined],
    ]);
    const other = await newUser(test);
    const upload = (query: string) =>
      other
        .put(`/api/v1/inventory/copy/content${query}`)
        .set('Content-Type', 'application/json')
        .send(JSON.stringify(bom));
    const read = (await upload('').expect(200)).body.data;
    expect(read.format).toBe('cyclonedx');
    const copied = JSON.parse((await other.get('/api/v1/inventory/copy/bom').expect(200)).text);
    expect(cycloneDxErrors(copied)).toBeNull();
    expect(copied.components).toEqual(bom.components);
    expect(copied.metadata.properties).toEqual([{ name: 'software-update-tracker:inventory', value: 'copy' }]);
    expectProblem(await other.get('/api/v1/inventory/none/bom'), 404, 'not-found');
    expectProblem(await agent.get('/api/v1/inventory/copy/bom'), 404, 'not-found');
  });
});

it('counts vulnerable favorites by their worst vulnerability', async () => {
  const counted = async () => {
    const { text } = await test.http.get('/metrics').expect(200);
    return Object.fromEntries(
      [...text.matchAll(/^favorites_vulnerable\{severity="(\w+)"\} (\d+)$/gm)].map((one) => [one[1], Number(one[2])]),
    );
  };
  const before = await counted();
  expect(Object.keys(before).sort()).toEqual(['critical', 'exploited', 'high', 'low', 'medium', 'unknown']);
  const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
  await learnAdvisories(test, [
    advisory(tracked.name, 'CVE-2026-3901', fixedIn('2.0.0'), { severity: 'high' }),
    advisory(tracked.name, 'CVE-2026-3902', fixedIn('2.0.0'), { severity: 'low' }),
  ]);
  expect(await counted()).toEqual({ ...before, high: before.high! + 1 });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { load } from 'js-yaml';
import { LifecycleStore } from '../../src/lifecycle/lifecycle.store';
import type { ProductCycle } from '../../src/lifecycle/product-cycle';
import { SoftwareIdentifierRepository } from '../../src/software/identifier/software-identifier.repository';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { type Agent, newUser, softwareOf, trackRecord } from '../setup/tracking';

interface Operation {
  responses: Record<string, { content?: { 'application/json': { schema: { $ref: string } } } }>;
}

/** Their own description of the API. */
const description = load(readFileSync(join(__dirname, 'fixtures', 'endoflife-api-v1.yml'), 'utf8')) as {
  paths: Record<string, { get: Operation }>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(description, 'eol');
const validatorOf = (path: string): ValidateFunction => {
  const name = description.paths[path]!.get.responses['200']!.content!['application/json'].schema.$ref;
  return ajv.getSchema(`eol${name}`)!;
};

const DAY = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const EMPTY: ProductCycle = {
  cycle: '',
  ...{ label: null, releasedOn: null, ltsFrom: null, activeUntil: null, eolOn: null, isEol: null },
  ...{ extendedUntil: null, isExtendedOver: null, latest: null, link: null },
};

const test = useApp({ PUBLIC_URL: 'https://tracker.example', WEB: 'true' });
let ada: Agent;
let known: string;
let own: string;

/** The answer, which their description allows. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- checked against their description
async function read(path: string, values: Record<string, string> = {}, agent = ada): Promise<any> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
  const { body } = await agent.get(`/api/eol/v1${filled}`).expect(200);
  const isValid = validatorOf(path);
  if (!isValid(body)) throw new Error(`${filled}: ${JSON.stringify(isValid.errors)}`);
  return body;
}

beforeAll(async () => {
  ada = await newUser(test);
  const versions = [{ version: '14.1', released_at: '2026-02-03T00:00:00Z' }, '15.0'];
  const record = product('PostgreSQL', versions, { identity: { kind: 'endoflife', id: 'postgresql' } });
  const tool = product('Own Tool', ['1.0', '1.1']);
  const hidden = product('Nobody tracks it', ['1.0']);
  await test.import(record, tool, hidden);
  known = await softwareOf(test, record);
  own = (await trackRecord(test, ada, tool, '1.0')).software;
  await ada
    .patch(`/api/v1/favorite/${(await favoriteOf(own)).uuid}`)
    .send({ tags: ['My House'] })
    .expect(200);
  const cycles = [
    { ...EMPTY, cycle: '13', releasedOn: '2021-09-30', eolOn: dayIn(-1), extendedUntil: dayIn(100) },
    {
      ...EMPTY,
      cycle: '14',
      label: '14 (LTS)',
      releasedOn: '2022-10-01',
      ltsFrom: '2022-10-01',
      eolOn: dayIn(0),
      latest: '14.1',
    },
    {
      ...EMPTY,
      cycle: '15',
      activeUntil: dayIn(-1),
      eolOn: dayIn(400),
      latest: '15.0',
      link: 'https://example.org/15',
    },
    { ...EMPTY, cycle: 'x', isEol: true },
  ];
  await test.database.transaction(async (sql) => {
    await test.app.get(LifecycleStore).replace(sql, [{ softwareId: known, cycles, asOf: '2026-11-20' }]);
    const identifiers = [
      { type: 'purl' as const, value: 'pkg:github/postgres/postgres' },
      { type: 'cpe' as const, value: 'a:postgresql:postgresql' },
      { type: 'alias' as const, value: 'postgres' },
    ];
    await test.app.get(SoftwareIdentifierRepository).replace(sql, 'api', new Map([[known, identifiers]]));
  });
});

const favoriteOf = async (software: string) =>
  (await ada.get(`/api/v1/software/${software}/favorite`).expect(200)).body.data as { uuid: string };

describe('API v1 of endoflife.date', () => {
  it('answers every operation of its description as that says', async () => {
    const values = {
      ...{ product: 'postgresql', release: '14', category: 'software', tag: 'My House' },
      identifier_type: 'purl',
    };
    const paths = Object.keys(description.paths);
    expect(paths).toHaveLength(12);
    for (const path of paths) await read(path, values);
  });

  it('lists products that have cycles, and own ones, by names that are found', async () => {
    const { result, total } = await read('/products');
    expect(result.map(({ name }: { name: string }) => name)).toEqual(['own-tool', 'postgresql']);
    expect(total).toBe(2);
    expect(result[0]).toMatchObject({ label: 'Own Tool', tags: ['software', 'publisher-of-own-tool', 'My House'] });
    expect(result[1]).toMatchObject({
      aliases: ['postgres'],
      uri: 'https://tracker.example/api/eol/v1/products/postgresql',
    });
    for (const { uri, label } of result)
      expect((await ada.get(uri.replace('https://tracker.example', '')).expect(200)).body.result.label).toBe(label);
  });

  it('keeps what a user tracks to that user', async () => {
    const { result } = await read('/products', {}, await newUser(test));
    expect(result.map(({ name }: { name: string }) => name)).toEqual(['postgresql']);
    const { result: tags } = await read('/tags', {}, await newUser(test));
    expect(JSON.stringify(tags)).not.toContain('My House');
  });

  it('says what is known of cycles, the newest first', async () => {
    const { result } = await read('/products/{product}', { product: 'postgresql' });
    expect(result.releases.map(({ name }: { name: string }) => name)).toEqual(['15', '14', '13', 'x']);
    const [fifteen, fourteen, thirteen, x] = result.releases;
    expect(fifteen).toMatchObject({ isEoas: true, isEol: false, isMaintained: true, isLts: false, isEoes: null });
    expect(fifteen.latest).toEqual({ name: '15.0', date: null, link: 'https://example.org/15' });
    expect(fifteen).toMatchObject({ releaseDate: '2026-11-20', custom: { releaseDate: 'not known' } });
    // The last day belongs to the support.
    expect(fourteen).toMatchObject({ isEol: false, eolFrom: dayIn(0), isLts: true, ltsFrom: null, label: '14 (LTS)' });
    expect(fourteen.latest).toEqual({ name: '14.1', date: '2026-02-03', link: null });
    expect(thirteen).toMatchObject({ isEol: true, isEoes: false, eoesFrom: dayIn(100), isMaintained: true });
    expect(x).toMatchObject({ isEol: true, eolFrom: null, isMaintained: false });
    expect(result.identifiers).toEqual([
      { type: 'cpe', id: 'cpe:/a:postgresql:postgresql' },
      { type: 'purl', id: 'pkg:github/postgres/postgres' },
    ]);
  });

  it('says that nothing is known of the cycles of a product without them', async () => {
    const { result } = await read('/products/{product}', { product: 'own-tool' });
    expect(result).toMatchObject({ name: 'own-tool', releases: [] });
    await ada.get('/api/eol/v1/products/own-tool/releases/latest').expect(404);
  });

  it('finds a product by id, alias and identifier', async () => {
    for (const name of [known, 'postgres', 'POSTGRESQL', 'pkg:github/postgres/postgres', 'endoflife:postgresql'])
      expect((await read('/products/{product}', { product: name })).result.name).toBe('postgresql');
    await ada.get('/api/eol/v1/products/no-such').expect(404);
    await ada.get(`/api/eol/v1/products/${'x'.repeat(600)}`).expect(404);
  });

  it('finds nothing by a name that two products have, and lists them by their ids', async () => {
    const twins = [product('Twin Tool', ['1.0']), product('Twin-Tool', ['1.0'])];
    await test.import(...twins);
    const agent = await newUser(test);
    const ids: string[] = [];
    for (const twin of twins) ids.push((await trackRecord(test, agent, twin, '1.0')).software);
    const { result } = await read('/products', {}, agent);
    const names = result.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(ids));
    // Its own spelling decides for neither: both could be meant.
    await agent.get('/api/eol/v1/products/twin-tool').expect(404);
  });

  it('gives the latest cycle, and 404 for what is not there', async () => {
    const { result } = await read('/products/{product}/releases/latest', { product: 'postgresql' });
    expect(result.name).toBe('15');
    await ada.get('/api/eol/v1/products/postgresql/releases/99').expect(404);
    for (const path of ['categories/os', 'tags/none', 'identifiers/none', 'identifiers/alias'])
      await ada.get(`/api/eol/v1/${path}`).expect(404);
  });

  it('answers 304 to who knows the answer, whenever it was made', async () => {
    for (const path of ['products', 'products/full', 'products/postgresql', 'identifiers/purl']) {
      const { headers } = await ada.get(`/api/eol/v1/${path}`).expect(200);
      await ada.get(`/api/eol/v1/${path}/`).set('If-None-Match', headers.etag!).expect(304);
    }
  });

  it('needs a token with the scope read, and takes no parameters', async () => {
    await test.http.get('/api/eol/v1/products').expect(401);
    await (await test.as('writer', ['write'])).get('/api/eol/v1/products').expect(403);
    await ada.get('/api/eol/v1/products?per_page=3').expect(400);
  });
});

import { parse } from 'csv-parse/sync';
import { expectProblem, known } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { atScale } from '../setup/scale';
import { type Agent, newUser, track } from '../setup/tracking';
import { importMany, trackAll } from './many';

type Row = Record<string, string>;

interface Listed extends Record<string, unknown> {
  software: string;
  publisher: string;
  created_at: string;
  releases: number[];
  available_version: { id: string };
}

const FORMULAS = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1+1', '\u00A0\u3000@SUM(A1)', '\u200B=1', '\n1'],
  ...['＝1+1', '＋1', '－1', '＠SUM(A1)', '﹦1', '﹢1', '﹣1', '﹫A1', '\n＝1+1'],
];

const test = useApp();
let ada: Agent;

beforeEach(async () => {
  ada = await newUser(test, null);
});

async function csv(query = '', agent = ada): Promise<Row[]> {
  const { text } = await agent.get(`/api/v1/favorite.csv${query}`).buffer(true).expect(200);
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}

describe('favorites as CSV', () => {
  it('have what the list includes', async () => {
    const tracked = await track(test, ada, '1.0', ['1.0', '2.0']);
    await tracked.change({ notes: 'line 1\nline "2", and\r\n=3' });
    const policy = { series: '2', skip: ['1.5', '1.6'], support_basis: 'active' };
    await ada.patch(`/api/v1/favorite/${tracked.id}/policy`).send(policy).expect(200);
    const { headers } = await ada.get('/api/v1/favorite.csv').buffer(true).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="favorites.csv"',
      'cache-control': 'private, no-store',
    });
    expect(headers).not.toHaveProperty('etag');
    const [row, ...others] = await csv();
    expect(others).toEqual([]);
    const includes = ['AvailableVersion', 'VersionKnown', 'Freshness', 'Policy', 'Product', 'Releases', 'Support'];
    const query = includes.map((name) => `include${name}`).join('&');
    const { data } = (await ada.get(`/api/v1/favorite?${query}`).expect(200)).body as { data: Listed[] };
    const listed = data[0]!;
    expect(row).toMatchObject({
      uuid: tracked.id,
      software: listed.software,
      software_id: tracked.software,
      publisher: listed.publisher,
      version: '1.0',
      version_known: 'true',
      update_available: 'true',
      available_version: '2.0',
      available_kind: 'major',
      support: 'unknown',
      eol_on: '',
      freshness: 'no-source',
      notes: 'line 1\nline "2", and\r\n=3',
      series: '2',
      skip: '1.5 1.6',
      support_basis: 'active',
      releases: listed.releases.join(' '),
      url: 'https://example.org/product',
      created_at: listed.created_at,
    });
    // Everything that an include adds is a column, or in one.
    const leaves = (value: unknown): unknown[] =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.values(value).flatMap(leaves)
        : [value];
    const { links: _links, ...shown } = listed;
    for (const leaf of leaves(shown)) {
      const text = Array.isArray(leaf) ? leaf.join(' ') : String(leaf ?? '');
      if (listed.available_version.id !== leaf) expect(Object.values(row!)).toContain(text);
    }
  });

  it('say which inventories have which version', async () => {
    const purl = (name: string) => `pkg:npm/${name}`;
    const names = ['csv-one', 'csv-two'];
    await test.import(
      ...names.map((name) => ({
        ...product(name, ['1.0.0', '1.1.0']),
        identifiers: [{ type: 'purl', value: purl(name) }],
      })),
    );
    const put = (inventory: string, ...lines: string[]) =>
      ada
        .put(`/api/v1/inventory/${inventory}`)
        .set('Content-Type', 'text/plain')
        .send(`${lines.map(purl).join('\n')}\n`)
        .expect(200);
    await put('web-1/content?environment=prod', 'csv-one@1.1.0', 'csv-two@1.0.0');
    await put('web-2/content?environment=west%20stage&allow_lower=true', 'csv-one@1.0.0');
    const rows = await csv('?sort=software');
    expect(
      rows.map(({ software, version, deployments, environments }) => [software, version, deployments, environments]),
    ).toEqual([
      ['csv-one', '1.0.0', 'web-2 1.0.0\nweb-1 1.1.0', 'west stage\nprod'],
      ['csv-two', '1.0.0', 'web-1 1.0.0', 'prod'],
    ]);
    expect((await csv('?inventory=web-2')).map(({ software }) => software)).toEqual(['csv-one']);
  });

  it('take the filters and the order of the list, and no parameter of pages', async () => {
    for (const versions of [['1.0'], ['1.0', '2.0'], ['1.0', '1.1']]) await track(test, ada, '1.0', versions);
    const ids = async (query: string) => (await csv(query)).map(({ uuid }) => uuid);
    for (const query of [
      '',
      '?sort=-created_at',
      '?update_available=true&sort=kind',
      '?kind=minor',
      '?software[like]=no',
    ]) {
      const { body } = await ada.get(`/api/v1/favorite${query}`).expect(200);
      expect([query, await ids(query)]).toEqual([query, body.data.map(({ uuid }: { uuid: string }) => uuid)]);
    }
    for (const name of ['page', 'per_page', 'cursor', 'includeTotal', 'includePolicy', 'nothing'])
      expect(expectProblem(await ada.get(`/api/v1/favorite.csv?${name}=1`), 400, 'invalid-query')).toEqual([name]);
  });

  it('have no cell that a spreadsheet would calculate', async () => {
    for (const [at, formula] of FORMULAS.entries()) {
      const { id: software } = await known(test, `${formula.trim()} ${at}`, [formula.trim()]);
      await ada.post('/api/v1/favorite').send({ software, version: formula.trim(), notes: formula }).expect(201);
    }
    const rows = await csv('?sort=created_at');
    expect(rows.map(({ notes }) => notes)).toEqual(FORMULAS.map((formula) => `'${formula}`));
    for (const row of rows)
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[\s\u200B]*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/);
  });

  it('of nobody are the header alone, also for HEAD', async () => {
    expect(await csv()).toEqual([]);
    const { text } = await ada.get('/api/v1/favorite.csv').buffer(true).expect(200);
    expect(text).toMatch(/^uuid,software,[\w,]+\r\n$/);
    await ada
      .head('/api/v1/favorite.csv')
      .expect(200)
      .expect('Content-Type', /^text\/csv/);
  });

  it('are as many as there are, read page by page, of which each comes once', async () => {
    const many = atScale(401, 10_000);
    const agent = await test.as('many');
    await trackAll(test, 'many', await importMany(test, many));
    const calls = jest.spyOn(test.database, 'page');
    const rows = await csv('?sort=software', agent);
    expect(calls).toHaveBeenCalledTimes(Math.ceil(many / 200));
    calls.mockRestore();
    expect(rows).toHaveLength(many);
    expect(new Set(rows.map(({ uuid }) => uuid)).size).toBe(many);
  });
});

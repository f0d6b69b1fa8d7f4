import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { KnowledgeService } from '../../../src/source/knowledge/knowledge.service';
import type { Rejected } from '../../../src/source/knowledge/providers/knowledge-provider';
import { before, full, KnowledgeApp, listed, release, TODAY } from './lifecycle-host';

describe('knowledge from files', () => {
  let app: KnowledgeApp;
  let folder: string;

  beforeAll(async () => {
    app = await KnowledgeApp.start({});
    folder = mkdtempSync(join(tmpdir(), 'knowledge-'));
  });

  beforeEach(() => app.reset());

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
  });

  const written = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  async function imported(answer: object | string, rejected: Rejected[] = []) {
    const path = written('full.json', typeof answer === 'string' ? answer : JSON.stringify(answer));
    return app.test.app.get(KnowledgeService).import('endoflife', path, (one) => void rejected.push(one));
  }

  const named = (values: object[]) => ({ identity: { kind: 'test', id: 'own' }, identifiers: values });

  it('is imported from a file, a packed one and a folder; the same again changes nothing', async () => {
    const id = await app.product('tool');
    const answer = full(
      [listed('tool', [release('14', '2027-01-31')]), listed('other', [release('1', null)])],
      before(5),
    );
    const summary = { provider: 'endoflife', as_of: before(5), records: 2, rejected: 0, matched: 1 };
    expect(await imported(answer)).toEqual({ ...summary, changed: 1 });
    expect(await app.cycles(id)).toEqual(['14 2027-01-31']);
    expect(await app.lifecycle(id)).toMatchObject({ as_of: before(5), stale: false, source: 'endoflife.date' });
    expect(await app.state()).toMatchObject({
      state: 'off',
      configured: false,
      as_of: before(5),
      records: 2,
      matched: 1,
      next_at: null,
    });
    const service = app.test.app.get(KnowledgeService);
    const packed = written('full.gz', gzipSync(JSON.stringify(answer)));
    expect(await service.import('endoflife', packed, () => undefined)).toEqual({ ...summary, changed: 0 });
    const single = { ...full(null), result: listed('tool', [release('14', '2028-01-31')]) };
    mkdirSync(join(folder, 'products', 'tool'), { recursive: true });
    written('products/tool/index.json', JSON.stringify(single));
    written('products/notes.txt', 'no JSON');
    const products = join(folder, 'products');
    expect(await service.import('endoflife', products, () => undefined)).toMatchObject({ as_of: TODAY, changed: 1 });
    expect(await app.cycles(id)).toEqual(['14 2028-01-31']);
  });

  it('rejects what cannot be taken line by line, and leaves alone what is stored of that', async () => {
    const id = await app.product('tool');
    const good = [release('13', '2026-01-31'), release('14', '2027-01-31')];
    await imported(full([listed('tool', good)], before(1)));
    const rejected: Rejected[] = [];
    const summary = await imported(
      full([
        listed('tool', [
          release('13', '2200-01-01'),
          release('14', '2027-02-28'),
          release('15', '1969-12-31'),
          release('16', '2026-02-30'),
          release('x'.repeat(65), null),
          release('', null),
          { ...release('17', null), releaseDate: 'soon' },
          null,
        ]),
        listed('x'.repeat(65), []),
        listed('long', Array(2_001).fill(release('1', null))),
        { name: 'no releases' },
        'text',
      ]),
      rejected,
    );
    expect(summary).toMatchObject({ records: 1, rejected: rejected.length, changed: 1 });
    expect(await app.cycles(id)).toEqual(['14 2027-02-28', '13 2026-01-31']);
    expect(rejected.map(({ at, reason }) => `${at} ${reason}`)).toEqual([
      '"tool", release "13" has a eolFrom that is not a day (YYYY-MM-DD) from 1970 to 2199',
      '"tool", release "15" has a eolFrom that is not a day (YYYY-MM-DD) from 1970 to 2199',
      '"tool", release "16" has a eolFrom that is not a day (YYYY-MM-DD) from 1970 to 2199',
      `"tool", release "${'x'.repeat(64)}" has a name of more than 64 characters`,
      '"tool", release 5 has no name',
      '"tool", release "17" has a releaseDate that is not a day (YYYY-MM-DD) from 1970 to 2199',
      '"tool", release 7 is not an object',
      `"${'x'.repeat(64)}" has a name that is not 1 to 64 printable characters`,
      '"long" has more than 2000 releases',
      '"no releases" has no list of releases',
      'a product has no name',
    ]);
  });

  it.each([
    [
      'is of an older day than what is known',
      full([listed('tool', [release('14', null)])], before(9)),
      /older|is known/,
    ],
    ['does not say of which day it is', { result: [listed('tool', [release('14', null)])] }, /generated_at/],
    ['is a page', '<!doctype html>', /not JSON/],
    ['is empty', '', /not JSON/],
    ['has no products', full([]), /no release cycles/],
    ['has no list of products', { result: 42, generated_at: `${TODAY}T00:00:00Z` }, /no result/],
    ['has too many products', full(Array(5_001).fill(listed('x', []))), /more than 5000 products/],
    ['is a list', '[]', /not an object/],
  ])('is refused as a whole when it %s', async (_what, answer, reason) => {
    const id = await app.product('tool');
    await imported(full([listed('tool', [release('14', '2027-01-31')])], before(3)));
    await expect(imported(answer)).rejects.toThrow(reason);
    expect(await app.cycles(id)).toEqual(['14 2027-01-31']);
  });

  it('is not of a later day than today', async () => {
    const id = await app.product('tool');
    expect(await imported(full([listed('tool', [release('14', null)])], '2190-01-01'))).toMatchObject({ as_of: TODAY });
    expect(await app.lifecycle(id)).toMatchObject({ as_of: TODAY });
  });

  it('tells of the product that one identifier names, and of none that several have, or by its name alone', async () => {
    const purl = (id: string) => [{ type: 'purl', id }];
    const mine = await app.product('Mine', named([{ type: 'purl', value: 'pkg:npm/mine' }]));
    const value = { type: 'cpe', value: 'a:both:both' };
    const one = await app.product('One', { identity: { kind: 'test', id: 'one' }, identifiers: [value] });
    const other = await app.product('Other', { identity: { kind: 'test', id: 'other' }, identifiers: [value] });
    const twice = await app.product('Twice', {
      identity: { kind: 'test', id: 'twice' },
      identifiers: [{ type: 'purl', value: 'pkg:npm/twice' }],
    });
    const alias = await app.product('alias', {
      identity: { kind: 'test', id: 'a' },
      identifiers: [{ type: 'alias', value: 'alias' }],
    });
    const summary = await imported(
      full([
        listed('theirs', [release('14', '2027-01-31')], [...purl('pkg:npm/mine@1?x=y'), { type: 'odd', id: 'x' }]),
        listed('both', [release('14', null)], [{ type: 'cpe', id: 'cpe:2.3:a:both:both' }]),
        listed('twice-1', [release('14', null)], purl('pkg:npm/twice')),
        listed('twice-2', [release('14', null)], purl('pkg:npm/twice')),
        listed('alias', [release('14', null)]),
      ]),
    );
    expect(summary).toMatchObject({ matched: 1, changed: 1 });
    expect(await app.cycles(mine)).toEqual(['14 2027-01-31']);
    expect(await app.lifecycle(mine)).toMatchObject({ source: 'endoflife.date', as_of: TODAY });
    for (const id of [one, other, twice, alias]) expect(await app.cycles(id)).toEqual([]);
  });

  it("never replaces what a product's own record says, which replaces it, whatever the day", async () => {
    const own = (lifecycle?: object[]) => ({
      ...named([{ type: 'purl', value: 'pkg:npm/mine' }]),
      ...(lifecycle && { lifecycle, lifecycle_as_of: before(30) }),
    });
    const id = await app.product('Mine', own());
    const theirs = (eol: string, day: string) =>
      full([listed('theirs', [release('14', eol), release('15', null)], [{ type: 'purl', id: 'pkg:npm/mine' }])], day);
    await imported(theirs('2027-01-31', before(2)));
    expect(await app.lifecycle(id)).toMatchObject({ source: 'endoflife.date', as_of: before(2) });
    await app.product('Mine', own([{ cycle: '14', eol_on: '2030-01-31' }]));
    expect(await app.cycles(id)).toEqual(['15 null gone', '14 2030-01-31']);
    expect(await app.lifecycle(id)).toMatchObject({ source: 'record', as_of: before(2) });
    expect(await imported(theirs('2028-01-31', TODAY))).toMatchObject({ matched: 0, changed: 0 });
    expect(await app.cycles(id)).toEqual(['15 null gone', '14 2030-01-31']);
  });

  it('never goes back behind a newer poll of the product, nor does a record behind it', async () => {
    const id = await app.product('tool', {
      lifecycle: [{ cycle: '14', eol_on: '2027-01-31' }],
      lifecycle_as_of: before(20),
    });
    const { dialect } = app.test.database;
    await app.test.database.execute(
      `INSERT INTO software_source (software_id, type, settings, host, revision, next_at, created_at, last_success_at)
       VALUES (?, 'endoflife', '{}', 'endoflife.example', 1, ${dialect.now}, ${dialect.now}, ${dialect.after(dialect.now, String(-5 * 86_400))})`,
      [id],
    );
    const said = (eol: string, day: string) => full([listed('tool', [release('14', eol)])], day);
    // The poll of that day has confirmed what was known.
    expect(await imported(said('2028-01-31', before(8)))).toMatchObject({ matched: 1, changed: 0 });
    expect(await app.cycles(id)).toEqual(['14 2027-01-31']);
    expect(await imported(said('2029-01-31', before(2)))).toMatchObject({ matched: 1, changed: 1 });
    expect(await app.cycles(id)).toEqual(['14 2029-01-31']);
    await app.product('tool', { lifecycle: [{ cycle: '14', eol_on: '2031-01-31' }], lifecycle_as_of: before(3) });
    expect(await app.cycles(id)).toEqual(['14 2029-01-31']);
    await app.product('tool', { lifecycle: [{ cycle: '14', eol_on: '2032-01-31' }], lifecycle_as_of: before(1) });
    expect(await app.cycles(id)).toEqual(['14 2032-01-31']);
  });

  it('comes from nobody else than those that there are', async () => {
    const service = app.test.app.get(KnowledgeService);
    await expect(service.import('nobody', folder, () => undefined)).rejects.toThrow('choose among endoflife');
  });
});

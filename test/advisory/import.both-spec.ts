import { beforeStatements } from '../setup/statements';
import { AdvisoryApp } from './advisory-host';
import { affects, osv } from '../../packages/advisory-match/test/records';

let app: AdvisoryApp;

beforeAll(async () => {
  app = await AdvisoryApp.start();
});

beforeEach(() => app.reset());
afterAll(() => app.close());

describe('an import of advisories', () => {
  it('assesses the versions of products that it names; the same again changes nothing', async () => {
    const id = await app.product('tool');
    const other = await app.product('other');
    const done = await app.import(
      [osv('GHSA-a', { aliases: ['CVE-2026-0001'] }), osv('MAL-1', { affected: [] })].slice(0, 1),
    );
    expect(done).toMatchObject({ records: 1, written: 1, changed: 1, heldBecause: null });
    expect(await app.findings(id)).toEqual({ '1.0.0': ['CVE-2026-0001 affected high 2.0.0'], '2.0.0': [] });
    expect(await app.findings(other)).toEqual({ '1.0.0': [], '2.0.0': [] });
    const rows = await app.rows();
    expect(await app.import([osv('GHSA-a', { aliases: ['CVE-2026-0001'] })])).toMatchObject({ written: 0, changed: 0 });
    expect(await app.rows()).toBe(rows);
  });

  it('takes a changed record, leaves an older one, and ends a withdrawn one and one that names another package', async () => {
    const id = await app.product('tool');
    await app.import([osv('GHSA-a'), osv('GHSA-b')]);
    await app.import([osv('GHSA-c')]);
    // What an import does not list stays.
    expect((await app.findings(id))['1.0.0']).toHaveLength(3);
    const later = { modified: '2026-02-01T00:00:00Z' };
    await app.import([
      osv('GHSA-a', { ...later, affected: [affects('npm', 'tool', ['0', '1.0.0'])] }),
      osv('GHSA-b', { ...later, withdrawn: '2026-02-01T00:00:00Z' }),
      osv('GHSA-c', { ...later, affected: [affects('npm', 'else', ['0'])] }),
    ]);
    expect(await app.findings(id)).toEqual({ '1.0.0': [], '2.0.0': [] });
    expect(await app.database.query('SELECT record_id FROM advisory')).toEqual([{ record_id: 'GHSA-a' }]);
    expect(await app.import([osv('GHSA-a')])).toMatchObject({ written: 0 });
    expect(await app.findings(id)).toEqual({ '1.0.0': [], '2.0.0': [] });
  });

  it('takes the newest of several records with one id', async () => {
    const id = await app.product('tool');
    const record = (day: string, fixed: string) =>
      osv('GHSA-a', { modified: `2026-01-${day}T00:00:00Z`, affected: [affects('npm', 'tool', ['0', fixed])] });
    await app.import([record('03', '3.0.0'), record('04', '4.0.0'), record('02', '2.0.0')]);
    const many = Array.from({ length: 120 }, (_, at) => osv(`GHSA-${at}`, { affected: [affects('npm', 'x', ['0'])] }));
    await app.import([record('06', '6.0.0'), ...many, record('07', '7.0.0'), ...many, record('05', '5.0.0')]);
    expect((await app.findings(id))['1.0.0']).toEqual(['GHSA-a affected high 7.0.0']);
  });

  it('ends in the old or the new state wherever it is stopped', async () => {
    const names = Array.from({ length: 5 }, (_, at) => `tool${at}`);
    for (const name of names) await app.product(name);
    const dump = (fixed: string, day: string) =>
      // More than two chunks.
      Array.from({ length: 220 }, (_, at) =>
        osv(`GHSA-${at}`, {
          modified: `2026-01-${day}T00:00:00Z`,
          affected: [affects('npm', names[at % 5]!, ['0', `${fixed}.${at}`])],
        }),
      );
    await app.import(dump('1.5', '01'));
    const id = (await app.database.query<{ id: string }>(`SELECT id FROM software WHERE name = 'tool3'`))[0]!.id;
    const before = await app.findings(id);
    let stopped = 0;
    for (let failAt = 1, isDone = false; !isDone; failAt += 4) {
      let count = 0;
      const stop = beforeStatements(app.test, (statement) => {
        if (statement !== 'ROLLBACK' && ++count >= failAt) throw new Error('stopped here');
      });
      await app.import(dump('1.6', '02')).catch(() => undefined);
      stop();
      isDone = count < failAt;
      stopped += isDone ? 0 : 1;
      const now = await app.findings(id);
      const fixes = new Set(
        Object.values(now)
          .flat()
          .map((one) => one.split(' ').at(-1)!.slice(0, 3)),
      );
      expect([['1.5'], ['1.6']]).toContainEqual([...fixes]);
    }
    expect(stopped).toBeGreaterThan(4);
    expect(await app.findings(id)).not.toEqual(before);
    expect(await app.database.query('SELECT COUNT(*) AS n FROM advisory')).toMatchObject([{ n: 220 }]);
  });

  it('is seen by nobody until it is whole', async () => {
    const id = await app.product('tool');
    await app.import([osv('GHSA-a')]);
    const many = Array.from({ length: 600 }, (_, at) => osv(`GHSA-x${at}`));
    const controller = new AbortController();
    let writes = 0;
    const hold = () => {
      if (++writes > 4) controller.abort();
      return Promise.resolve();
    };
    await expect(app.import(many, { hold, signal: controller.signal })).rejects.toThrow(/abort/i);
    expect((await app.findings(id))['1.0.0']).toHaveLength(1);
    expect((await app.import([])).written).toBe(0);
    expect(await app.database.query('SELECT record_id FROM advisory')).toEqual([{ record_id: 'GHSA-a' }]);
  });

  it('is held when it would change the verdict of too many products, and counts when it is accepted', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 12; at++) ids.push(await app.product(`tool${at}`));
    const dump = (fixed: string, day: string) =>
      ids.map((_, at) => osv(`GHSA-${at}`, { modified: day, affected: [affects('npm', `tool${at}`, ['0', fixed])] }));
    expect(await app.import(dump('2.0.0', '2026-01-01'))).toMatchObject({ heldBecause: null, changed: 12 });
    const few = dump('3.0.0', '2026-01-02').slice(0, 10);
    const held = await app.import(dump('3.0.0', '2026-01-02'));
    expect(held.heldBecause).toBe('It would change the verdict of the newest version of 12 products (100 % of 12).');
    expect((await app.findings(ids[0]!))['2.0.0']).toEqual([]);
    // Another import takes its place.
    expect(await app.import(few)).toMatchObject({ heldBecause: null, changed: 10 });
    expect(await app.accept()).toBeNull();
    expect((await app.findings(ids[0]!))['2.0.0']).toEqual(['GHSA-0 affected high 3.0.0']);
    expect((await app.import(dump('2.0.0', '2026-01-03'))).heldBecause).toBeNull();
    await app.import(dump('9.0.0', '2026-01-04'));
    expect(await app.accept()).toMatchObject({ changed: 12 });
    expect((await app.findings(ids[11]!))['2.0.0']).toEqual(['GHSA-11 affected high 9.0.0']);
    expect(await app.accept()).toBeNull();
  });

  it('makes favorites be checked of products whose advisories changed', async () => {
    const id = await app.product('tool');
    const ada = await app.test.as('ada');
    await ada.post('/api/v1/favorite').send({ software: id, version: '1.0.0' }).expect(201);
    await app.test.check();
    await app.import([osv('GHSA-a')]);
    expect(await app.database.query('SELECT software_id FROM update_mark')).toEqual([{ software_id: id }]);
  });
});

describe('what is known of a product', () => {
  it('is known of one that gains its identifier later, and not of two that have it', async () => {
    const first = await app.product('tool');
    await app.import([osv('GHSA-a')]);
    expect((await app.findings(first))['1.0.0']).toHaveLength(1);
    const second = await app.product('late', ['1.0.0'], []);
    expect((await app.findings(second))['1.0.0']).toEqual([]);
    await app.product('late', ['1.0.0'], ['pkg:npm/tool']);
    expect((await app.findings(second))['1.0.0']).toEqual([]);
    expect((await app.findings(first))['1.0.0']).toEqual([]);
    await app.product('tool', ['1.0.0', '2.0.0'], []);
    expect((await app.findings(first))['1.0.0']).toEqual([]);
    expect((await app.findings(second))['1.0.0']).toHaveLength(1);
  });

  it('is found once: a finding keeps its moment unless it becomes worse', async () => {
    const id = await app.product('tool');
    await app.import([osv('GHSA-a', { database_specific: { severity: 'LOW' } })], { isBundled: true });
    const finding = async () => (await app.stored(id))[0]!.findings[0]!;
    const first = await finding();
    expect(first).toMatchObject({ isQuiet: true, severity: 'low' });
    const again = { modified: '2026-01-02', affected: [affects('npm', 'tool', ['0', '3.0.0'])] };
    await app.import([osv('GHSA-a', { ...again, database_specific: { severity: 'LOW' } })]);
    expect(await finding()).toEqual({ ...first, fixed: '3.0.0' });
    await app.import([osv('GHSA-a', { ...again, modified: '2026-01-03' })]);
    const worse = await finding();
    expect(worse).toMatchObject({ isQuiet: false, severity: 'high' });
    expect(worse.foundAt > first.foundAt).toBe(true);
  });
});

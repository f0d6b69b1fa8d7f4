import { CatalogueExporter } from '../../../src/source/catalogue/catalogue-exporter';
import { readRecord } from '../../../src/source/catalogue/record';
import { useApp } from '../../setup/app';
import { product } from '../../setup/catalogue';

describe('a record of a snapshot', () => {
  const test = useApp();

  async function asOf(name: string): Promise<unknown> {
    const [row] = await test.database.query<{ catalogued_as_of: unknown }>(
      'SELECT catalogued_as_of FROM software WHERE name = ?',
      [name],
    );
    return row!.catalogued_as_of;
  }

  async function lastUpdate(name: string): Promise<string> {
    const response = await (await test.as()).get(`/api/v1/software?name=${name}`).expect(200);
    return (response.body.data as { last_update: string }[])[0]!.last_update;
  }

  it('moves last_update to what it says: the newest release of a new product, then its own day', async () => {
    const record = product('Moved', [{ version: '1.0', released_at: '2024-05-06' }]);
    await test.import({ ...record, as_of: '2024-07-01' });
    expect(await lastUpdate('Moved')).toBe('2024-05-06T00:00:00.000000Z');
    // The same facts of a newer snapshot are no change.
    await test.import({ ...record, as_of: '2024-08-01' });
    expect(await lastUpdate('Moved')).toBe('2024-05-06T00:00:00.000000Z');
    const more = [...record.versions, { version: '1.1', released_at: '2024-08-20' }];
    await test.import({ ...record, versions: more, as_of: '2024-09-01' });
    expect(await lastUpdate('Moved')).toBe('2024-09-01T00:00:00.000000Z');
    // Never back.
    await test.import({ ...record, software: { ...record.software, description: 'Old' }, as_of: '2023-01-01' });
    expect(await lastUpdate('Moved')).toBe('2024-09-01T00:00:00.000000Z');
  });

  it('without dates leaves its day as last_update, and without a day the time of the import', async () => {
    await test.import({ ...product('Undated-snapshot', ['1.0']), as_of: '2024-07-01' });
    expect(await lastUpdate('Undated-snapshot')).toBe('2024-07-01T00:00:00.000000Z');
    const day = new Date().toISOString().slice(0, 10);
    await test.import(product('Undated-record', ['1.0']));
    expect((await lastUpdate('Undated-record')) >= day).toBe(true);
    // A release in the future has not happened.
    await test.import({ ...product('Future', [{ version: '9', released_at: '9999-01-01' }]), as_of: '9999-01-01' });
    expect((await lastUpdate('Future')) < '9998').toBe(true);
  });

  it('counts lines of one product in one import as one', async () => {
    const record = product('Long', []);
    const line = (index: number) => ({
      ...record,
      versions: [{ version: `1.${index}`, released_at: `2020-01-0${1 + (index % 9)}` }],
    });
    await test.import(...Array.from({ length: 110 }, (_, index) => line(index)));
    expect(await lastUpdate('Long')).toBe('2020-01-09T00:00:00.000000Z');
    // What is published later happens now.
    const day = new Date().toISOString().slice(0, 10);
    await test.import({ ...record, versions: [{ version: '2.0', released_at: '2020-02-01' }] });
    expect((await lastUpdate('Long')) >= day).toBe(true);
  });

  it('changes the ETag of a product whose last_update stays', async () => {
    const ada = await test.as();
    const record = product('Tagged', [{ version: '1.0', released_at: '2024-05-06' }]);
    await test.import(record);
    const list = () => ada.get('/api/v1/software?name=Tagged').expect(200);
    const { headers, body } = await list();
    await test.import({ ...record, software: { ...record.software, description: 'New' }, as_of: '2024-01-01' });
    const after = await list();
    expect(after.body.data[0]).toMatchObject({ description: 'New', last_update: body.data[0].last_update });
    expect(after.headers.etag).not.toBe(headers.etag);
    expect(headers).not.toHaveProperty('last-modified');
  });

  it('leaves its day, which only a newer snapshot changes', async () => {
    const record = product('Dated', ['1.0']);
    await test.import({ ...record, as_of: '2024-07-01' });
    expect(await asOf('Dated')).toBe('2024-07-01');
    expect(await test.import({ ...record, as_of: '2024-07-01' })).toMatchObject({ software: 0, unchanged: 1 });
    expect(await test.import({ ...record, as_of: '2023-01-01' }, record)).toMatchObject({ software: 0, unchanged: 2 });
    expect(await asOf('Dated')).toBe('2024-07-01');
    expect(await test.import({ ...record, as_of: '2026-08-22' })).toMatchObject({ software: 1, versions: 0 });
    expect(await asOf('Dated')).toBe('2026-08-22');
  });

  it('has new versions without a day from its own day on', async () => {
    const created = async (name: string) => {
      const { body } = await (await test.as()).get(`/api/v1/software?name=${name}&includeVersions`).expect(200);
      return (body.data[0].versions as { version: string; created_at: string }[]).map(
        ({ version, created_at }) => `${version} ${created_at.slice(0, 10)}`,
      );
    };
    const record = product('Snapped', ['1.0']);
    await test.import({ ...record, as_of: '2024-07-01' });
    await test.import({ ...record, versions: [{ version: '1.1' }], as_of: '2024-08-01' });
    await test.import({ ...record, versions: [{ version: '1.0', prerelease: false }], as_of: '2024-09-01' });
    expect(await created('Snapped')).toEqual(['1.1 2024-08-01', '1.0 2024-07-01']);
    // Nobody knows yet what is there in the future.
    await test.import({ ...product('Foreseen', ['1.0']), as_of: '9999-01-01' });
    expect((await created('Foreseen'))[0]! < '1.0 9998').toBe(true);
  });

  it('changes the stars if it is newer, and else only to a larger number', async () => {
    const record = product('Starred', ['1.0']);
    const stars = async () => (await test.database.query('SELECT stars FROM software WHERE name = ?', ['Starred']))[0];
    const steps: [given: object, stars: number | null][] = [
      [{}, null],
      [{ stars: 70, as_of: '2024-07-01' }, 70],
      [{ stars: 60, as_of: '2024-08-01' }, 60],
      [{ stars: 50, as_of: '2024-01-01' }, 60],
      [{ stars: 65, as_of: '2024-01-01' }, 65],
      [{ as_of: '2024-09-01' }, 65],
      [{ stars: 10 }, 10],
    ];
    for (const [given, expected] of steps) {
      expect(await test.import({ ...record, ...given })).toMatchObject({ rejected: 0 });
      expect([given, await stars()]).toEqual([given, { stars: expected }]);
    }
    expect(await test.import({ ...record, stars: 10 })).toMatchObject({ software: 0, unchanged: 1 });
    const lines: string[] = [];
    for await (const line of test.app.get(CatalogueExporter).lines()) lines.push(line);
    expect(lines.find((line) => line.includes('"Starred"'))).toContain('"stars":10,');
  });

  it.each([
    ...[-1, 1.5, '5', 1_000_000_001, true].map((stars) => [
      { stars },
      'stars must be a whole number from 0 to 1000000000',
    ]),
    ...['yesterday', '2024-02-30', 20240701, true].map((as_of) => [
      { as_of },
      'as_of must be a date (YYYY-MM-DD) or an RFC 3339 datetime',
    ]),
  ] as [object, string][])('is rejected with %j', (more, reason) =>
    expect(() => readRecord({ ...product('Refused', ['1.0']), ...more })).toThrow(reason),
  );

  it('is exported with its day', async () => {
    await test.import({ ...product('Exported', ['1.0']), as_of: '2024-02-29' }, product('Undated', ['1.0']));
    const lines: Record<string, unknown>[] = [];
    for await (const line of test.app.get(CatalogueExporter).lines()) lines.push(JSON.parse(line) as object as never);
    const ofName = (name: string) => lines.find(({ software }) => (software as { name: string }).name === name);
    expect(ofName('Exported')).toMatchObject({ as_of: '2024-02-29' });
    expect(ofName('Undated')).not.toHaveProperty('as_of');
  });
});

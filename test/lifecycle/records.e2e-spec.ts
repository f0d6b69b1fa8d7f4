import { Readable } from 'node:stream';
import { LifecycleRepository } from '../../src/version/lifecycle/lifecycle.repository';
import { RekeyService } from '../../src/update-check/rekey.service';
import { CatalogueExporter } from '../../src/source/catalogue/catalogue-exporter';
import { CatalogueImporter } from '../../src/source/catalogue/catalogue-importer';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';

describe('the lifecycle of catalogue records', () => {
  const test = useApp();

  const FULL = {
    cycle: '14',
    label: 'Fourteen',
    released_on: '2021-09-30',
    lts_from: '2021-10-01',
    active_until: '2024-01-01',
    eol_on: '2026-11-12',
    extended_until: '2028-11-12',
    is_extended_over: false,
    latest: '14.24',
    link: 'https://example.com/14',
  };
  const record = (name: string, lifecycle: unknown, asOf = '2026-08-22') => ({
    ...product(name, ['14.1']),
    identity: { kind: 'test', id: name },
    as_of: asOf,
    lifecycle,
  });

  const idOf = async (name: string) =>
    (await test.database.query<{ id: string }>('SELECT id FROM software WHERE name = ?', [name]))[0]!.id;
  const stored = async (name: string) => {
    const id = await idOf(name);
    return (await test.app.get(LifecycleRepository).find([id])).get(id) ?? [];
  };

  async function exported(name: string): Promise<Record<string, unknown>> {
    for await (const line of test.app.get(CatalogueExporter).lines()) {
      const read = JSON.parse(line) as { software: { name: string } };
      if (read.software.name === name) return read as never;
    }
    throw new Error(`${name} is not exported`);
  }

  it('is stored, and exported as it came', async () => {
    expect(await test.import(record('Whole', [FULL]))).toMatchObject({ software: 1, rejected: 0 });
    expect(await stored('Whole')).toMatchObject([
      { cycle: '14', eolOn: '2026-11-12', isEol: null, isExtendedOver: false, asOf: '2026-08-22', isGone: false },
    ]);
    expect((await exported('Whole')).lifecycle).toEqual([FULL]);
    expect(await test.import(record('Whole', [FULL]))).toMatchObject({ software: 0, unchanged: 1 });
  });

  it('keeps cycles that are no longer listed, and takes nothing from older facts', async () => {
    const cycles = [FULL, { cycle: '13', is_eol: true }];
    await test.import(record('Dropping', cycles));
    await test.import(record('Dropping', [FULL], '2026-08-23'));
    expect((await stored('Dropping')).map(({ cycle, isGone }) => [cycle, isGone])).toEqual([
      ['13', true],
      ['14', false],
    ]);
    const moved = [{ ...FULL, eol_on: '2027-01-01' }];
    await test.import(record('Dropping', moved, '2026-08-24'));
    await test.import(record('Dropping', cycles, '2026-08-22'));
    expect((await stored('Dropping')).at(-1)).toMatchObject({ eolOn: '2027-01-01', asOf: '2026-08-24' });
    await test.import(record('Dropping', cycles, '2026-08-25'));
    expect((await stored('Dropping')).map(({ isGone }) => isGone)).toEqual([false, false]);
  });

  it.each([
    ['lifecycle', 'none'],
    ['lifecycle', Array.from({ length: 2_001 }, (_, at) => ({ cycle: String(at) }))],
    ['lifecycle[0].cycle', [{ cycle: 'x'.repeat(65) }]],
    ['lifecycle[0].cycle', [{ cycle: ' ' }]],
    ['lifecycle[1].eol_on', [{ cycle: '1' }, { cycle: '2', eol_on: '2200-01-01' }]],
    ['lifecycle[0].eol_on', [{ cycle: '1', eol_on: true }]],
    ['lifecycle[0].is_eol', [{ cycle: '1', is_eol: 'no' }]],
    ['lifecycle[0].link', [{ cycle: '1', link: 'javascript:alert(1)' }]],
  ])('is rejected at %s', async (field, lifecycle) => {
    const rejected: (string | null)[] = [];
    const input = Readable.from([Buffer.from(JSON.stringify(record('Bad', lifecycle)))]);
    await test.app.get(CatalogueImporter).import(input, { rejected: (one) => void rejected.push(one.field) });
    expect(rejected).toEqual([field]);
  });

  it('has its ranges made again when the ordering changes', async () => {
    await test.import(record('Reordered', [FULL]));
    const before = (await stored('Reordered'))[0]!;
    await test.app.get(RekeyService).rekey(await idOf('Reordered'), { scheme: 'date' });
    expect((await stored('Reordered'))[0]).toMatchObject({ rangeFrom: null, rangeTo: null });
    await test.app.get(RekeyService).rekey(await idOf('Reordered'), { scheme: 'generic' });
    expect((await stored('Reordered'))[0]).toEqual(before);
    expect(before.rangeFrom).not.toBeNull();
  });
});

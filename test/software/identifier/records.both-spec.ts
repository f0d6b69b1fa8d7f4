import { CatalogueExporter } from '../../../src/source/catalogue/catalogue-exporter';
import { known } from '../../setup/api';
import { useApp } from '../../setup/app';
import { product } from '../../setup/catalogue';

describe('identifiers of catalogue records', () => {
  const test = useApp();

  const record = (name: string, identifiers?: unknown, versions: string[] = ['1.0']) => ({
    ...product(name, versions),
    ...(identifiers !== undefined && { identifiers }),
  });

  /** `type value origin` of the product with this name. */
  async function stored(name: string): Promise<string[]> {
    const rows = await test.database.query<Record<string, string>>(
      `SELECT i.type, i.value, i.origin FROM software_identifier i JOIN software s ON s.id = i.software_id
       WHERE s.name = ? ORDER BY i.type, i.value, i.origin`,
      [name],
    );
    return rows.map(({ type, value, origin }) => `${type} ${value} ${origin}`);
  }

  async function exported(name: string): Promise<Record<string, unknown>> {
    for await (const line of test.app.get(CatalogueExporter).lines()) {
      const read = JSON.parse(line) as { software: { name: string } };
      if (read.software.name === name) return read as never;
    }
    throw new Error(`${name} is not exported`);
  }

  it('are stored in canonical form, each once', async () => {
    const summary = await test.import(
      record('Nginx', [
        { type: 'purl', value: 'pkg:docker/nginx@1.30?arch=arm64' },
        { type: 'purl', value: 'pkg:DOCKER/nginx' },
        { type: 'cpe', value: 'cpe:2.3:a:F5:nginx' },
        { type: 'repology', value: 'nginx' },
        { type: 'alias', value: ' NGINX Web Server ' },
      ]),
    );
    expect(summary).toMatchObject({ software: 1, rejected: 0 });
    expect(await stored('Nginx')).toEqual([
      'alias nginx web server record',
      'cpe a:f5:nginx record',
      'purl pkg:docker/nginx record',
      'repology nginx record',
    ]);
  });

  it('replace those of the record before; a record that names none changes none', async () => {
    const first = record('Replaced', [
      { type: 'alias', value: 'one' },
      { type: 'alias', value: 'two' },
    ]);
    await test.import(first);
    const { identifiers: _left, ...silent } = first;
    expect(await test.import(first)).toMatchObject({ software: 0, unchanged: 1 });
    expect(await test.import(silent)).toMatchObject({ software: 0, unchanged: 1 });
    expect(await stored('Replaced')).toEqual(['alias one record', 'alias two record']);
    const second = {
      ...first,
      identifiers: [
        { type: 'alias', value: 'TWO' },
        { type: 'cpe', value: 'a:three:three' },
      ],
    };
    expect(await test.import(second)).toMatchObject({ software: 1, unchanged: 0 });
    expect(await stored('Replaced')).toEqual(['alias two record', 'cpe a:three:three record']);
    expect(await test.import({ ...first, identifiers: [] })).toMatchObject({ software: 1 });
    expect(await stored('Replaced')).toEqual([]);
  });

  it('replace those of records only', async () => {
    const { id } = await known(test, 'Several origins', [], {});
    await test.database.execute(
      `INSERT INTO software_identifier (software_id, type, value, origin) VALUES
       (?, 'alias', 'mine', 'api'), (?, 'purl', 'pkg:npm/several', 'source'), (?, 'alias', 'old', 'record')`,
      [id, id, id],
    );
    const [{ identity }] = (await test.database.query<{ identity: string }>(
      'SELECT identity FROM software WHERE id = ?',
      [id],
    )) as [{ identity: string }];
    await test.import({
      ...record('Several origins', [{ type: 'purl', value: 'pkg:npm/several' }]),
      identity: { kind: 'test', id: identity.slice('test:'.length) },
    });
    expect(await stored('Several origins')).toEqual([
      'alias mine api',
      'purl pkg:npm/several record',
      'purl pkg:npm/several source',
    ]);
  });

  it('may be those of another product', async () => {
    const shared = [{ type: 'purl', value: 'pkg:generic/shared' }];
    await test.import(record('First of two', shared), record('Second of two', shared));
    expect(await stored('First of two')).toEqual(await stored('Second of two'));
  });

  it('come back from an export, but for those of a source', async () => {
    const identifiers = [
      { type: 'alias', value: '🎉 party' },
      { type: 'purl', value: 'pkg:npm/%40party/time' },
    ];
    await test.import(record('Exported', identifiers.toReversed()));
    await test.database.execute(
      `INSERT INTO software_identifier (software_id, type, value, origin)
       SELECT id, 'purl', 'pkg:npm/from-a-source', 'source' FROM software WHERE name = 'Exported'`,
    );
    const line = await exported('Exported');
    expect(line.identifiers).toEqual(identifiers);
    expect(await test.import(line)).toMatchObject({ software: 0, unchanged: 1, rejected: 0 });
    await test.import(record('Without any'));
    expect(await exported('Without any')).not.toHaveProperty('identifiers');
  });

  it('go with their product', async () => {
    await test.import(record('Gone', [{ type: 'alias', value: 'gone' }], []));
    await test.database.execute(`DELETE FROM software WHERE name = 'Gone'`);
    expect(await test.database.query(`SELECT 1 FROM software_identifier WHERE value = 'gone'`)).toEqual([]);
  });

  it('must not contradict another line of the same import', async () => {
    const line = record('Contradicted', [{ type: 'alias', value: 'a' }]);
    const other = { ...line, identifiers: [{ type: 'alias', value: 'b' }] };
    expect(await test.import(line, line, other)).toMatchObject({ software: 1, unchanged: 1, rejected: 1 });
    expect(await stored('Contradicted')).toEqual(['alias a record']);
  });

  // What is none is asked in identifier.spec.ts.
  it.each<[string, unknown]>([
    ['no list', { type: 'alias', value: 'a' }],
    ['a text', ['pkg:npm/a']],
    ['no type', [{ value: 'a' }]],
    ['no value', [{ type: 'alias' }]],
    ['a number', [{ type: 'alias', value: 1 }]],
    ['a bad one', [{ type: 'purl', value: 'npm/a' }]],
    ['too many', Array.from({ length: 101 }, (_, at) => ({ type: 'alias', value: `${at}` }))],
  ])('refuse the record with %s, and change nothing', async (what, identifiers) => {
    const name = `Refused for ${what}`;
    const line = record(name, [{ type: 'alias', value: 'kept' }]);
    await test.import(line);
    expect(await test.import({ ...line, identifiers })).toMatchObject({ rejected: 1, software: 0 });
    expect(await stored(name)).toEqual(['alias kept record']);
  });
});

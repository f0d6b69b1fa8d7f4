import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orderingFor, SCHEME_NAMES, type SchemeName } from 'version-order';
import { insertRows } from '../../../src/database/rows';
import { useApp } from '../../setup/app';

const VECTORS = join(__dirname, '..', '..', '..', 'packages', 'version-order', 'test', 'vectors');
const OWN = SCHEME_NAMES.filter((name) => !['calver', 'date', 'cran', 'pvp'].includes(name));

/** Every version of the vector files of a scheme, once. */
function versionsOf(scheme: SchemeName): string[] {
  const names = readdirSync(VECTORS).filter((name) => name.endsWith('.json'));
  const files = names.map((name) => JSON.parse(readFileSync(join(VECTORS, name), 'utf8')));
  const cases = files
    .filter((file) => file.scheme === scheme)
    .flatMap((file) => file.cases as [string, string, string][]);
  return [...new Set(cases.flatMap(([a, , b]) => [a, b]))].filter((text) => text.trim() !== '');
}

let products = 0;

describe('version order in the database', () => {
  const test = useApp();

  /** Puts labels under a product by SQL, as the import trims labels and refuses empty ones. */
  async function insert(scheme: SchemeName, labels: string[]): Promise<string> {
    const name = `All ${scheme} ${++products}`;
    await test.import({ publisher: { name: 'Anybody' }, software: { name }, ordering: { scheme } });
    const [software] = await test.database.query<{ id: string }>('SELECT id FROM software WHERE name = ?', [name]);
    const ordering = orderingFor({ scheme });
    const columns = ['id', 'software_id', 'version', 'version_key', 'release_rank', 'created_at', 'added_at'];
    const at = '2026-01-01 00:00:00.000000';
    const rows = labels.map((label, index) => [
      `${String(products).padStart(8, '0')}${String(index).padStart(28, '0')}`,
      software!.id,
      `${index} ${label}`.slice(0, 255),
      ordering.read(label).key,
      2,
      at,
      at,
    ]);
    await insertRows(test.database, 'version', columns, rows);
    return software!.id;
  }

  it.each(OWN)('orders all %s versions of the vectors as JavaScript does', async (scheme) => {
    const labels = versionsOf(scheme);
    expect(labels.length).toBeGreaterThan(10);
    const id = await insert(scheme, labels);
    const rows = await test.database.query<{ version_key: string }>(
      'SELECT version_key FROM version WHERE software_id = ? ORDER BY version_key, id',
      [id],
    );
    const keys = labels.map((label) => orderingFor({ scheme }).read(label).key);
    expect(rows.map((row) => row.version_key)).toEqual([...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  });

  it('answers the filter, newest first and the latest from the index', async () => {
    const id = await insert('generic', versionsOf('generic'));
    const statements: [string, string, unknown[]][] = [
      [
        'SELECT id FROM version WHERE software_id = ? AND hidden = 0 AND version_key > ? ORDER BY version_key',
        'version_listed',
        [id, '111*'],
      ],
      [
        'SELECT id FROM version WHERE software_id = ? AND hidden = 0 ORDER BY version_key DESC, id DESC LIMIT 51',
        'version_listed',
        [id],
      ],
      [
        `SELECT id FROM version WHERE software_id = ? AND release_rank > 0
         ORDER BY release_rank DESC, version_key DESC, id DESC LIMIT 1`,
        'version_latest',
        [id],
      ],
    ];
    for (const [statement, index, parameters] of statements) {
      const explain = test.database.dialect.embedded ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
      const rows = await test.database.query<object>(`${explain} ${statement}`, parameters as string[]);
      const plan = JSON.stringify(rows);
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/filesort|TEMP B-TREE/i);
    }
  });
});

import { Readable } from 'node:stream';
import { CatalogueImporter } from '../../../src/source/catalogue/catalogue-importer';
import { useApp } from '../../setup/app';
import { bundledLines } from '../../setup/bundled';

interface BundledProduct {
  software: { name: string };
  versions: { version: string; released_at?: string; removed_at?: string; prerelease?: boolean }[];
  identity: { kind: string; id: string };
}

describe('the catalogue that comes with the service', () => {
  const test = useApp();
  const lines = bundledLines();
  const products = lines.map((line) => JSON.parse(line) as BundledProduct);

  const importBundled = () => test.app.get(CatalogueImporter).import(Readable.from([Buffer.from(lines.join('\n'))]));

  it('goes in whole, and changes nothing when it is imported again', async () => {
    const total = { publishers: 5_827, software: 6_944, versions: 115_346 };
    expect(await importBundled()).toEqual({ ...total, unchanged: 0, rejected: 0 });
    expect(await importBundled()).toEqual({ publishers: 0, software: 0, versions: 0, unchanged: 6_944, rejected: 0 });
    for (const [table, count] of Object.entries({ ...{ publisher: total.publishers, version: total.versions } }))
      expect(await test.database.count({ text: `SELECT COUNT(*) AS total FROM ${table}`, parameters: [] })).toBe(count);
    expect(await test.database.query('SELECT * FROM update_mark')).toEqual([]);
  });

  it('is in the database as it is in the file', async () => {
    const stored = await test.database.query<Record<string, string | number | null>>(
      `SELECT s.identity, v.version, v.released_at, v.removed_at, v.source_prerelease FROM version v
       JOIN software s ON s.id = v.software_id`,
    );
    const day = (text?: string | null) => text?.slice(0, 10) ?? null;
    const expected = products.flatMap(({ identity, versions }) =>
      versions.map(
        ({ version, released_at, removed_at, prerelease }) =>
          `${identity.kind}:${identity.id} ${version} ${day(released_at)} ${day(removed_at)} ${prerelease ?? null}`,
      ),
    );
    const flag = (value: string | number | null | undefined) => (value == null ? null : Boolean(value));
    const found = stored.map(
      ({ identity, version, released_at, removed_at, source_prerelease }) =>
        `${identity} ${version} ${day(released_at as string)} ${day(removed_at as string)} ${flag(source_prerelease)}`,
    );
    expect(new Set(found).size).toBe(found.length);
    const known = new Set(found);
    expect(expected.filter((line) => !known.has(line))).toEqual([]);
  });

  it('gives every product that has an offered version a latest one, which is the highest', async () => {
    const wrong = await test.database.query(
      `SELECT s.name FROM software s LEFT JOIN version l ON l.id = s.latest_version_id
       WHERE (l.id IS NULL AND EXISTS (SELECT 1 FROM version v WHERE v.software_id = s.id AND v.release_rank > 0))
          OR EXISTS (SELECT 1 FROM version v WHERE v.software_id = s.id AND
               (v.release_rank > l.release_rank OR (v.release_rank = l.release_rank AND v.version_key > l.version_key)))`,
    );
    expect(wrong).toEqual([]);
  });
});

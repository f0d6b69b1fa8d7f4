import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstStart } from '../../../src/app/first-start';
import type { RefreshSummary } from '../../../src/source/catalogue/catalogue-importer';
import { CatalogueRefresh, type RefreshOptions } from '../../../src/source/catalogue/catalogue-refresh';
import type { DuplicateProduct } from '../../../src/source/catalogue/refresh-rules';
import { OrderingService } from '../../../src/version/versions/ordering.service';
import type { Agent } from '../../setup/api';
import { startApp, type TestApp } from '../../setup/app';
import { bundledFiles } from '../../setup/bundled';
import { product } from '../../setup/catalogue';
import { outside } from '../../setup/receivers';

type Line = ReturnType<typeof product> & {
  source?: object;
  ordering?: object;
  identifiers?: object[];
  replaces?: string[];
};

const source = (id: string) => ({ type: 'endoflife', settings: { product: id } });
const PLAIN = { calver_pattern: null, tag_pattern: null, ignore_pattern: null, prerelease_pattern: null };
const NOTHING = { publishers: 0, software: 0, versions: 0, rejected: 0, moved: 0, keptSources: 0, keptOrderings: 0 };

describe('a refresh of the catalogue', () => {
  const world = outside();
  const folder = mkdtempSync(join(tmpdir(), 'refresh-'));
  let test: TestApp;
  let editor: Agent;
  let serial = 0;

  beforeAll(async () => {
    test = await startApp();
    editor = await test.as('editor', ['read', 'write', 'catalogue:write']);
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await test.close();
  });

  const fileOf = (...lines: Line[]) => Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

  async function refresh(
    lines: Line[],
    options: RefreshOptions = {},
  ): Promise<RefreshSummary & { duplicates: DuplicateProduct[] }> {
    const path = join(folder, `${++serial}.ndjson`);
    writeFileSync(path, fileOf(...lines));
    const duplicates: DuplicateProduct[] = [];
    const events = { duplicate: (duplicate: DuplicateProduct) => void duplicates.push(duplicate) };
    return { ...(await test.app.get(CatalogueRefresh).refresh(path, options, events)), duplicates };
  }

  async function softwareOf({ identity }: Line): Promise<{ id: string; name: string; scheme: string }> {
    const [row] = await test.database.query<{ id: string; name: string; scheme: string }>(
      'SELECT id, name, scheme FROM software WHERE identity = ?',
      [`${identity.kind}:${identity.id}`],
    );
    return row!;
  }

  async function sourceOf(line: Line): Promise<unknown> {
    const { id } = await softwareOf(line);
    const response = await editor.get(`/api/v1/software/${id}/source`);
    return response.status === 404 ? null : response.body.data.settings;
  }

  async function setSource(line: Line, given: object): Promise<void> {
    await editor
      .put(`/api/v1/software/${(await softwareOf(line)).id}/source`)
      .send(given)
      .expect(200);
  }

  async function latest(line: Line): Promise<string> {
    const { id } = await softwareOf(line);
    return (await editor.get(`/api/v1/software/${id}?includeLatestVersion`).expect(200)).body.data.latest_version
      .version;
  }

  it('updates facts, adds products and versions, and changes nothing the second time', async () => {
    const line: Line = { ...product('Fresh', ['1.0']), source: source('fresh') };
    expect(await refresh([line])).toMatchObject({ software: 1, versions: 1, rejected: 0 });
    const newer: Line[] = [
      { ...line, software: { ...line.software, name: 'Fresher' }, versions: [{ version: '1.0' }, { version: '1.1' }] },
      product('Added', ['1.0']),
    ];
    expect(await refresh(newer)).toMatchObject({ software: 2, versions: 2, unchanged: 0, rejected: 0 });
    expect((await softwareOf(line)).name).toBe('Fresher');
    expect(await refresh(newer)).toMatchObject({ ...NOTHING, unchanged: 2 });
  });

  it('changes a source that it gave, and leaves one that somebody has set or removed', async () => {
    const lines: Line[] = ['given', 'set', 'removed', 'slowed'].map((id) => ({
      ...product(id, ['1.0']),
      source: source(id),
    }));
    const [given, set, removed, slowed] = lines as [Line, Line, Line, Line];
    await refresh(lines);
    await setSource(set, source('own'));
    await setSource(slowed, { ...source('slowed'), interval: '1d' });
    await editor.delete(`/api/v1/software/${(await softwareOf(removed)).id}/source`).expect(204);
    const newer = lines.map((line) => ({ ...line, source: source('newer') }));
    const expected = { ...NOTHING, keptSources: 3 };
    expect(await refresh(newer)).toMatchObject({ ...expected, software: 1 });
    expect(await sourceOf(given)).toMatchObject({ product: 'newer' });
    expect(await sourceOf(set)).toMatchObject({ product: 'own' });
    expect(await sourceOf(removed)).toBeNull();
    expect(await sourceOf(slowed)).toMatchObject({ product: 'slowed' });
    expect(await refresh(newer)).toMatchObject(expected);
  });

  it('takes over what a database has that no refresh has filled', async () => {
    const lines: Line[] = ['without', 'same', 'other', 'gone'].map((id) => product(`old ${id}`, ['1.0']));
    const [without, same, other, gone] = lines as [Line, Line, Line, Line];
    await test.import(
      without,
      { ...same, source: source('same') },
      { ...other, source: source('own') },
      { ...gone, source: source('gone') },
    );
    await editor.delete(`/api/v1/software/${(await softwareOf(gone)).id}/source`).expect(204);
    const first = await refresh(
      [without, same, other, gone].map((line, at) => ({
        ...line,
        source: source(['without', 'same', 'other', 'gone'][at]!),
      })),
    );
    expect(first).toMatchObject({ ...NOTHING, software: 1, keptSources: 2 });
    const second = await refresh(lines.map((line) => ({ ...line, source: source('newer') })));
    expect(second).toMatchObject({ ...NOTHING, software: 2, keptSources: 2 });
    expect(await sourceOf(without)).toMatchObject({ product: 'newer' });
    expect(await sourceOf(same)).toMatchObject({ product: 'newer' });
    expect(await sourceOf(other)).toMatchObject({ product: 'own' });
    expect(await sourceOf(gone)).toBeNull();
  });

  it('changes an ordering that it gave, and leaves one that somebody has set or reset', async () => {
    const lines: Line[] = ['a', 'b', 'c', 'd'].map((id) => product(`Ordered ${id}`, ['1.0', '2.0', '2023']));
    const [given, set, changed, reset] = lines as [Line, Line, Line, Line];
    const ordered = (line: Line, pattern: string) => ({ ...line, ordering: { ignore_pattern: pattern } });
    await refresh([ordered(given, '^2\\.'), set, ordered(changed, '^2023$'), ordered(reset, '^2\\.')]);
    const change = async (line: Line, ignored: string | null) => {
      const { id } = await softwareOf(line);
      const ordering = { scheme: 'generic', ...PLAIN, ignore_pattern: ignored };
      await test.database.transaction((sql) => test.app.get(OrderingService).change(sql, id, ordering));
    };
    await change(set, '^2');
    await change(changed, '^2');
    await change(reset, null);
    const newer = lines.map((line) => ordered(line, '^2023$'));
    expect(await refresh(newer)).toMatchObject({ software: 1, keptOrderings: 3 });
    expect(await Promise.all(lines.map(latest))).toEqual(['2.0', '1.0', '1.0', '2023']);
  });

  it('leaves identifiers that somebody has given, and products of its own', async () => {
    const line: Line = { ...product('Named', ['1.0']), identifiers: [{ type: 'alias', value: 'old name' }] };
    const own = product('Own', ['1.0']);
    await test.import(own);
    await refresh([line]);
    const { id } = await softwareOf(line);
    await test.database.execute(
      "INSERT INTO software_identifier (software_id, type, value, origin) VALUES (?, 'alias', 'my name', 'api')",
      [id],
    );
    await refresh([{ ...line, identifiers: [{ type: 'alias', value: 'new name' }] }]);
    const rows = await test.database.query<{ value: string }>(
      'SELECT value FROM software_identifier WHERE software_id = ? ORDER BY value',
      [id],
    );
    expect(rows.map(({ value }) => value)).toEqual(['my name', 'new name']);
    expect((await softwareOf(own)).name).toBe('Own');
  });

  it('gives a product that the file knows by another identity that one, with its favorites', async () => {
    const old = product('Moved', ['1.0', '1.1']);
    await test.import(old);
    const { id } = await softwareOf(old);
    const [version] = await test.database.query<{ id: string }>(
      "SELECT id FROM version WHERE software_id = ? AND version = '1.0'",
      [id],
    );
    const favorite = await editor.post('/api/v1/favorite').send({ software: id, version: version!.id }).expect(201);
    const replaces = [`test:${old.identity.id}`];
    const now: Line = { ...old, identity: { ...old.identity, id: 'moved' }, versions: [{ version: '2.0' }], replaces };
    expect(await refresh([now])).toMatchObject({ moved: 1, versions: 1, duplicates: [] });
    expect((await softwareOf(now)).id).toBe(id);
    const after = await editor.get(`/api/v1/favorite/${favorite.body.data.uuid}`).expect(200);
    expect(after.body.data).toMatchObject({ update_available: true });
    expect(await latest(now)).toBe('2.0');
    expect(await refresh([now])).toMatchObject(NOTHING);
  });

  it('leaves two products that have become one in the file, and names them', async () => {
    const [one, other] = [product('Duplicate', ['1.0']), product('Duplicate too', ['1.0'])];
    await test.import(one, other);
    const replaced = `test:${other.identity.id}`;
    const after = await refresh([{ ...one, replaces: [replaced] }]);
    expect(after).toMatchObject({ moved: 0, duplicates: [{ product: `test:${one.identity.id}`, replaced }] });
    expect((await softwareOf(other)).name).toBe('Duplicate too');
  });

  it('offers no version again that was withdrawn since', async () => {
    const line = product('Withdrawn', ['1.0', { version: '1.1', removed_at: '2026-01-01' }, '1.2']);
    await refresh([line]);
    await test.import({ ...line, versions: [{ version: '1.2', removed_at: '2026-02-02' }] });
    expect(await latest(line)).toBe('1.0');
    await refresh([line]);
    expect(await latest(line)).toBe('1.0');
    await refresh([
      { ...line, versions: [{ version: '1.1' }, { version: '1.0', removed_at: '2026-03-03' }, { version: '0.9' }] },
    ]);
    expect(await latest(line)).toBe('0.9');
  });

  it('adds versions to a product whose source has answered, and says nothing new of those it has', async () => {
    const line: Line = { ...product('Polled', ['1.0', '1.1']), source: source('polled') };
    await refresh([line]);
    const { id } = await softwareOf(line);
    const { now } = test.database.dialect;
    await test.database.execute(`UPDATE software_source SET last_success_at = ${now} WHERE software_id = ?`, [id]);
    const older = [
      { version: '1.0', prerelease: true },
      { version: '1.1', removed_at: '2026-03-03' },
      { version: '0.9' },
    ];
    expect(await refresh([{ ...line, versions: older }])).toMatchObject({ software: 0, versions: 1 });
    expect(await latest(line)).toBe('1.1');
  });

  it("knows a version that was only a user's own so far", async () => {
    const line: Line = { ...product('Owned', ['1.0']), source: source('owned') };
    await refresh([line]);
    const { id } = await softwareOf(line);
    const { now } = test.database.dialect;
    await test.database.execute(`UPDATE software_source SET last_success_at = ${now} WHERE software_id = ?`, [id]);
    await editor.post('/api/v1/favorite').send({ software: id, version: '2.0' }).expect(201);
    expect(await latest(line)).toBe('1.0');
    expect(await refresh([{ ...line, versions: [{ version: '2.0' }] }])).toMatchObject({ versions: 1 });
    expect(await latest(line)).toBe('2.0');
  });

  it('writes nothing in a dry run', async () => {
    const known = product('Dry', ['1.0']);
    await test.import(known);
    const rows = () =>
      Promise.all(
        ['publisher', 'software', 'version', 'software_source', 'bundled_product', 'audit_entry'].map((table) =>
          test.database.query(`SELECT * FROM ${table} ORDER BY 1`),
        ),
      );
    const before = await rows();
    const lines: Line[] = [
      {
        ...known,
        identity: { ...known.identity, id: 'dry' },
        replaces: [`test:${known.identity.id}`],
        source: source('dry'),
      },
      product('Wet', ['1.0', '2.0']),
    ];
    const counts = { software: 2, versions: 2, moved: 1 };
    expect(await refresh(lines, { dryRun: true })).toMatchObject(counts);
    expect(await rows()).toEqual(before);
    expect(await refresh(lines)).toMatchObject(counts);
  });

  it('comes to the same in several processes at once', async () => {
    const lines: Line[] = Array.from({ length: 10 }, (_, at) => ({
      ...product(`Twin ${at}`, ['1.0', '1.1']),
      source: source(`twin-${at}`),
    }));
    const results = await Promise.all([1, 2, 3].map(() => refresh(lines)));
    expect(results.map(({ rejected }) => rejected)).toEqual([0, 0, 0]);
    expect(results.reduce((sum, { versions }) => sum + versions, 0)).toBe(20);
    expect(await refresh(lines)).toMatchObject({ ...NOTHING, unchanged: 10 });
  });

  it('is for the operator to ask for: a start leaves a database alone that an older file has filled', async () => {
    const started = await startApp({ SEED_CATALOGUE: 'true' });
    const lines = bundledFiles().get('catalogue')!;
    await started.import(...[lines[0]!, lines.at(-1)!].map((line) => JSON.parse(line) as object));
    await firstStart(started.app);
    expect(await started.database.query('SELECT id FROM software')).toHaveLength(2);
    await started.close();
  });

  describe('from a URL', () => {
    const lines = [product('Remote', ['1.0'])];
    const bytes = gzipSync(fileOf(...lines));
    const digest = createHash('sha256').update(bytes).digest('hex');
    const send = (body: Buffer) => (response: { end(body: Buffer): void }) => response.end(body);

    it('takes the file that was meant', async () => {
      const server = await world.http();
      server.will(send(bytes));
      const refreshed = test.app.get(CatalogueRefresh).refresh(`${server.url}/catalogue.ndjson.gz`, { sha256: digest });
      expect(await refreshed).toMatchObject({ software: 1, versions: 1, rejected: 0 });
    });

    it('refuses another file, an error page and an address inside', async () => {
      const server = await world.http();
      server.will(send(gzipSync(fileOf(product('Forged', ['9.9'])))), { status: 404 });
      const { refresh: from } = test.app.get(CatalogueRefresh);
      const fetched = (url: string, options?: RefreshOptions) =>
        from.call(test.app.get(CatalogueRefresh), url, options);
      await expect(fetched(server.url, { sha256: digest })).rejects.toThrow('This is another file');
      await expect(fetched(server.url)).rejects.toThrow('not found');
      await expect(fetched('http://10.1.2.3/catalogue')).rejects.toThrow();
      expect(await test.database.query("SELECT id FROM software WHERE name = 'Forged'")).toEqual([]);
    });
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { CatalogueExporter } from '../../../src/source/catalogue/catalogue-exporter';
import { CatalogueImporter } from '../../../src/source/catalogue/catalogue-importer';
import { startApp, type TestApp } from '../../setup/app';
import { BUNDLED } from '../../setup/process';
import { LONG } from '../../setup/scale';

/** From SQLite to the database of the tests: with TEST_DATABASE_URL, from one kind to another. */
describe('the export of the catalogue', () => {
  let source: TestApp;
  let target: TestApp;
  let folder: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tracker-export-'));
    source = await startApp({ DATABASE_URL: `sqlite:${join(folder, 'source.sqlite')}` });
    target = await startApp();
  });

  afterEach(async () => {
    await source.close();
    await target.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function exported({ app }: TestApp): Promise<string[]> {
    const lines: string[] = [];
    for await (const line of app.get(CatalogueExporter).lines()) lines.push(line);
    return lines;
  }

  const importLines = ({ app }: TestApp, lines: string[]) =>
    app.get(CatalogueImporter).import(Readable.from(lines.map((line) => Buffer.from(line))));

  /** The catalogue without the ids and moments that each database makes for itself. */
  async function contents({ database }: TestApp): Promise<string[]> {
    const publishers = await database.query<object>(
      `SELECT name, name_key, url, support_url, privacy_url, facts_from FROM publisher p
       WHERE EXISTS (SELECT 1 FROM software s WHERE s.publisher_id = p.id)`,
    );
    const software = await database.query<object>(
      `SELECT p.name AS publisher, CASE WHEN s.identity LIKE 'name:%' THEN '' ELSE s.identity END AS identity, s.name,
         s.name_key, s.short_description, s.description, s.url, s.scheme, s.calver_pattern, s.tag_pattern, s.ignore_pattern,
         s.prerelease_pattern, s.catalogued_as_of, s.ordering_revision, l.version AS latest
       FROM software s JOIN publisher p ON p.id = s.publisher_id LEFT JOIN version l ON l.id = s.latest_version_id`,
    );
    const feeds = await database.query<object>(
      `SELECT s.identity, f.type, f.interval_seconds FROM software_source f JOIN software s ON s.id = f.software_id`,
    );
    const versions = await database.query<object>(
      `SELECT s.name, CASE WHEN s.identity LIKE 'name:%' THEN '' ELSE s.identity END AS identity, v.version, v.version_key,
         v.source_prerelease, v.prerelease, v.release_rank, v.released_at, v.removed_at, v.notes_url
       FROM version v JOIN software s ON s.id = v.software_id`,
    );
    return [...publishers, ...software, ...feeds, ...versions].map((row) => JSON.stringify(row)).sort();
  }

  async function expectSame(): Promise<string[]> {
    const lines = await exported(source);
    expect(await importLines(target, lines)).toMatchObject({ unchanged: 0, rejected: 0 });
    expect(await contents(target)).toEqual(await contents(source));
    expect(await exported(target)).toEqual(lines);
    expect(await importLines(source, lines)).toMatchObject({ publishers: 0, software: 0, versions: 0, rejected: 0 });
    return lines;
  }

  it('makes the bundled catalogue anew in an empty database, and the same bytes out of that', async () => {
    const all = gunzipSync(readFileSync(BUNDLED)).toString().trimEnd().split('\n');
    const some = LONG ? all : all.filter((_line, index) => index % 10 === 0);
    await importLines(
      source,
      some.map((line) => `${line}\n`),
    );
    const lines = await expectSame();
    const countOf = (part: string) => lines.filter((line) => line.includes(part)).length;
    const expectedOf = (part: string) => some.filter((line) => line.includes(part)).length;
    expect(lines).toHaveLength(some.length);
    for (const part of ['"ordering":', '"source":{"type":"endoflife"', '"as_of":'])
      expect([part, countOf(part)]).toEqual([part, expectedOf(part)]);
    expect(countOf('"ordering":')).toBeGreaterThan(0);
  }, 300_000);

  it('keeps everything that a record may say', async () => {
    const versions = [
      { version: '1.0', released_at: '2026-01-02' },
      { version: '1.1', released_at: '2026-01-02T03:04:05.0006Z', notes_url: 'https://example.org/1.1' },
      { version: '1.2', removed_at: '2026-02-01T00:00:00.5Z' },
      { version: '1.3', prerelease: true },
      { version: '1.4-rc1', prerelease: false, released_at: '2026-01-03' },
      { version: 'cli/v9 🎉' },
    ];
    const urls = {
      url: 'https://example.org',
      support_url: 'https://example.org/help',
      privacy_url: 'https://example.org/p',
    };
    const ordering = { scheme: 'semver', tag_pattern: '^(1.+)$', ignore_pattern: 'x', prerelease_pattern: 'y' };
    await source.import(
      {
        publisher: { name: 'Ünïcode ‮', ...urls },
        software: { name: 'Z', description: 'a\nb "c"' },
        identity: { kind: 'a', id: 'b:c' },
        ordering,
        versions,
      },
      { publisher: { name: 'Ünïcode ‮' }, software: { name: 'a' } },
      {
        publisher: { name: 'Dates' },
        software: { name: 'By date' },
        ordering: { scheme: 'calver', calver_pattern: 'YYYY.0M' },
        versions,
      },
    );
    const lines = (await expectSame()).map((line) => JSON.parse(line) as { publisher: object; versions: unknown[] });
    expect(lines[0]!.publisher).toEqual({ name: 'Dates' });
    expect(lines[1]!).toMatchObject({
      identity: { kind: 'a', id: 'b:c' },
      publisher: urls,
      software: { name: 'Z' },
      ordering,
    });
    expect(lines[1]!.versions).toHaveLength(versions.length);
    expect(lines[1]!.versions).toEqual(expect.arrayContaining(versions.filter((_version, index) => index !== 2)));
  });

  it('keeps how products are ordered, also where their source has an order of its own', async () => {
    const record = (name: string, more: object) => ({
      identity: { kind: 'a', id: name },
      publisher: { name: 'P' },
      software: { name },
      source: { type: 'helm-index', settings: { repository: 'https://charts.example.org', chart: name } },
      versions: [{ version: '1.0.0' }, { version: '1.0.2-0' }, { version: '1.0.1' }],
      ...more,
    });
    await source.import(record('by-source', {}), record('said', { ordering: { scheme: 'generic' } }));
    const [bySource, said] = (await exported(source)).map((line) => JSON.parse(line) as { ordering: unknown });
    expect([bySource!.ordering, said!.ordering]).toEqual([{ scheme: 'semver' }, { scheme: 'generic' }]);
    await expectSame();
    // More of the same changes nothing.
    await source.database.execute("UPDATE software SET scheme = 'generic' WHERE name = 'by-source'");
    expect(await source.import(record('by-source', {}))).toMatchObject({ unchanged: 1 });
  });

  it('says where the releases of a product come from, without the secrets of it', async () => {
    const settings = { repository: 'acme/widget', token: 'ghp_a_secret_of_the_operator' };
    const given = { type: 'github-releases', settings, interval: '6h' };
    await source.import({
      publisher: { name: 'P' },
      software: { name: 'S' },
      identity: { kind: 'a', id: 's' },
      source: given,
    });
    const [line] = await expectSame();
    expect(line).not.toContain('ghp_a_secret');
    const { source: written } = JSON.parse(line!) as { source: unknown };
    expect(written).toEqual({ type: 'github-releases', settings: { repository: 'acme/widget' }, interval: '6h' });
  });

  it('keeps products of one name apart, with and without an identity', async () => {
    const product = { publisher: { name: 'P' }, software: { name: 'Same' } };
    await source.import({ ...product, versions: [{ version: '1' }] });
    for (const kind of ['zz', 'aa'])
      await source.import({ ...product, identity: { kind, id: '1' }, versions: [{ version: '2' }] });
    expect(
      (await expectSame()).map((line) => (JSON.parse(line) as { identity?: { kind: string } }).identity?.kind),
    ).toEqual([undefined, 'aa', 'zz']);
  });

  it('keeps a product without an identity apart from one that was renamed to its name, whose publisher is known by it', async () => {
    const publisher = { name: 'P', url: 'https://example.org' };
    const named = (name: string, id: string) => ({ publisher, software: { name }, identity: { kind: 'a', id } });
    await source.import({ ...named('Widget Classic', '1'), versions: [{ version: '1' }] });
    await source.import({ publisher: { name: 'P' }, software: { name: 'Widget' }, versions: [{ version: '2' }] });
    await source.import(named('Another', '2'), named('Widget', '1'));
    const lines = await exported(source);
    await importLines(target, lines);
    // Whose facts they are is the one thing that a file does not say.
    const [before, after] = await Promise.all([source, target].map(contents));
    const withoutOwner = (rows: string[]) => rows.map((row) => row.replace(/"facts_from":"[^"]+"/, ''));
    expect(withoutOwner(after!)).toEqual(withoutOwner(before!));
    expect(await exported(target)).toEqual(lines);
  });

  it('leaves each publisher with the product that its facts came with', async () => {
    const publisher = { name: 'P', url: 'https://example.org/old' };
    await source.import({ publisher, software: { name: 'Z' }, identity: { kind: 'a', id: 'z' } });
    await source.import({ publisher: { name: 'P' }, software: { name: 'A' }, identity: { kind: 'a', id: 'a' } });
    await source.import({ publisher: { name: 'Q', url: 'https://example.org/q' }, software: { name: 'Unnamed' } });
    await source.import({ publisher: { name: 'Q' }, software: { name: 'Before' }, identity: { kind: 'a', id: 'q' } });
    await expectSame();
    const moved = {
      publisher: { ...publisher, url: 'https://example.org/new' },
      software: { name: 'Z' },
      identity: { kind: 'a', id: 'z' },
    };
    expect(await target.import(moved)).toMatchObject({ publishers: 1 });
  });

  it('gives products and versions of any number, over many pages and lines', async () => {
    const many = Array.from({ length: 450 }, (_entry, index) => ({
      publisher: { name: `P ${index % 3}` },
      software: { name: `S ${index % 7}` },
      identity: { kind: 'many', id: `${index}` },
      versions: [{ version: '1.0' }],
    }));
    const huge = { publisher: { name: 'Huge' }, software: { name: 'Huge' }, identity: { kind: 'many', id: 'huge' } };
    const labels = (from: number, count: number) =>
      Array.from({ length: count }, (_entry, index) => ({ version: `1.${from + index}` }));
    const long = { version: '2.0', notes_url: `https://example.org/${'n'.repeat(2_000)}` };
    const wide = labels(100_000, 600).map(({ version }) => ({ ...long, version }));
    await source.import(...many, { ...huge, versions: labels(0, 25_500) }, { ...huge, versions: wide });
    const lines = await expectSame();
    expect(lines.filter((line) => line.includes('"Huge"'))).toHaveLength(3);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1_200_000);
  });

  it('gives nothing out of nothing, and no publisher without products', async () => {
    expect(await exported(source)).toEqual([]);
    const product = { software: { name: 'S' }, identity: { kind: 'a', id: 's' } };
    await source.import({ ...product, publisher: { name: 'Old' } });
    await source.import({ ...product, publisher: { name: 'New' } });
    expect(await exported(source)).toEqual([
      '{"identity":{"kind":"a","id":"s"},"publisher":{"name":"New"},"software":{"name":"S"},"versions":[]}\n',
    ]);
  });
});

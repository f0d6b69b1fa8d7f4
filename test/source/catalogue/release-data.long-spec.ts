import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { importFiles } from '../../../scripts/lib/catalogue/import-files.mjs';
import { CatalogueImporter } from '../../../src/source/catalogue/catalogue-importer';
import type { Remark } from '../../../src/source/catalogue/reading';
import { useApp } from '../../setup/app';
import { BUNDLED } from '../../setup/process';
import { LONG } from '../../setup/scale';
import { tarball } from '../sources/tarball';

const PAYLOADS = join(__dirname, 'payloads', 'release-data');
const NOTHING = { publishers: 0, software: 0, versions: 0, unchanged: 0, rejected: 0 };

const file = (versions: Record<string, unknown>) => JSON.stringify({ releases: {}, versions }, null, 2);

describe("the import of endoflife.date's release data", () => {
  const test = useApp();
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tracker-release-data-'));
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  async function importFrom(location: string) {
    const rejections: string[] = [];
    const rejected = ({ at, reason }: Remark) => rejections.push(`${at}: ${reason}`);
    return { summary: await importFiles(test.app, 'release-data', location, { rejected }), rejections };
  }

  function write(files: Record<string, string>): string {
    const root = mkdtempSync(join(folder, 'files-'));
    mkdirSync(join(root, 'releases'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    return root;
  }

  const named = (id: string) =>
    test.database.query<Record<string, unknown>>(
      `SELECT s.name, p.name AS publisher, s.description, (SELECT COUNT(*) FROM version v WHERE v.software_id = s.id) AS versions
       FROM software s JOIN publisher p ON p.id = s.publisher_id WHERE s.identity = ?`,
      [`endoflife:${id}`],
    );

  it('lands on the products of the bundled catalogue and leaves their names; others are called like their files', async () => {
    const lines = gunzipSync(readFileSync(BUNDLED)).toString().split('\n');
    const some = lines.filter((line) => LONG || line.includes('haproxy'));
    await test.app.get(CatalogueImporter).import(Readable.from([Buffer.from(`${some.join('\n')}\n`)]));
    const [before] = await named('haproxy');
    expect(before).toMatchObject({ name: 'HAProxy', publisher: 'haproxy', versions: 541 });
    const text = (name: string) => readFileSync(join(PAYLOADS, 'releases', `${name}.json`), 'utf8');
    const files = write({
      'releases/haproxy.json': text('haproxy'),
      'releases/unheard-of.json': text('eclipse-temurin'),
    });
    const { summary, rejections } = await importFrom(files);
    expect({ summary, rejections }).toEqual({
      summary: { publishers: 1, software: 1, versions: 121, unchanged: 1, rejected: 0 },
      rejections: [],
    });
    expect(await named('haproxy')).toEqual([before]);
    expect(await named('unheard-of')).toMatchObject([{ name: 'unheard-of', publisher: 'unheard-of' }]);
    expect((await importFrom(files)).summary).toEqual({ ...NOTHING, unchanged: 2 });
  });

  it('adds a release that is new, and keeps a name that somebody gave', async () => {
    const first = { '1.0': { name: '1.0', date: '2026-01-01' } };
    await importFrom(write({ 'releases/widget.json': file(first) }));
    const better = { publisher: { name: 'Example Corp' }, software: { name: 'Widget' } };
    await test.import({ ...better, identity: { kind: 'endoflife', id: 'widget' } });
    const more = { ...first, '1.1': { name: '1.1', date: '2026-02-01' } };
    expect((await importFrom(write({ 'releases/widget.json': file(more) }))).summary).toEqual({
      ...NOTHING,
      versions: 1,
    });
    expect(await named('widget')).toMatchObject([{ name: 'Widget', publisher: 'Example Corp', versions: 2 }]);
  });

  it('reads an archive of the repository and passes over what is not release data', async () => {
    const archive = join(folder, 'repository.tar.gz');
    const text = file({ '2.0': { name: '2.0', date: '2026-03-01' } });
    const files = {
      'package.json': '{"name":"x"}',
      'src/a.json': '[',
      'releases/gadget.json': text,
      'releases/none.json': file({}),
    };
    const inRepository = Object.entries(files).map(([path, content]) => [`release-data-main/${path}`, content]);
    writeFileSync(archive, tarball(Object.fromEntries(inRepository) as Record<string, string>));
    const { summary, rejections } = await importFrom(archive);
    expect({ summary, rejections }).toEqual({
      summary: { ...NOTHING, publishers: 1, software: 1, versions: 1 },
      rejections: [],
    });
  });

  it('reports bad files by path and line, and takes the others', async () => {
    const good = { '1.0': { name: '1.0', date: '2026-01-01' } };
    const { summary, rejections } = await importFrom(
      write({
        'releases/a.json': file(good).replace('"date": ', '"date" '),
        'releases/b.json': file({ ...good, '1.1': { name: '1.1', date: 'soon' } }),
        'releases/c.json': file({ '1.0': '2026-01-01' }),
        'releases/d.json': '[]',
        'releases/e.json': file(good).slice(0, -4),
        'releases/f.json': `${file(good)}\n}\n`,
        'releases/g.json': file(good),
        'releases/h.json': file({ '1.0': { name: 'x'.repeat(256), date: '2026-01-01' } }),
      }),
    );
    expect(summary).toMatchObject({ software: 1, rejected: 7 });
    expect(rejections).toEqual([
      'releases/a.json:6: is not valid JSON',
      'releases/b.json:8: versions["1.1"].released_at must be a date (YYYY-MM-DD) or an RFC 3339 datetime',
      'releases/c.json:4: versions["1.0"] must be an object',
      'releases/d.json: versions must be an object',
      'releases/e.json:8: is not valid JSON',
      'releases/f.json:10: is not valid JSON',
      'releases/h.json:4: versions["1.0"].version must not be longer than 255 characters',
    ]);
  });
});

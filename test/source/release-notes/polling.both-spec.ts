import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NoteStore } from '../../../src/version/release-notes/store/note-store';
import { PollApp } from '../polling/poll-app';
import { beforeStatements } from '../../setup/statements';
import { Forge, release } from './forge';

const LISTS = join(__dirname, '..', 'sources', 'payloads', 'github-releases-rest');
const listOf = (name: string) =>
  JSON.parse(readFileSync(join(LISTS, name), 'utf8')) as { tag_name: string; body: string | null }[];

const WRITES = /^\s*(INSERT|UPDATE|DELETE)\b[^]*\b(note_text|release_note|version|software)\b/i;

describe('release notes of a product', () => {
  let app: PollApp;
  let forge: Forge;

  beforeAll(async () => {
    app = await PollApp.start({ SOURCES: 'tracked' });
  });

  beforeEach(async () => {
    await app.reset();
    forge = await new Forge().open();
  });

  afterEach(() => forge.close());
  afterAll(() => app.close());

  const github = (repository: string) => ({
    type: 'github-releases',
    settings: { repository, server: `${forge.url}/` },
  });

  async function tracked(name: string, source: object, ordering?: object): Promise<string> {
    const id = await app.product(name);
    if (ordering)
      await app.test.database.execute('UPDATE software SET tag_pattern = ? WHERE id = ?', [
        Object.values(ordering)[0] as string,
        id,
      ]);
    await app.setSource(id, source).expect(200);
    await app.editor.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    return id;
  }

  /** By label. */
  async function notesOf(id: string, target = app): Promise<Map<string, string>> {
    const rows = await target.test.database.query<{ id: string; version: string }>(
      'SELECT id, version FROM version WHERE software_id = ?',
      [id],
    );
    const notes = await target.test.app.get(NoteStore).read(rows.map((row) => row.id));
    return new Map(rows.flatMap((row) => (notes.has(row.id) ? [[row.version, notes.get(row.id)!.text]] : [])));
  }

  async function writesWhile(work: () => Promise<unknown>): Promise<string[]> {
    const writes: string[] = [];
    const stop = beforeStatements(app.test, (text) => void (WRITES.test(text) && writes.push(text)));
    await work();
    stop();
    return writes;
  }

  const again = async () => {
    await app.due();
    return app.poll();
  };

  it('come with the first poll', async () => {
    forge.releases('acme/tool', [release('v1.1.0', 'Fixed **it**.'), release('v1.0.0', null)]);
    const id = await tracked('tool', github('acme/tool'));
    expect(await app.poll()).toMatchObject({ new: 1 });
    expect(await notesOf(id)).toEqual(new Map([['v1.1.0', 'Fixed **it**.']]));
    const [row] = await app.test.database.query<{ id: string }>(`SELECT id FROM version WHERE version = 'v1.1.0'`);
    expect((await app.test.app.get(NoteStore).read([row!.id])).get(row!.id)).toMatchObject({
      format: 'markdown',
      url: 'https://forge.example/releases/v1.1.0',
      size: 13,
      cut: false,
    });
  });

  it('are written when they change, and only then', async () => {
    const list = [release('v1.1.0', 'Fixed it.'), release('v1.0.0', 'First.')];
    forge.releases('acme/tool', list);
    const id = await tracked('tool', github('acme/tool'));
    await app.poll();
    expect(await writesWhile(again)).toEqual([]);
    expect(forge.asked.at(-1)!.status).toBe(304);
    // The same releases in another text: no 304.
    forge.answers.set('/repos/acme/tool/releases', { body: JSON.stringify(list, null, 1) });
    expect(await writesWhile(again)).toEqual([]);
    expect(forge.asked.at(-1)!.status).toBe(200);
    forge.releases('acme/tool', [release('v1.1.0', 'Fixed it, and more.'), release('v1.0.0', 'First.')]);
    const writes = await writesWhile(again);
    expect(writes.filter((text) => text.includes('INTO note_text'))).toHaveLength(1);
    expect(writes.filter((text) => text.includes('INTO release_note'))).toHaveLength(1);
    expect(writes.filter((text) => /(UPDATE|INTO) version\b/.test(text))).toEqual([]);
    expect((await notesOf(id)).get('v1.1.0')).toBe('Fixed it, and more.');
    expect(await app.test.app.get(NoteStore).removeOrphans()).toBe(1);
    // 1.0 has the sort key of v1.0.0.
    expect((await notesOf(id)).get('1.0')).toBe('First.');
    expect((await notesOf(id)).size).toBe(3);
  });

  it('are read though nothing has changed where they were not read before', async () => {
    forge.releases('acme/tool', [release('v1.1.0', 'Fixed it.')]);
    const id = await app.product('tool');
    await app.setSource(id, github('acme/tool')).expect(200);
    await app.poll();
    expect(await notesOf(id)).toEqual(new Map());
    await app.editor.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    await again();
    expect((await notesOf(id)).get('v1.1.0')).toBe('Fixed it.');
    await again();
    expect(forge.asked.map(({ status }) => status)).toEqual([200, 200, 304]);
  });

  it('of one product out of several in a repository are found by its tag pattern', async () => {
    const list = listOf('releases_monorepo.json');
    forge.releases('acme/flurl', list);
    const id = await tracked('Flurl.Http', github('acme/flurl'), { tag_pattern: '^Flurl\\.Http\\.(.+)$' });
    await app.poll();
    const notes = await notesOf(id);
    for (const { tag_name, body } of list) expect(notes.get(tag_name)).toBe(body);
    // A version with the key of the tag of another product has none.
    const store = app.test.app.get(NoteStore);
    const plain = await app.test.database.query<{ id: string }>(
      `SELECT id FROM version WHERE software_id = ? AND version = '1.0'`,
      [id],
    );
    expect((await store.read([plain[0]!.id])).size).toBe(0);
  });

  it.each([
    'releases_dash_tags.json',
    'releases_ember_cp.json',
    'releases_fix_names.json',
    'releases_no_names.json',
    'releases_number_prefix.json',
    'releases_with_mixed_tag_formats.json',
    'unnamed_releases.json',
    'unprefixed_releases.json',
    'business_releases.json',
  ])('belong to the versions of their tags: %s', async (name) => {
    const list = listOf(name);
    forge.releases('acme/tool', list);
    const id = await tracked('tool', github('acme/tool'));
    await app.poll();
    const expected = list.filter(({ body }) => body?.trim()).map(({ tag_name, body }) => [tag_name, body!]);
    expect([...(await notesOf(id))].sort()).toEqual(expected.sort());
  });

  it('of a product that nobody tracks are not read, nor any with NOTES=off', async () => {
    forge.releases('acme/tool', [release('v1.1.0', 'Fixed it.')]);
    const other = await PollApp.start({ SOURCES: 'all', NOTES: 'off' });
    const id = await other.product('tool');
    await other.setSource(id, github('acme/tool')).expect(200);
    await other.editor.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    expect(await other.poll()).toMatchObject({ new: 1 });
    expect(await notesOf(id, other)).toEqual(new Map());
    await other.close();
  });

  it('are kept of the newest 200 versions', async () => {
    forge.releases(
      'acme/tool',
      [...Array(202).keys()].map((n) => release(`v2.${n}.0`, `Notes ${n}`)),
    );
    const id = await app.product('tool');
    await app.setSource(id, github('acme/tool')).expect(200);
    await app.poll();
    await app.editor.post('/api/v1/favorite').send({ software: id, version: 'v2.201.0' }).expect(201);
    await again();
    expect((await notesOf(id)).size).toBe(200);
    expect([...(await notesOf(id)).keys()]).not.toContain('v2.1.0');
  });

  it('takes less than 1 kB for a version with a median note', async () => {
    const note = (n: number) => `${n} `.padEnd(157, `fixed a thing in module ${n}, see issue ${n * 7} `);
    const body = (n: number) => release(`v1.${n}.0`, note(n));
    forge.releases(
      'acme/tool',
      [...Array(200).keys()].map((n) => body(n + 1)),
    );
    const id = await tracked('tool', github('acme/tool'));
    await app.poll();
    expect((await notesOf(id)).size).toBe(200);
    const bytes = await sizeOfNotes();
    expect(bytes).toBeGreaterThan(0);
    expect(bytes / 200).toBeLessThan(1_000);
  });

  /** Bytes of both tables with their indexes. */
  async function sizeOfNotes(): Promise<number> {
    const { database } = app.test;
    if (database.dialect.embedded) {
      const pages = await database.query<{ bytes: number }>(
        `SELECT SUM(pgsize) AS bytes FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name IN ('note_text', 'release_note'))`,
      );
      return Number(pages[0]!.bytes);
    }
    // Pages of a server are filled by 16 KB: what rows and their index entries take is counted.
    const [row] = await database.query<{ bytes: number }>(
      `SELECT SUM(LENGTH(t.body) + 64 + 40) + COUNT(*) * (36 + 64 + 64 + 36 + 60) AS bytes
       FROM release_note n JOIN note_text t ON t.digest = n.digest`,
    );
    return Number(row!.bytes);
  }
});

import { NotesCommand } from '../../../src/source/release-notes/notes-command';
import { CatalogueExporter } from '../../../src/source/catalogue/catalogue-exporter';
import { NotesReader } from '../../../src/source/release-notes/notes-reader';
import { expectProblem } from '../../setup/api';
import { PollApp } from '../polling/poll-app';
import { Forge, release } from './forge';

const CHANGELOG = `# Changelog

## 1.1 - 2026-02-01

- **Breaking:** the configuration moved

## 1.0 - 2026-01-01

First.
`;

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

const database = () => app.test.database;

/** What the schedule does: it plans, then polling has its turn. */
async function read(): Promise<void> {
  await app.test.app.get(NotesReader).plan();
  await app.poll();
}

const dueAgain = () => database().execute(`UPDATE notes_reader SET next_at = ${database().dialect.now}`);
const track = (software: string) => app.editor.post('/api/v1/favorite').send({ software, version: '1.0' }).expect(201);
const place = async (id: string) => (await app.editor.get(`/api/v1/software/${id}/notes-source`).expect(200)).body.data;
const set = (id: string, from: string, settings?: object) =>
  app.editor.put(`/api/v1/software/${id}/notes-source`).send({ from, settings });
const shown = async (id: string) =>
  (await app.test.app.get(NotesCommand).show(id)).map((note) => {
    const { version, notes, url } = note as Record<string, string>;
    return [version, notes, url];
  });

async function named(id: string, ...purls: string[]): Promise<void> {
  const identifiers = purls.map((value) => ({ type: 'purl', value }));
  await app.editor.put(`/api/v1/software/${id}/identifier`).send({ identifiers }).expect(200);
}

describe('where the notes of a product are read', () => {
  it.each<[string[], string | null, object]>([
    [[], null, {}],
    [['pkg:npm/tool'], null, {}],
    [['pkg:github/acme/tool', 'pkg:gitlab/acme/tool'], 'github', { repository: 'acme/tool' }],
    [['pkg:gitlab/acme/group/tool'], 'gitlab', { project: 'acme/group/tool' }],
    [['pkg:git/gitlab.example.org/a/b/c'], 'gitlab', { project: 'a/b/c', server: 'https://gitlab.example.org/' }],
    [['pkg:git/codeberg.org/acme/tool'], 'forgejo', { repository: 'acme/tool', server: 'https://codeberg.org/' }],
    [
      ['pkg:git/gitea.example.org/acme/tool'],
      'forgejo',
      { repository: 'acme/tool', server: 'https://gitea.example.org/' },
    ],
    [['pkg:git/code.example.org/acme/tool'], null, {}],
    [['pkg:git/gitea.example.org/acme/too/deep'], null, {}],
  ])('follows from its identifiers: %p', async (purls, from, settings) => {
    const id = await app.product('tool');
    await named(id, ...purls);
    expect(await place(id)).toEqual({
      from,
      settings,
      is_set: false,
      last_attempt: null,
      last_error: null,
      next_attempt: null,
    });
  });

  it('is its source where that has notes', async () => {
    const id = await app.product('tool');
    await named(id, 'pkg:github/acme/other');
    await app
      .setSource(id, { type: 'github-releases', settings: { repository: 'acme/tool', server: forge.url } })
      .expect(200);
    expect(await place(id)).toMatchObject({ from: 'source', settings: {}, is_set: false });
  });

  it('can be set and taken back, which is audited', async () => {
    const id = await app.product('tool');
    await named(id, 'pkg:github/acme/tool');
    const answer = await set(id, 'changelog', { url: 'https://files.example.org/CHANGELOG.md' }).expect(200);
    expect(answer.body.data).toMatchObject({
      from: 'changelog',
      settings: { url: 'https://files.example.org/CHANGELOG.md' },
      is_set: true,
    });
    await set(id, 'changelog', { url: 'https://files.example.org/CHANGELOG.md' }).expect(200);
    await set(id, 'source').expect(200);
    expect(await place(id)).toMatchObject({ from: null, is_set: true });
    await app.editor.delete(`/api/v1/software/${id}/notes-source`).expect(204);
    expect(await place(id)).toMatchObject({ from: 'github', is_set: false });
    expectProblem(await app.editor.delete(`/api/v1/software/${id}/notes-source`), 404, 'not-found');
    const admin = await app.test.as('root', ['admin']);
    const { body } = await admin.get(`/api/v1/audit?sort=created_at`).expect(200);
    const entries = (body.data as { action: string; details: object }[]).filter(({ action }) =>
      action.includes('notes-source'),
    );
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['software.notes-source-set', { from: 'changelog' }],
      ['software.notes-source-set', { from: 'source' }],
      ['software.notes-source-removed', expect.anything()],
    ]);
  });

  it.each<[string, object | undefined, string]>([
    ['rumour', {}, 'from'],
    ['changelog', undefined, 'settings.url'],
    ['changelog', { url: 'ftp://files.example.org/CHANGELOG' }, 'settings.url'],
    ['changelog', { url: 'https://files.example.org/CHANGELOG', format: 'pdf' }, 'settings.format'],
    ['github', { repository: 'acme/tool', token: 'ghp_000000000000000000000000000000000000' }, 'settings.token'],
    ['forgejo', { repository: 'acme/tool' }, 'settings.server'],
    ['gitlab', { project: 'acme/tool', extra: 1 }, 'settings.extra'],
    ['source', { url: 'https://files.example.org/' }, 'settings'],
  ])('names what is wrong: %s %p', async (from, settings, field) => {
    const id = await app.product('tool');
    const answer = await set(id, from, settings);
    expectProblem(answer, 422, 'invalid-body');
    expect((answer.body as { errors: { field: string }[] }).errors[0]!.field).toBe(field);
  });
});

describe('notes of a product whose source has none', () => {
  it.each<[string, () => object, string, string]>([
    ['github', () => ({ repository: 'acme/tool', server: `${forge.url}/` }), '/repos/acme/tool/releases', 'body'],
    [
      'gitlab',
      () => ({ project: 'acme/tool', server: `${forge.url}/` }),
      '/api/v4/projects/acme%2Ftool/releases',
      'description',
    ],
    [
      'forgejo',
      () => ({ repository: 'acme/tool', server: `${forge.url}/` }),
      '/api/v1/repos/acme/tool/releases',
      'body',
    ],
  ])('are read at %s once somebody tracks it', async (from, settings, path, field) => {
    const answer = (text: string) => ({
      body: JSON.stringify([
        { ...release('v1.0.0', null), [field]: text },
        { ...release('v11.0', null), [field]: 'Another.' },
      ]),
    });
    forge.answers.set(path, answer('First.'));
    const id = await app.product('tool');
    await set(id, from, settings()).expect(200);
    await read();
    expect(forge.asked).toEqual([]);
    await track(id);
    await read();
    expect(await shown(id)).toEqual([
      ['1.0', 'First.', from === 'gitlab' ? null : 'https://forge.example/releases/v1.0.0'],
    ]);
    await read();
    expect(forge.asked).toHaveLength(1);
    await dueAgain();
    await read();
    expect(forge.asked.map(({ status }) => status)).toEqual([200, 304]);
    forge.answers.set(path, answer('First, with a word more.'));
    await dueAgain();
    await read();
    expect((await shown(id))[0]![1]).toBe('First, with a word more.');
  });

  it('are read from a changelog, also beside a tag pattern', async () => {
    forge.answers.set('/CHANGELOG.md', { headers: { 'content-type': 'text/plain' }, body: CHANGELOG });
    const source = { publisher: { name: 'P' }, software: { name: 'tool' } };
    await app.test.import({
      ...source,
      ordering: { scheme: 'semver', tag_pattern: '^tool-(.+)$' },
      versions: [{ version: 'tool-1.0.0' }, { version: 'tool-1.1.0' }, { version: 'other-1.1.0' }],
    });
    const [{ id }] = (await database().query<{ id: string }>('SELECT id FROM software')) as [{ id: string }];
    await app.editor.post('/api/v1/favorite').send({ software: id, version: 'tool-1.0.0' }).expect(201);
    await set(id, 'changelog', { url: `${forge.url}/CHANGELOG.md?secret=1` }).expect(200);
    await read();
    expect(await shown(id)).toEqual([
      ['tool-1.1.0', '- **Breaking:** the configuration moved', `${forge.url}/CHANGELOG.md`],
      ['tool-1.0.0', 'First.', `${forge.url}/CHANGELOG.md`],
    ]);
    expect(await place(id)).toMatchObject({
      last_error: null,
      last_attempt: expect.any(String),
      next_attempt: expect.any(String),
    });
  });

  it('are written for a version that comes later, though the answer is still the same', async () => {
    forge.answers.set('/CHANGELOG.md', { body: CHANGELOG });
    const id = await app.product('tool');
    await track(id);
    await set(id, 'changelog', { url: `${forge.url}/CHANGELOG.md` }).expect(200);
    await read();
    expect((await shown(id)).map(([version]) => version)).toEqual(['1.0']);
    await app.test.import({ publisher: { name: 'P' }, software: { name: 'tool' }, versions: [{ version: '1.1' }] });
    await database().execute(`UPDATE notes_reader SET read_at = ${database().dialect.after('read_at', '-4000')}`);
    await read();
    expect((await shown(id)).map(([version]) => version)).toEqual(['1.1', '1.0']);
  });

  it('say what is wrong, and try again in a day', async () => {
    forge.answers.set('/CHANGELOG.md', { body: 'nothing of the kind' });
    const id = await app.product('tool');
    await track(id);
    await set(id, 'changelog', { url: `${forge.url}/CHANGELOG.md` }).expect(200);
    await read();
    await read();
    expect(forge.asked).toHaveLength(1);
    expect((await place(id)).last_error).toBe('The file has no headings with versions');
    forge.answers.set('/CHANGELOG.md', { body: `# 1.0\n\n${'x'.repeat(4 * 1024 * 1024)}` });
    await dueAgain();
    await read();
    expect((await place(id)).last_error).toBe('The response is longer than 4 MB, or incomplete');
    await expect(app.test.app.get(NotesCommand).fetch(id)).rejects.toThrow('longer than 4 MB');
    forge.answers.set('/CHANGELOG.md', { body: CHANGELOG });
    expect(await app.test.app.get(NotesCommand).fetch(id)).toBe(1);
    expect((await place(id)).last_error).toBeNull();
  });

  it('end when nobody tracks it, and begin again', async () => {
    forge.answers.set('/CHANGELOG.md', { body: CHANGELOG });
    const id = await app.product('tool');
    const { uuid } = (await track(id)).body.data as { uuid: string };
    await set(id, 'changelog', { url: `${forge.url}/CHANGELOG.md` }).expect(200);
    await read();
    await app.editor.delete(`/api/v1/favorite/${uuid}`).expect(204);
    await dueAgain();
    await read();
    expect(forge.asked).toHaveLength(1);
    expect(await database().query('SELECT host FROM source_host')).toEqual([]);
    await track(id);
    await read();
    expect(forge.asked).toHaveLength(2);
  });

  it('keep to the pause that the host asks of its sources, and the other way round', async () => {
    forge.answers.set('/repos/acme/tool/releases', { status: 429, headers: { 'retry-after': '3000' }, body: '{}' });
    const products = await app.products('tool', 'polled');
    const id = products.get('tool')!;
    await set(id, 'github', { repository: 'acme/tool', server: `${forge.url}/` }).expect(200);
    await track(id);
    await read();
    const { dialect } = database();
    const [row] = await database().query<{ rest: number }>(
      `SELECT ${dialect.secondsBetween(dialect.now, 'rest_until')} AS rest FROM source_host`,
    );
    expect(Number(row!.rest)).toBeGreaterThan(2_900);
    const polled = products.get('polled')!;
    await track(polled);
    await app.setSource(polled, {
      type: 'github-releases',
      settings: { repository: 'acme/polled', server: `${forge.url}/` },
    });
    await app.poll();
    expect(forge.asked).toHaveLength(1);
  });

  it('take the place of those of its source once a changelog is set', async () => {
    forge.releases('acme/tool', [release('1.0', 'Of the release.')]);
    forge.answers.set('/CHANGELOG.md', { body: CHANGELOG });
    const id = await app.product('tool');
    await track(id);
    await app
      .setSource(id, { type: 'github-releases', settings: { repository: 'acme/tool', server: `${forge.url}/` } })
      .expect(200);
    await app.poll();
    expect((await shown(id)).map(([, text]) => text)).toEqual(['Of the release.']);
    await set(id, 'changelog', { url: `${forge.url}/CHANGELOG.md` }).expect(200);
    await read();
    forge.releases('acme/tool', [release('1.0', 'Of the release, again.')]);
    await app.due();
    await app.poll();
    expect((await shown(id)).map(([, text]) => text)).toEqual(['First.']);
  });
});

it('is part of catalogue records', async () => {
  const record = {
    publisher: { name: 'P' },
    software: { name: 'tool' },
    notes_from: 'changelog',
    notes_settings: { url: 'https://files.example.org/NEWS', format: 'rst' },
    versions: [{ version: '1.0' }],
  };
  await app.test.import(record);
  const { body } = await app.editor.get('/api/v1/software').expect(200);
  const [{ id }] = body.data as [{ id: string }];
  expect(await place(id)).toMatchObject({ from: 'changelog', settings: record.notes_settings, is_set: true });
  const lines: string[] = [];
  for await (const line of app.test.app.get(CatalogueExporter).lines()) lines.push(line);
  expect(lines.map((line) => JSON.parse(line) as object)[0]).toMatchObject({
    notes_from: 'changelog',
    notes_settings: record.notes_settings,
  });
  await app.test.import({ ...record, notes_from: undefined, notes_settings: undefined });
  expect(await place(id)).toMatchObject({ from: 'changelog' });
  expect(await app.test.import({ ...record, notes_settings: { url: 'no address' } })).toMatchObject({ rejected: 1 });
  await app.test.import({ ...record, notes_from: 'source', notes_settings: undefined });
  expect(await place(id)).toMatchObject({ from: null, is_set: true });
});

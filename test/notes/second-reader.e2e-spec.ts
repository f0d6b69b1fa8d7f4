import { NotesCommand } from '../../src/notes/notes-command';
import { SecondReader } from '../../src/notes/second-reader';
import { PollApp } from '../polling/poll-app';
import { Forge, release } from './forge';

describe('notes of a product whose source has none', () => {
  let app: PollApp;
  let forge: Forge;

  beforeEach(async () => {
    forge = await new Forge().open();
    app = await PollApp.start({ SOURCES: 'tracked' });
  });

  afterEach(async () => {
    await app.close();
    await forge.close();
  });

  const reader = () => app.test.app.get(SecondReader);
  const free = () => app.test.database.execute('UPDATE notes_host SET rest_until = NULL');

  async function named(name: string, repository: string): Promise<string> {
    const id = await app.product(name);
    await app.test.database.execute(
      `INSERT INTO software_identifier (software_id, type, value, origin) VALUES (?, 'purl', ?, 'api')`,
      [id, `pkg:github/${repository}`],
    );
    return id;
  }

  it('are read at the repository that an identifier names, once somebody tracks it', async () => {
    forge.releases('acme/tool', [release('v1.0.0', 'First.'), release('v11.0', 'Another.')]);
    const id = await named('tool', 'acme/tool');
    expect(await reader().readNext(`${forge.url}/`)).toBe(false);
    await app.editor.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    expect(await reader().readNext(`${forge.url}/`)).toBe(true);
    expect(await app.test.app.get(NotesCommand).show(id)).toMatchObject([{ version: '1.0', notes: 'First.' }]);
    // Not due, and the host rests.
    expect(await reader().readNext(`${forge.url}/`)).toBe(false);
    await app.test.database.execute(`UPDATE notes_reader SET next_at = ${app.test.database.dialect.now}`);
    expect(await reader().readNext(`${forge.url}/`)).toBe(false);
    expect(forge.asked).toHaveLength(1);
    await free();
    expect(await reader().readNext(`${forge.url}/`)).toBe(true);
    expect(forge.asked.map(({ status }) => status)).toEqual([200, 304]);
  });

  it('leaves a host alone that asks for it', async () => {
    forge.answers.set('/repos/acme/tool/releases', { status: 429, headers: { 'retry-after': '3000' }, body: '{}' });
    const id = await named('tool', 'acme/tool');
    await app.editor.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    expect(await reader().readNext(`${forge.url}/`)).toBe(false);
    const { dialect } = app.test.database;
    const [row] = await app.test.database.query<{ rest: number }>(
      `SELECT ${dialect.secondsBetween(dialect.now, 'rest_until')} AS rest FROM notes_host`,
    );
    expect(Number(row!.rest)).toBeGreaterThan(2_900);
  });
});

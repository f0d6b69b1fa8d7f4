import { NotesReader } from '../../../src/source/release-notes/notes-reader';
import { SourcePoller } from '../../../src/source/polling/source-poller';
import { createStage, onServerDatabase, type Stage } from '../../setup/process';
import { startApp, type TestApp } from '../../setup/app';
import { Forge, release } from './forge';

const PRODUCTS = 8;

/** On one database. The embedded database has one process. */
(onServerDatabase ? describe : describe.skip)('two replicas', () => {
  let forge: Forge;
  let stage: Stage;
  const replicas: TestApp[] = [];

  beforeEach(async () => {
    forge = await new Forge().open();
    forge.delayMs = 50;
    stage = await createStage({});
    const environment = {
      DATABASE_URL: stage.env.DATABASE_URL!,
      SOURCES: 'all',
      SOURCE_HOST_DELAY_MS: '0',
      SOURCE_REQUESTS_PER_HOST: '1',
    };
    for (let count = 0; count < 2; count++) replicas.push(await startApp(environment));
  });

  afterEach(async () => {
    for (const replica of replicas.splice(0)) await replica.close();
    await stage.drop();
    await forge.close();
  });

  const run = async ({ app }: TestApp) => {
    await app.get(NotesReader).plan();
    await app.get(SourcePoller).pollDue();
  };

  it('ask a host one after the other, for its sources and for notes, and each product once', async () => {
    const [test] = replicas as [TestApp];
    const editor = await test.as('eve', ['read', 'write', 'catalogue:write']);
    const names = Array.from({ length: PRODUCTS }, (_, at) => `tool-${at}`);
    await test.import(
      ...names.map((name) => ({ publisher: { name: 'P' }, software: { name }, versions: [{ version: '1.0' }] })),
    );
    const rows = await test.database.query<{ id: string; name: string }>('SELECT id, name FROM software');
    for (const [at, { id, name }] of rows.entries()) {
      forge.releases(`acme/${name}`, [release('1.0', `Of ${name}.`)]);
      const settings = { repository: `acme/${name}`, server: `${forge.url}/` };
      await editor.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
      if (at % 2 === 0)
        await editor.put(`/api/v1/software/${id}/source`).send({ type: 'github-releases', settings }).expect(200);
      else await editor.put(`/api/v1/software/${id}/notes-source`).send({ from: 'github', settings }).expect(200);
    }
    await Promise.all(replicas.map(run));
    await Promise.all(replicas.map(run));
    expect(forge.mostAtOnce).toBe(1);
    expect(forge.asked.map(({ path }) => path).sort()).toEqual(
      names.map((name) => `/repos/acme/${name}/releases`).sort(),
    );
    const notes = await test.database.count({ text: 'SELECT COUNT(*) AS total FROM release_note', parameters: [] });
    expect(notes).toBe(PRODUCTS);
    const held = await test.database.query('SELECT host FROM source_host WHERE claim_id IS NOT NULL');
    expect(held).toEqual([]);
  });

  it('wake a host that a replica of a former version has forgotten', async () => {
    const [test] = replicas as [TestApp];
    const editor = await test.as('eve', ['read', 'write', 'catalogue:write']);
    await test.import({ publisher: { name: 'P' }, software: { name: 'tool' }, versions: [{ version: '1.0' }] });
    const [{ id }] = (await test.database.query<{ id: string }>('SELECT id FROM software')) as [{ id: string }];
    forge.releases('acme/tool', [release('1.0', 'Text.')]);
    await editor.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    const settings = { repository: 'acme/tool', server: `${forge.url}/` };
    await editor.put(`/api/v1/software/${id}/notes-source`).send({ from: 'github', settings }).expect(200);
    await test.app.get(NotesReader).plan();
    await test.database.execute('DELETE FROM source_host');
    await test.app.get(SourcePoller).pollDue();
    expect(forge.asked).toEqual([]);
    await run(replicas[1]!);
    expect(forge.asked).toHaveLength(1);
  });
});

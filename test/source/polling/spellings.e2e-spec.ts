import { Readable } from 'node:stream';
import { CatalogueImporter } from '../../../src/source/catalogue/catalogue-importer';
import { closeAll, httpReceiver } from '../../notification/providers/peers';
import { PollApp } from './poll-app';

describe('a version that a record and a source spell differently', () => {
  let host: Awaited<ReturnType<typeof httpReceiver>>;
  let app: PollApp;

  beforeAll(async () => {
    app = await PollApp.start();
  });

  beforeEach(async () => {
    host = await httpReceiver();
  });

  afterEach(closeAll);
  afterAll(() => app.close());

  const record = (name: string, more: object = {}) => ({
    identity: { kind: 'spelled', id: name },
    publisher: { name: 'P' },
    software: { name },
    as_of: '2026-08-22',
    versions: [{ version: '1.0', released_at: '2026-01-01' }, { version: '1.1' }, { version: '0.9' }],
    source: {
      type: 'json',
      settings: { url: `${new URL(host.url).origin}/${name}`, version: '$.v', date: '$.d' },
    },
    ...more,
  });
  const refresh = (value: object) =>
    app.test.app.get(CatalogueImporter).refresh(Readable.from([Buffer.from(JSON.stringify(value))]));
  const answers = (...releases: [v: string, d?: string][]) =>
    (host.respond = () => [200, {}, JSON.stringify(releases.map(([v, d]) => ({ v, d })))]);
  const polled = async () => {
    await app.due();
    await app.poll();
  };
  const idOf = async (name: string) =>
    (await app.test.database.query<{ id: string }>('SELECT id FROM software WHERE name = ?', [name]))[0]!.id;
  const listed = async (id: string) => {
    const { body } = await app.editor.get(`/api/v1/software/${id}/versions`).expect(200);
    return (body.data as { version: string; created_at: string }[]).map(
      ({ version, created_at }) => `${version} ${created_at.slice(0, 10)}`,
    );
  };

  it('is one version, with the label and the day of the source, and stays so after a refresh', async () => {
    const name = 'Spelled';
    await refresh(record(name));
    const id = await idOf(name);
    expect(await listed(id)).toEqual(['1.1 2026-08-22', '1.0 2026-01-01', '0.9 2026-08-22']);
    const favorite = await app.editor.post('/api/v1/favorite').send({ software: id, version: '1.1' }).expect(201);
    answers(['v1.1', '2026-08-20'], ['V1.0'], ['v1.1.0-rc.1', '2026-08-01']);
    await polled();
    const known = ['v1.1 2026-08-20', 'v1.1.0-rc.1 2026-08-01', 'V1.0 2026-01-01', '0.9 2026-08-22'];
    expect(await listed(id)).toEqual(known);
    const { body } = await app.editor.get(`/api/v1/favorite/${favorite.body.data.uuid}`).expect(200);
    expect(body.data).toMatchObject({ version: { version: 'v1.1' }, update_available: false });
    const product = await app.editor.get(`/api/v1/software/${id}?includeLatestVersion`).expect(200);
    expect(product.body.data.latest_version).toMatchObject({ version: 'v1.1' });
    expect(await refresh(record(name, { as_of: '2026-09-01' }))).toMatchObject({ versions: 0, rejected: 0 });
    expect(await listed(id)).toEqual(known);
    await polled();
    expect(await listed(id)).toEqual(known);
  });

  it('is two where the source lists both', async () => {
    await refresh(record('Both'));
    const id = await idOf('Both');
    answers(['1.1', '2026-08-19'], ['v1.1', '2026-08-20']);
    await polled();
    expect((await listed(id)).slice(0, 2).sort()).toEqual(['1.1 2026-08-19', 'v1.1 2026-08-20']);
  });

  it('is what the tag pattern of the product takes from the label of the source', async () => {
    await refresh(record('Tagged', { ordering: { tag_pattern: '^(?:release-)?(\\d.*)$' } }));
    const id = await idOf('Tagged');
    answers(['release-1.1', '2026-08-20'], ['other-1.0', '2026-08-20']);
    await polled();
    expect(await listed(id)).toContain('release-1.1 2026-08-20');
    expect(await listed(id)).not.toContain('1.1 2026-08-22');
    expect(await listed(id)).toContain('1.0 2026-01-01');
  });
});

import supertest from 'supertest';
import { product } from '../setup/catalogue';
import { randomUUID } from 'node:crypto';
import { SecretBox } from '../../src/common/secret-box';
import { ChannelRepository } from '../../src/notification/channel-state/channel.repository';
import { ChannelSettingsService } from '../../src/notification/channel-state/channel-settings.service';
import { ConsentLinks } from '../../src/notification/link/signed-links';
import { SourceSettings } from '../../src/source/polling/source-settings';
import { known } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { createTestDatabase, type TestDatabase } from '../setup/database';
import { createStage } from '../setup/process';
import { newUser } from '../setup/tracking';

const [BEFORE, AFTER] = ['the key before, of thirty-two characters', 'the key after, of thirty-two characters'];
const SECRET = `whsec_${Buffer.from('canary secret of a webhook').toString('base64')}`;
const webhook = (path: string) => ({ url: `https://hooks.example.org/${path}`, secret: SECRET });

describe('another SECRET_KEY', () => {
  let database: TestDatabase;
  let test: TestApp | undefined;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(async () => {
    await test?.close();
    test = undefined;
    await database.drop();
  });

  /** The service on the same database; the one before it ends. */
  async function restart(SECRET_KEY: string, SECRET_KEY_OLD = ''): Promise<TestApp> {
    await test?.app.close();
    test = await startApp({ DATABASE_URL: database.url, SECRET_KEY, SECRET_KEY_OLD });
    return test;
  }

  const keysInUse = async ({ database: sql }: TestApp, table = 'channel') =>
    (await sql.query<{ settings: string }>(`SELECT settings FROM ${table}`)).map(
      ({ settings }) => settings.split('.')[1],
    );

  /** Channels of somebody who is there, as many as one wants. */
  async function fill({ app, database: sql }: TestApp, count: number): Promise<void> {
    const [user] = await sql.query<{ id: string }>('SELECT id FROM user LIMIT 1');
    const { now } = sql.dialect;
    for (let number = 0; number < count; number++) {
      const id = randomUUID();
      await sql.execute(
        `INSERT INTO channel (id, user_id, type, name, settings, created_at, updated_at) VALUES (?, ?, 'webhook', ?, ?, ${now}, ${now})`,
        [id, user!.id, `number ${number}`, app.get(ChannelSettingsService).seal(id, webhook(String(number)))],
      );
    }
  }

  const shown = async (agent: Awaited<ReturnType<typeof newUser>>) => {
    const { body } = await agent.get('/api/v1/channel?per_page=200').expect(200);
    return (body.data as { settings: { url?: string } }[]).map(({ settings }) => settings.url);
  };

  it('takes over once everything is sealed with it, and the old one is needed no more', async () => {
    const first = await restart(BEFORE);
    const agent = await newUser(first, null);
    await agent
      .post('/api/v1/channel')
      .send({ type: 'webhook', name: 'first', settings: webhook('first') })
      .expect(201);
    const software = await known(first, 'Something');
    const writer = await first.as('writer', ['read', 'catalogue:write']);
    const source = { type: 'github-releases', settings: { repository: 'o/r', token: 'canaryTokenOfTheForge' } };
    await writer.put(`/api/v1/software/${software.id}/source`).send(source).expect(200);
    await fill(first, 250);
    const token = first.app.get(ConsentLinks).make('unsubscribe', randomUUID(), 'a@example.org');

    const both = await restart(AFTER, BEFORE);
    const [channels, sources] = [both.app.get(ChannelRepository).sealed, both.app.get(SourceSettings).sealed];
    const { keyId } = both.app.get(SecretBox);
    await Promise.all([channels.assertKey(), sources.assertKey()]);
    expect(new Set(await keysInUse(both)).has(keyId)).toBe(false);
    expect(await channels.reseal()).toEqual({ resealed: 251, lost: [] });
    expect(await sources.reseal()).toEqual({ resealed: 1, lost: [] });
    expect(new Set([...(await keysInUse(both)), ...(await keysInUse(both, 'software_source'))])).toEqual(
      new Set([keyId]),
    );
    expect(await channels.reseal()).toEqual({ resealed: 0, lost: [] });
    // What is in mails that were sent before.
    const links = both.app.get(ConsentLinks);
    const claim = links.read('unsubscribe', token)!;
    expect([links.isFor(claim, 'a@example.org'), links.isFor(claim, 'b@example.org')]).toEqual([true, false]);

    const last = await restart(AFTER);
    await last.app.get(ChannelRepository).sealed.assertKey();
    expect(await shown(await last.as('user 1'))).toContain('https://hooks.example.org/first');
    expect(last.app.get(ConsentLinks).read('unsubscribe', token)).toBeNull();
    const { body } = await (
      await last.as('writer', ['read', 'catalogue:write'])
    )
      .get(`/api/v1/software/${software.id}/source`)
      .expect(200);
    expect(body.data.settings).toMatchObject({ repository: 'o/r' });
  });

  it('leaves what no key opens as it is, and names it', async () => {
    const first = await restart(BEFORE);
    await newUser(first, null);
    await fill(first, 3);
    const rows = await first.database.query<{ id: string }>('SELECT id FROM channel ORDER BY id');
    const [foreign, damaged] = rows.map(({ id }) => id) as [string, string];
    const other = new SecretBox({ ...first.config, secretKey: 'a key of nobody, of thirty-two characters' });
    await first.database.execute('UPDATE channel SET settings = ? WHERE id = ?', [other.seal('{}', foreign), foreign]);
    await first.database.execute(`UPDATE channel SET settings = REPLACE(settings, '.', '.A') WHERE id = ?`, [damaged]);

    const both = await restart(AFTER, BEFORE);
    const channels = both.app.get(ChannelRepository).sealed;
    expect(await channels.reseal()).toEqual({ resealed: 1, lost: [foreign, damaged].sort() });
    // One that opens is enough to start: the key is the right one.
    await channels.assertKey();
    const last = await restart('yet another key, of thirty-two characters');
    const demand = () => last.app.get(ChannelRepository).sealed.assertKey();
    await expect(demand()).rejects.toMatchObject({ reason: 'wrong-key' });
    // Whichever is met first: that a row is damaged says nothing of the key.
    await last.database.execute('UPDATE channel SET settings = ? WHERE id <> ?', ['v1.damaged', foreign]);
    await expect(demand()).rejects.toMatchObject({ reason: 'wrong-key' });
  });

  it('does not undo what a user changes meanwhile', async () => {
    const first = await restart(BEFORE);
    await newUser(first, null);
    await fill(first, 120);
    const both = await restart(AFTER, BEFORE);
    const [user] = await both.database.query<{ name: string }>('SELECT name FROM user LIMIT 1');
    const agent = await both.as(user!.name);
    const ids = (await both.database.query<{ id: string }>('SELECT id FROM channel ORDER BY id')).map(({ id }) => id);
    const change = (id: string) =>
      agent
        .patch(`/api/v1/channel/${id}`)
        .send({ settings: { url: 'https://hooks.example.org/changed' } })
        .expect(200);
    await Promise.all([both.app.get(ChannelRepository).sealed.reseal(), ...ids.slice(90, 110).map(change)]);
    const urls = await shown(agent);
    expect(urls.filter((url) => url === 'https://hooks.example.org/changed')).toHaveLength(20);
    expect(new Set(await keysInUse(both))).toEqual(new Set([both.app.get(SecretBox).keyId]));
  });

  it('is exchanged on the command line', async () => {
    const stage = await createStage({ SECRET_KEY: BEFORE, WORKER: 'false' });
    expect(await stage.json(['secrets', 'rotate'], '', { SECRET_KEY: AFTER, SECRET_KEY_OLD: BEFORE })).toEqual({
      key: new SecretBox({ secretKey: AFTER, secretKeyOld: [] } as never).keyId,
      channels: 0,
      sources: 0,
      probes: 0,
      lost: 0,
    });
    await stage.drop();
  });

  it('names twenty of what no key opens, and is in the audit log', async () => {
    const stage = await createStage({ SECRET_KEY: BEFORE, WORKER: 'false' });
    const source = { type: 'git-tags', settings: { url: 'https://git.example.org/a.git' } };
    const records = Array.from({ length: 25 }, (_, at) => ({ ...product(`Product ${at}`, ['1.0']), source }));
    await stage.json(['catalogue', 'import', '-'], records.map((record) => JSON.stringify(record)).join('\n'));
    const { code, stdout, stderr } = await stage.cli(['secrets', 'rotate'], '', { SECRET_KEY: AFTER });
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, channels: 0, sources: 0, lost: 25 });
    const said = stderr.trim().split('\n');
    expect(said).toHaveLength(22);
    expect(said[20]).toBe('And 5 more: is the old key in SECRET_KEY_OLD?');
    const token = (await stage.cli(['token', 'create', '--user', 'ada', '--scopes', 'admin'])).stdout.trim();
    const server = await stage.serve();
    const audit = await supertest(server.url)
      .get('/api/v1/audit?action=secrets.rotated')
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
    expect(audit.body.data).toMatchObject([{ means: 'cli', details: { channels: 0, sources: 0, lost: 25 } }]);
    await stage.drop();
  });
});

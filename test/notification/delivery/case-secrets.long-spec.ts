import { mkdtempSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AppLogger, createLogger } from '../../../src/common/app-logger';
import { SecretBox } from '../../../src/common/secret-box';
import { ChannelRepository } from '../../../src/notification/channel-state/channel.repository';
import { CatalogueImporter } from '../../../src/source/catalogue/catalogue-importer';
import { closeAll, httpReceiver, smtpReceiver, smtpVerdict } from '../providers/peers';
import { expectProblem } from '../../setup/api';
import { startApp, type TestApp } from '../../setup/app';
import { product } from '../../setup/catalogue';
import { createTestDatabase, SERVER_URL } from '../../setup/database';
import { newUser, softwareOf } from '../../setup/tracking';
import { NOTHING_DONE, subscribe } from './case-world';

afterAll(closeAll);

/** Every value of every table, as one text. */
async function dumpOf(test: TestApp): Promise<string> {
  const dataSource = test.app.get(DataSource);
  const tables = (await dataSource.query(
    SERVER_URL
      ? 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()'
      : `SELECT name FROM sqlite_master WHERE type = 'table'`,
  )) as { name: string }[];
  const rows = await Promise.all(tables.map(({ name }) => dataSource.query(`SELECT * FROM ${name}`)));
  return JSON.stringify(rows);
}

describe('a planted secret', () => {
  const SECRET = 'whsec_canarySecretMfKQ9r8GKYqrTwjUPD8IL';
  const folder = mkdtempSync(join(tmpdir(), 'tracker-log-'));
  const logFile = join(folder, 'log');
  const fd = openSync(logFile, 'w');
  const answers: string[] = [];
  let test: TestApp;

  afterAll(async () => {
    await test.close();
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });

  // Cases 93, 94, 95 and 100.
  it('is in no log line, problem, answer or row, whatever the receivers do with it', async () => {
    const relay = await smtpReceiver({
      authOptional: false,
      onAuth: ({ password }, _session, done) => done(smtpVerdict(535, `no such login: ${password}`)),
    });
    test = await startApp({
      SMTP_URL: relay.url.replace('//', '//user:canaryPassword@'),
      TRUST_EMAIL_ADDRESSES: 'true',
    });
    test.app.useLogger(new AppLogger(createLogger('trace', { readable: false, fd: fd as 1 })));
    const agent = await newUser(test, null);
    const echo = await httpReceiver();
    const call = async (request: PromiseLike<{ text: string; status: number }>) => {
      const { text, status } = await request;
      answers.push(text);
      return { status, body: (text === '' ? {} : JSON.parse(text)) as { data: { id: string } } };
    };
    const create = (settings: object, type = 'webhook') =>
      call(agent.post('/api/v1/channel').send({ type, name: 'a name', settings }));

    echo.respond = (number) => {
      const { headers, path, body } = echo.requests[number - 1]!;
      const status = [500, 401, 422, 302, 503][number % 5]!;
      return [status, { location: `${echo.url}/canaryPath` }, JSON.stringify({ headers, path, body, SECRET })];
    };
    const urls = [
      `${echo.url}/canaryPath?token=canaryQuery`,
      'http://127.0.0.1:1031/canaryPath?token=canaryQuery',
      'http://nowhere.invalid:8080/canaryPath?token=canaryQuery',
    ];
    const ids: string[] = [];
    for (const url of urls) ids.push((await create({ url, secret: SECRET })).body.data.id);
    ids.push((await create({ address: 'someone@example.org' }, 'email')).body.data.id);
    // What a person typed wrong is the person's own, but it is not to be repeated either.
    for (const settings of [
      { url: 'https://user:canaryPassword@example.org/' },
      { url: 'https://example.org/', secret: `${SECRET}!` },
      { url: 'https://example.org/', another: 1, secret: SECRET },
    ])
      expect((await create(settings)).status).toBe(422);
    await call(agent.patch(`/api/v1/channel/${ids[0]}`).send({ settings: { url: urls[0], secret: 'canarySecret' } }));

    const record = product('Something', ['1.0']);
    await test.import(record);
    const favorite = { software: await softwareOf(test, record), version: '1.0' };
    await agent.post('/api/v1/favorite').send(favorite).expect(201);
    for (let minor = 1; minor < 7; minor++) {
      await test.import({ ...record, versions: [{ version: `1.${minor}` }] });
      await test.check();
      await test.deliver();
    }
    for (const id of ids) await call(agent.post(`/api/v1/channel/${id}/test`));
    const { body } = await agent.get('/api/v1/notification').expect(200);
    for (const { id } of body.data as { id: string }[]) {
      await call(agent.get(`/api/v1/notification/${id}`));
      await call(agent.post(`/api/v1/notification/${id}/resend`));
    }
    await test.deliver();
    await call(agent.get('/api/v1/channel-type'));
    // Faults of ours, with secrets at hand: settings that cannot be used, and settings that do not open.
    const faulty = [
      test.app.get(SecretBox).seal(JSON.stringify({ settings: { url: urls[1], secret: { is: SECRET } } }), ids[1]!),
      // Not one of those that are looked for in files: SQLite leaves what was overwritten in its pages.
      'v1.00000000.damagedSecret',
    ];
    for (const settings of faulty) {
      await test.database.execute('UPDATE channel SET settings = ? WHERE id = ?', [settings, ids[1]!]);
      await call(agent.get(`/api/v1/channel/${ids[1]}`));
      await test.database.execute(`UPDATE channel SET blocked_until = NULL, state = 'ok', enabled = 1`);
      await test.database.execute(`UPDATE delivery SET state = 'queued', next_at = created_at`);
      await test.deliver();
    }
    await test.database.execute('UPDATE channel SET settings = ? WHERE id = ?', ['', ids[1]!]);
    answers.push(JSON.stringify(body), (await test.http.get('/metrics')).text);
    const shown = JSON.stringify((await agent.get(`/api/v1/channel/${ids[0]}`).expect(200)).body);

    const everything = { log: readFileSync(logFile, 'utf8'), answers: answers.join('\n'), rows: await dumpOf(test) };
    expect(echo.requests.length).toBeGreaterThan(5);
    expect(everything.log).toContain('channel failed');
    for (const secret of ['canarySecret', 'canaryPassword', 'damagedSecret'])
      for (const [where, text] of Object.entries(everything))
        expect({ where, has: text.includes(secret) }).toEqual({ where, has: false });
    // The URL is shown to its owner with the channel, and nowhere else.
    const elsewhere = everything.answers.split('\n').filter((text) => !text.includes('"settings":{"url"'));
    for (const text of [everything.log, everything.rows, ...elsewhere]) expect(text).not.toMatch(/canary(Path|Query)/);
    expect(shown).toContain('canaryPath');
    expect(shown).not.toContain('canarySecret');
    expect(everything.rows).not.toContain('someone@example.org');
    expect(everything.log).not.toContain('someone@example.org');
  });
});

describe('the key of the secrets', () => {
  // Case 95.
  it('opens no settings under the id of another channel, and nothing is sent to their address', async () => {
    const test = await startApp();
    const [mine, theirs] = [await httpReceiver(), await httpReceiver()];
    const [thief, owner] = [await subscribe(test, mine.url), await subscribe(test, theirs.url)];
    await thief.news();
    const [stolen] = await test.database.query<{ settings: string }>('SELECT settings FROM channel WHERE id = ?', [
      owner.channel.id,
    ]);
    await test.database.execute('UPDATE channel SET settings = ? WHERE id = ?', [stolen!.settings, thief.channel.id]);
    expect(await test.deliver()).toEqual({ ...NOTHING_DONE, queued: 1 });
    expect(theirs.requests).toEqual([]);
    expect((await thief.agent.get(`/api/v1/channel/${thief.channel.id}`)).text).not.toContain(theirs.url);
    await test.close();
  });

  describe('when it is a wrong one', () => {
    async function withWrongKey(
      work: (wrong: TestApp, subscriber: Awaited<ReturnType<typeof subscribe>>) => Promise<void>,
    ) {
      const database = await createTestDatabase();
      const right = await startApp({ DATABASE_URL: database.url });
      const receiver = await httpReceiver();
      const subscriber = await subscribe(right, receiver.url);
      await subscriber.news();
      let wrong: TestApp | undefined;
      try {
        wrong = await startApp({ DATABASE_URL: database.url, SECRET_KEY: 'another key, of thirty-two characters' });
        await work(wrong, subscriber);
        await subscriber.letTimePass();
        expect(await right.deliver()).toMatchObject({ sent: 1 });
        expect(receiver.requests[0]!.headers['webhook-id']).toBe((await subscriber.rows())[0]!.id);
      } finally {
        await wrong?.close();
        await right.close();
        await database.drop();
      }
    }

    // Case 96.
    it('loses no message: it goes out when the right one is back', () =>
      withWrongKey(async (wrong, subscriber) => {
        expect(await wrong.deliver()).toMatchObject({ queued: 1 });
        expect((await subscriber.rows())[0]).toMatchObject({ state: 'queued' });
      }));

    // Case 96.
    it('is told at the start, with both key ids and no key', () =>
      withWrongKey(async (wrong) => {
        const start = wrong.app.get(ChannelRepository).sealed.assertKey();
        await expect(start).rejects.toMatchObject({
          reason: 'wrong-key',
          message: expect.stringMatching(/key [0-9a-f]{8}, but .* [0-9a-f]{8}$/) as string,
        });
      }));

    // Case 96.
    it('uses up no attempt and is not the fault of the channel', () =>
      withWrongKey(async (wrong, subscriber) => {
        await wrong.deliver();
        expect((await subscriber.rows())[0]).toMatchObject({ state: 'queued', attempts: 0 });
        expect(await subscriber.readChannel()).toMatchObject({ state: 'ok' });
      }));
  });
});

describe('text from outside', () => {
  // Case 91.
  it('that is no text becomes one before it is stored, and is delivered', async () => {
    const test = await startApp();
    const receiver = await httpReceiver();
    const subscriber = await subscribe(test, receiver.url);
    const line = Buffer.from(`${JSON.stringify({ ...subscriber.tracked.record, versions: [{ version: '2.0-?' }] })}\n`);
    for (const bytes of [[0xff], [0xc0], [0xed]]) {
      const bad = Buffer.from(line);
      bad.set(bytes, bad.indexOf('2.0-?') + 4);
      const summary = await test.app.get(CatalogueImporter).import(Readable.from([bad]));
      expect(summary).toMatchObject({ rejected: 0 });
    }
    await test.import({ ...subscriber.tracked.record, versions: [{ version: '3.0\u0000\ud800' }] });
    expect((await test.check()).notified).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    const { data } = JSON.parse(receiver.requests[0]!.body) as { data: { versions: { version: string }[] } };
    expect(data.versions.map(({ version }) => version)).toEqual(['3.0\ufffd\ufffd', '2.0-\ufffd']);
    await test.close();
  });
});

describe('somebody else’s', () => {
  // Case 99.
  it('channel and notification do not exist, whatever is asked of them', async () => {
    const test = await startApp();
    const receiver = await httpReceiver();
    const owner = await subscribe(test, receiver.url);
    await owner.news();
    const eve = await newUser(test, null);
    const channel = `/api/v1/channel/${owner.channel.id}`;
    const [told] = await owner.notifications();
    const deliveryId = told!.deliveries[0]!.id;
    const notification = `/api/v1/notification/${told!.id}`;
    for (const request of [
      eve.get(channel),
      eve.patch(channel).send({ settings: { url: receiver.url } }),
      eve.delete(channel),
      eve.post(`${channel}/test`),
      eve.post(`${channel}/rotate-secret`),
      eve.get(notification),
      eve.post(`${notification}/resend`),
      eve.get(`/api/v1/notification/${deliveryId}`),
      eve.post(`/api/v1/notification/${deliveryId}/resend`),
    ]) {
      const response = await request;
      expectProblem(response, 404, 'not-found');
      expect(response.text).not.toContain(receiver.url);
    }
    const mine = await eve.get(`/api/v1/notification?channel=${owner.channel.id}`).expect(200);
    expect(mine.body.data).toEqual([]);
    const { software } = owner.tracked;
    const favorite = { software, version: '1.0', use_default_notification: false };
    const { body } = await eve.post('/api/v1/favorite').send(favorite).expect(201);
    const policy = `/api/v1/favorite/${(body as { data: { uuid: string } }).data.uuid}/policy`;
    expect((await eve.patch(policy).send({ channels: [owner.channel.id] })).status).toBe(422);
    expect(receiver.requests).toEqual([]);
    await test.close();
  });
});

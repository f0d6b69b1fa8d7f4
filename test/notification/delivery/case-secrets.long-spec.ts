import { Readable } from 'node:stream';
import { ChannelRepository } from '../../../src/notification/channel-state/channel.repository';
import { CatalogueImporter } from '../../../src/source/catalogue/catalogue-importer';
import { closeAll, httpReceiver } from '../providers/peers';
import { startApp } from '../../setup/app';
import { createTestDatabase } from '../../setup/database';
import { NOTHING_DONE, subscribe } from './case-world';

afterAll(closeAll);

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

  // Case 96.
  it('that is a wrong one loses no message, uses up no attempt and is told at the start without a key', async () => {
    const database = await createTestDatabase();
    const right = await startApp({ DATABASE_URL: database.url });
    const receiver = await httpReceiver();
    const subscriber = await subscribe(right, receiver.url);
    await subscriber.news();
    const wrong = await startApp({ DATABASE_URL: database.url, SECRET_KEY: 'another key, of thirty-two characters' });
    await expect(wrong.app.get(ChannelRepository).sealed.assertKey()).rejects.toMatchObject({
      reason: 'wrong-key',
      message: expect.stringMatching(/key [0-9a-f]{8}, but .* [0-9a-f]{8}$/) as string,
    });
    expect(await wrong.deliver()).toMatchObject({ queued: 1 });
    const [row] = await subscriber.rows();
    expect(row).toMatchObject({ state: 'queued', attempts: 0 });
    expect(await subscriber.readChannel()).toMatchObject({ state: 'ok' });
    await subscriber.letTimePass();
    expect(await right.deliver()).toMatchObject({ sent: 1 });
    expect(receiver.requests[0]!.headers['webhook-id']).toBe(row!.id);
    for (const app of [wrong, right]) await app.close();
    await database.drop();
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

import { closeAll, smtpReceiver, smtpScript, smtpVerdict } from '../providers/peers';
import { startApp, type TestApp } from '../../setup/app';
import { attemptsOf, NOTHING_DONE, subscribeBy } from './case-world';

const apps: TestApp[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  await closeAll();
});

/** Somebody who gets mail over this relay. */
async function reader(smtpUrl: string) {
  const test = await startApp({ SMTP_URL: smtpUrl, TRUST_EMAIL_ADDRESSES: 'true' });
  apps.push(test);
  return { test, subscriber: await subscribeBy(test, 'email', { address: 'reader@example.net' }) };
}

describe('a mail address', () => {
  // Case 44.
  it('that three messages in a row were refused for, over two days, is switched off', async () => {
    const relay = await smtpReceiver({ onRcptTo: (_to, _session, done) => done(smtpVerdict(550, 'no such user')) });
    const { test, subscriber } = await reader(relay.url);
    for (let message = 1; message <= 3; message++) {
      await subscriber.news();
      expect(await test.deliver()).toMatchObject({ failed: 1 });
      expect(await subscriber.readChannel()).toMatchObject({ state: 'failing', enabled: true });
    }
    await test.database.execute(`UPDATE channel SET first_failure_at = '2020-01-01 00:00:00.000000'`);
    await subscriber.news();
    expect(await test.deliver()).toMatchObject({ failed: 1 });
    expect(await subscriber.readChannel()).toMatchObject({
      state: 'disabled',
      enabled: false,
      state_reason: expect.stringContaining('4 messages refused over days') as string,
    });
  });
});

describe('a mail relay', () => {
  // Cases 43 and 45.
  it('that does not accept our login uses up no attempt and is not the fault of the address', async () => {
    let refuses = true;
    const relay = await smtpReceiver({
      authOptional: false,
      onAuth: (_auth, _session, done) => (refuses ? done(smtpVerdict(535)) : done(null, { user: 'user' })),
    });
    const { test, subscriber } = await reader(relay.url.replace('//', '//user:password@'));
    await subscriber.news();
    for (let round = 0; round < 3; round++) {
      expect(await test.deliver()).toEqual({ ...NOTHING_DONE, queued: 1 });
      await subscriber.letTimePass();
    }
    const [row] = await subscriber.rows();
    expect(row).toMatchObject({ state: 'queued', attempts: 0, last_error: expect.stringContaining('login') as string });
    expect(await subscriber.readChannel()).toMatchObject({ state: 'ok', enabled: true });
    expect(await attemptsOf(test, row!.id)).toHaveLength(1);
    refuses = false;
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    expect((await subscriber.rows())[0]).toMatchObject({ state: 'sent', attempts: 1 });
    expect(await attemptsOf(test, row!.id)).toMatchObject([{ no: 1, outcome: 'ok' }]);
  });

  // Case 76.
  it('whose refusal is no text has it recorded as one', async () => {
    const nonsense = Buffer.concat([
      Buffer.from('550 no \u0000\u0007'),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0xbd, 0xf0, 0x9f]),
      Buffer.from(`${'😀'.repeat(2_000)}\r\n`),
    ]);
    const relay = await smtpScript((line, socket) => {
      socket.write(line.startsWith('RCPT') ? nonsense : '250 ok\r\n');
    });
    const { test, subscriber } = await reader(relay.url);
    await subscriber.news();
    expect(await test.deliver()).toMatchObject({ failed: 1 });
    const [attempt] = (await attemptsOf(test, (await subscriber.rows())[0]!.id)) as { excerpt?: string }[];
    expect(attempt).toMatchObject({ no: 1, outcome: 'dead', code: '550' });
    expect(attempt!.excerpt).toMatch(/^550 no /);
    expect([...attempt!.excerpt!].length).toBeLessThanOrEqual(500);
    expect(attempt!.excerpt).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  });
});

import { closeAll, smtpReceiver, smtpVerdict } from '../providers/peers';
import { useApp } from '../../setup/app';
import { attemptsOf, NOTHING_DONE, subscribeBy } from './case-world';

let refusesLogin = false;
let refusesAddress = false;
let relay: Awaited<ReturnType<typeof smtpReceiver>>;

beforeAll(async () => {
  relay = await smtpReceiver({
    authOptional: false,
    onAuth: (_auth, _session, done) => (refusesLogin ? done(smtpVerdict(535)) : done(null, { user: 'user' })),
    onRcptTo: (_to, _session, done) => done(refusesAddress ? smtpVerdict(550, 'no such user') : null),
  });
});

const test = useApp(() => ({ SMTP_URL: relay.url.replace('//', '//user:password@'), TRUST_EMAIL_ADDRESSES: 'true' }));

afterAll(closeAll);

const reader = () => subscribeBy(test, 'email', { address: 'reader@example.net' });

// First: connections that are logged in stay open.
describe('a mail relay', () => {
  // Cases 43 and 45.
  it('that does not accept our login uses up no attempt and is not the fault of the address', async () => {
    refusesAddress = false;
    refusesLogin = true;
    const subscriber = await reader();
    await subscriber.news();
    for (let round = 0; round < 3; round++) {
      expect(await test.deliver()).toEqual({ ...NOTHING_DONE, queued: 1 });
      await subscriber.letTimePass();
    }
    const [row] = await subscriber.rows();
    expect(row).toMatchObject({ state: 'queued', attempts: 0, last_error: expect.stringContaining('login') as string });
    expect(await subscriber.readChannel()).toMatchObject({ state: 'ok', enabled: true });
    expect(await attemptsOf(test, row!.id)).toHaveLength(1);
    refusesLogin = false;
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    expect((await subscriber.rows())[0]).toMatchObject({ state: 'sent', attempts: 1 });
    expect(await attemptsOf(test, row!.id)).toMatchObject([{ no: 1, outcome: 'ok' }]);
  });
});

describe('a mail address', () => {
  // Case 44.
  it('that three messages in a row were refused for, over two days, is switched off', async () => {
    refusesAddress = true;
    const subscriber = await reader();
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

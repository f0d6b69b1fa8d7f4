import { UserService } from '../../../src/access/user/user.service';
import { UserRemoval } from '../../../src/operations/upkeep/user-removal';
import { startApp, type TestApp } from '../../setup/app';
import { type HttpReceiver, type MailReceiver, outside } from '../../setup/receivers';
import { type Agent, newUser } from '../../setup/tracking';
import { LONG_AGO, NOTHING_DONE, subscribe, subscribeBy, type Subscriber } from './case-world';

const PUBLIC_URL = 'https://tracker.example';
const DISABLED = 'the user was disabled';

const world = outside();
let receiver: HttpReceiver;
let relay: MailReceiver;
let test: TestApp;

// Each receiver fails the test on a request that it was not told of.
beforeEach(async () => {
  receiver = await world.http();
  relay = await world.smtp();
  test = await startApp({ SMTP_URL: relay.url, PUBLIC_URL, REMIND_EVERY: '1h' });
});

afterEach(() => test.close());

async function idOf(agent: Agent): Promise<string> {
  const { body } = await agent.get('/api/v1/profile').expect(200);
  return (await test.app.get(UserService).find(body.data.user as string))!.id;
}

async function disable({ agent }: { agent: Agent }): Promise<{ enable(): Promise<boolean> }> {
  const [id, removal] = [await idOf(agent), test.app.get(UserRemoval)];
  expect(await removal.disable(id)).toBe(true);
  return { enable: () => removal.enable(id) };
}

const states = async (someone: Subscriber) =>
  (await someone.rows()).map(({ state, last_error }) => ({ state, last_error }));

describe('a user who is disabled', () => {
  it('gets nothing that was queued before', async () => {
    const someone = await subscribe(test, receiver.url);
    await someone.news();
    await disable(someone);
    expect(await test.deliver()).toEqual({ ...NOTHING_DONE, cancelled: 1 });
    expect(await states(someone)).toEqual([{ state: 'cancelled', last_error: DISABLED }]);
  });

  it('gets nothing that was to be tried again, or was sent again by hand', async () => {
    const someone = await subscribe(test, receiver.url);
    await someone.news();
    receiver.will(500);
    await test.deliver();
    const { id } = (await someone.notifications())[0]!;
    await someone.agent.post(`/api/v1/notification/${id}/resend`).expect(200);
    await disable(someone);
    await someone.letTimePass();
    await test.deliver();
    expect(await states(someone)).toEqual([{ state: 'cancelled', last_error: DISABLED }]);
  });

  it('gets no digest', async () => {
    const someone = await subscribe(test, receiver.url);
    const daily = { digest: { every: 'daily', hour: 9 } };
    await someone.agent.patch(`/api/v1/channel/${someone.channel.id}`).send(daily).expect(200);
    await someone.news();
    await someone.news();
    await disable(someone);
    await test.database.execute('UPDATE delivery SET collect_at = ? WHERE collect_at IS NOT NULL', [LONG_AGO]);
    await test.deliver();
    expect(await states(someone)).toEqual(Array(2).fill({ state: 'cancelled', last_error: DISABLED }));
  });

  it('gets no news and no reminder, and is told of what is still on offer when enabled again', async () => {
    const someone = await subscribe(test, receiver.url);
    await someone.tracked.change({ notify_always: true });
    await someone.news();
    receiver.will(200);
    await test.deliver();
    const { enable } = await disable(someone);
    await test.database.execute('UPDATE favorite SET due_at = ?', [LONG_AGO]);
    await someone.tracked.release('2.0');
    expect(await test.check()).toMatchObject({ favorites: 1, notified: 0 });
    expect(await test.deliver()).toEqual(NOTHING_DONE);
    expect(await enable()).toBe(true);
    expect(await test.check()).toMatchObject({ notified: 1 });
    receiver.will(200);
    await test.deliver();
    expect(receiver.requests.at(-1)!.verified(someone.channel.settings.secret).data.version.version).toBe('2.0');
  });

  it('is told after that of what was queued and then cancelled', async () => {
    const someone = await subscribe(test, receiver.url);
    await someone.news();
    const { enable } = await disable(someone);
    await test.deliver();
    expect((await test.check()).notified).toBe(0);
    await enable();
    expect((await test.check()).notified).toBe(1);
    receiver.will(200);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  it('gets no confirmation mail', async () => {
    await test.close();
    test = await startApp({ SMTP_URL: relay.url, PUBLIC_URL, TRUST_EMAIL_ADDRESSES: 'false' });
    const agent = await newUser(test, { type: 'email', name: 'mail', settings: { address: 'ada@example.net' } });
    await disable({ agent });
    await test.deliver();
    expect(relay.mails).toEqual([]);
    const due = await test.database.query(
      "SELECT id FROM system_message WHERE kind = 'confirmation' AND next_at IS NOT NULL",
    );
    expect(due).toEqual([]);
  });

  it('gets no notice about a channel that was switched off', async () => {
    const someone = await subscribeBy(test, 'webhook', { url: receiver.url });
    const other = await world.http();
    await someone.agent
      .post('/api/v1/channel')
      .send({ type: 'webhook', name: 'other', settings: { url: other.url } })
      .expect(201);
    await someone.news();
    receiver.will(410);
    // The notice is queued when the first is switched off, and is not sent yet.
    other.will(200);
    await test.deliver();
    expect(await test.database.query("SELECT id FROM system_message WHERE kind = 'notice'")).toHaveLength(1);
    await disable(someone);
    await test.deliver();
    expect(await test.database.query("SELECT id FROM system_message WHERE kind = 'notice'")).toEqual([]);
    expect(other.requests).toHaveLength(1);
  });

  it('has links in messages that lead nowhere, until enabled again', async () => {
    const someone = await subscribe(test, receiver.url);
    await someone.news();
    receiver.will(200);
    await test.deliver();
    const { data } = JSON.parse(receiver.requests[0]!.body) as { data: { links: { manage: string } } };
    const path = data.links.manage.slice(PUBLIC_URL.length);
    const before = await test.http.get(path).expect(200);
    expect(before.text).toContain('value="skip"');
    const { enable } = await disable(someone);
    expect((await test.http.get(path)).text).not.toContain('value="skip"');
    await test.http.post(path).type('form').redirects(0).send('action=skip');
    await enable();
    const policy = await test.database.query('SELECT favorite_id FROM favorite_skip');
    expect(policy).toEqual([]);
  });
});

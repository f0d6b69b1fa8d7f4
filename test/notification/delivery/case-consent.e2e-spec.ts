import type { Response } from 'supertest';
import { ConsentTokens } from '../../../src/notification/link/consent-links';
import { SystemMessageRepository } from '../../../src/notification/system-message/system-message.repository';
import { closeAll, type ReceivedMail, smtpReceiver, smtpVerdict } from '../providers/peers';
import { expectProblem } from '../../setup/api';
import { startApp, type TestApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { expectSafePage } from '../../setup/pages';
import { failNextCall } from '../../setup/named-points';
import { type Agent, newUser, track, type Tracked } from '../../setup/tracking';
import { LONG_AGO } from './case-world';

const PUBLIC_URL = 'https://tracker.example';
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const DAY = 86_400;

let relay: Awaited<ReturnType<typeof smtpReceiver>>;
/** Answers that the relay owes to addresses that begin with `slow`. */
let owed: ((error?: Error | null) => void)[] = [];
let test: TestApp;
let serial = 0;

const ENVIRONMENT = () => ({ SMTP_URL: relay.url, PUBLIC_URL, TRUST_EMAIL_ADDRESSES: 'false' });

beforeEach(async () => {
  owed = [];
  relay = await smtpReceiver({
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('slow')) return void owed.push(done);
      done(address.startsWith('nobody') ? smtpVerdict(550, 'no such user') : null);
    },
  });
  test = await startApp(ENVIRONMENT());
});

afterEach(async () => {
  await test.close();
  await closeAll();
});

/** Another service in place of the one that each test has. */
async function insteadWith(environment: Record<string, string>): Promise<void> {
  await test.close();
  test = await startApp({ ...ENVIRONMENT(), ...environment });
}

const newAddress = (name = 'reader') => `${name}${++serial}@example.net`;
const mailsTo = (address: string): ReceivedMail[] => relay.mails.filter(({ to }) => to.includes(address));

interface ChannelAnswer {
  id: string;
  state: string;
  state_reason: string | null;
  enabled: boolean;
}

interface Reader {
  agent: Agent;
  address: string;
  tracked: Tracked;
  path: string;
  channel(): Promise<ChannelAnswer>;
  change(input: object): Promise<ChannelAnswer>;
  /** A new version and the check after it. @returns how many notifications that made */
  news(): Promise<number>;
}

const create = (agent: Agent, address: string, more: object = {}) =>
  agent
    .post('/api/v1/channel')
    .send({ type: 'email', name: 'BUY NOW at shop.example', settings: { address }, ...more });

/** A user with an e-mail channel and one favorite. */
async function reader(address = newAddress()): Promise<Reader> {
  const agent = await newUser(test, null);
  const { body } = await create(agent, address).expect(201);
  const path = `/api/v1/channel/${body.data.id as string}`;
  const tracked = await track(test, agent, '1.0');
  let minor = 0;
  return {
    agent,
    address,
    tracked,
    path,
    channel: async () => (await agent.get(path).expect(200)).body.data as ChannelAnswer,
    change: async (input) => (await agent.patch(path).send(input).expect(200)).body.data as ChannelAnswer,
    news: async () => {
      await tracked.release(`1.${++minor}`);
      return (await test.check()).notified;
    },
  };
}

/** The path of the link in a confirmation mail. */
function confirmPath(mail: ReceivedMail | undefined): string {
  const [url] = /https:\/\/tracker\.example\/confirm\/\S+/.exec(mail?.parsed.text ?? '') ?? [];
  expect(mail?.parsed.html).toContain(`href="${url}"`);
  return url!.slice(PUBLIC_URL.length);
}

/** When the link of the newest mail of a channel ends, in seconds since 1970. */
async function endOfLink(channelId: string): Promise<number> {
  const end = test.database.dialect.unixSeconds('confirmation_expires_at');
  const [row] = await test.database.query<{ end: number }>(`SELECT ${end} AS end FROM channel WHERE id = ?`, [
    channelId,
  ]);
  return Number(row!.end);
}

/** The path of the link in the header of a mail about an update. */
const unsubscribePath = (mail: ReceivedMail | undefined) =>
  /^List-Unsubscribe:\s+<https:\/\/tracker\.example(\/u\/[\w-]+)>\r$/m.exec(mail!.raw)![1]!;

async function confirmed(): Promise<Reader> {
  const subscriber = await reader();
  await test.deliver();
  await test.http.post(confirmPath(mailsTo(subscriber.address).at(-1))).expect(200);
  expect(await subscriber.channel()).toMatchObject({ state: 'ok', state_reason: null });
  return subscriber;
}

const postForm = (path: string, body = ONE_CLICK) =>
  test.http.post(path).set('Content-Type', 'application/x-www-form-urlencoded').send(body);

/** What somebody sees who opened a link: the page without what differs by request. */
const shown = ({ status, text, headers }: Response) => ({
  status,
  text,
  policy: headers['content-security-policy'] as string,
});

describe('an e-mail address', () => {
  it('gets nothing but the mail that asks, until its owner confirms, and then what was found meanwhile', async () => {
    const subscriber = await reader();
    expect(await subscriber.channel()).toMatchObject({ state: 'unconfirmed', enabled: true });
    expect(await subscriber.news()).toBe(0);
    await test.deliver();
    const [mail, ...others] = mailsTo(subscriber.address);
    expect(others).toEqual([]);
    expect(mail!.parsed.subject).toBe('Please confirm your e-mail address');
    expect(mail!.raw).not.toMatch(/BUY NOW|shop\.example|Product|List-Unsubscribe/);
    expect(mail!.parsed.headers.get('auto-submitted')).toBe('auto-generated');
    expectProblem(await subscriber.agent.post(`${subscriber.path}/test`), 409, 'conflict');

    const path = confirmPath(mail);
    await test.http.post(path).expect(200);
    expect(await subscriber.channel()).toMatchObject({ state: 'ok', state_reason: null });
    expect((await test.check()).notified).toBe(1);
    await test.deliver();
    expect(mailsTo(subscriber.address).map(({ parsed }) => parsed.subject)).toEqual([
      'Please confirm your e-mail address',
      expect.stringMatching(/1\.1 is out/),
    ]);
    await test.http.post(path).expect(200);
    expect((await test.check()).notified).toBe(0);
    expect(await subscriber.channel()).toMatchObject({ state: 'ok' });
    await subscriber.agent.post(`${subscriber.path}/test`).expect(200);
  });

  it('is asked once, though writing that down fails at first', async () => {
    const { address } = await reader();
    const failed = failNextCall(test.app.get(SystemMessageRepository), 'finish');
    await test.deliver();
    expect(failed()).toBe(true);
    await test.database.execute('UPDATE system_message SET next_at = ? WHERE next_at IS NOT NULL', [LONG_AGO]);
    await test.deliver();
    expect(mailsTo(address)).toHaveLength(1);
  });

  it('is not confirmed by whoever only looks at the link', async () => {
    const subscriber = await reader();
    await test.deliver();
    const path = confirmPath(mailsTo(subscriber.address)[0]);
    const page = await test.http.get(path).expect(200);
    expectSafePage(page);
    expect(page.text).toMatch(/<form method="post" action="\?">\s*<button name="confirm" value="yes">/);
    await test.http.head(path).expect(200);
    expect(await subscriber.channel()).toMatchObject({ state: 'unconfirmed' });
    // As a browser sends the form of that page, to an address that a mail scanner had changed.
    await postForm(`${path}?`, 'confirm=yes').expect(200);
    expect(await subscriber.channel()).toMatchObject({ state: 'ok' });
  });

  it('is not confirmed by its user, who switches the channel on or off', async () => {
    const subscriber = await reader();
    for (const enabled of [true, false, true])
      expect(await subscriber.change({ enabled, name: 'other' })).toMatchObject({ state: 'unconfirmed', enabled });
    expect(await subscriber.news()).toBe(0);
    await test.deliver();
    expect(mailsTo(subscriber.address)).toHaveLength(1);
  });

  it('is asked when the relay is back, even if the process that had the mail died', async () => {
    let down = true;
    const other = await smtpReceiver({ onConnect: (_session, done) => done(down ? smtpVerdict(421) : null) });
    await insteadWith({ SMTP_URL: other.url });
    const comeDue = () => test.database.execute('UPDATE system_message SET next_at = ?', [LONG_AGO]);
    const subscriber = await reader();
    for (let round = 0; round < 3; round++) {
      await test.deliver();
      await comeDue();
    }
    expect(await test.database.query('SELECT attempts FROM system_message')).toEqual([{ attempts: 0 }]);
    expect(await test.app.get(SystemMessageRepository).claimDue('confirmation', 10)).toHaveLength(1);
    down = false;
    await test.deliver();
    expect(other.mails).toEqual([]);
    await comeDue();
    await test.deliver();
    expect(other.mails.map(({ to }) => to)).toEqual([[subscriber.address]]);
    await test.deliver();
    expect(other.mails).toHaveLength(1);
  });

  it('is asked by a worker by itself', async () => {
    await insteadWith({ WORKER: 'true' });
    const address = newAddress();
    await create(await newUser(test, null), address).expect(201);
    await eventually(() => mailsTo(address).length === 1);
  });

  it('is asked once, however many processes deliver', async () => {
    const addresses = Array.from({ length: 12 }, () => newAddress());
    for (const address of addresses) await create(await newUser(test, null), address).expect(201);
    // One process only on the embedded database, but as many passes as it likes.
    const { kind, location } = test.config.database;
    const second = kind === 'sqlite' ? null : await startApp({ ...ENVIRONMENT(), DATABASE_URL: location });
    await Promise.all([test, second ?? test, test, second ?? test].map((app) => app.deliver()));
    await second?.close();
    expect(addresses.map((address) => mailsTo(address).length)).toEqual(addresses.map(() => 1));
  });

  it('that is changed needs its own confirmation, and what is queued waits for it', async () => {
    const subscriber = await confirmed();
    const old = confirmPath(mailsTo(subscriber.address)[0]);
    expect(await subscriber.news()).toBe(1);
    const address = newAddress('changed');
    expect(await subscriber.change({ settings: { address } })).toMatchObject({ state: 'unconfirmed' });
    await test.deliver();
    expect(mailsTo(subscriber.address)).toHaveLength(1);
    expect(mailsTo(address).map(({ parsed }) => parsed.subject)).toEqual(['Please confirm your e-mail address']);
    expect((await subscriber.tracked.notifications())[0]!.deliveries).toMatchObject([{ state: 'queued', attempts: 0 }]);

    await test.http.post(old).expect(410);
    expect(await subscriber.channel()).toMatchObject({ state: 'unconfirmed' });
    await test.http.post(confirmPath(mailsTo(address)[0])).expect(200);
    await test.deliver();
    expect(mailsTo(address)).toHaveLength(2);
    expect((await subscriber.tracked.notifications())[0]!.deliveries).toMatchObject([{ state: 'sent', attempts: 1 }]);
    expect(mailsTo(subscriber.address)).toHaveLength(1);
  });

  it('is not confirmed by what becomes of an attempt to the address before', async () => {
    const subscriber = await reader(newAddress('slow'));
    const { id } = await subscriber.channel();
    const token = test.app.get(ConsentTokens).make('confirm', id, subscriber.address, await endOfLink(id));
    await test.http.post(`/confirm/${token}`).expect(200);
    expect(await subscriber.news()).toBe(1);
    const delivering = test.deliver();
    await eventually(() => owed.length === 1);
    expect(await subscriber.change({ settings: { address: newAddress() } })).toMatchObject({ state: 'unconfirmed' });
    owed[0]!(smtpVerdict(451, 'not now'));
    await delivering;
    expect(await subscriber.channel()).toMatchObject({ state: 'unconfirmed', enabled: true });
  });

  it('that stays the same stays confirmed, whatever else of its channel is changed', async () => {
    const subscriber = await confirmed();
    const { address } = subscriber;
    expect(await subscriber.change({ name: 'x', settings: { address }, enabled: false })).toMatchObject({
      state: 'ok',
    });
    expect(await subscriber.change({ enabled: true })).toMatchObject({ state: 'ok' });
    await test.deliver();
    expect(mailsTo(address)).toHaveLength(1);
  });

  it('is not confirmed by a link that is forged, cut, of another kind or expired, and all show the same page', async () => {
    const subscriber = await reader();
    const { id } = await subscriber.channel();
    await test.deliver();
    const path = confirmPath(mailsTo(subscriber.address)[0]);
    const tokens = test.app.get(ConsentTokens);
    const soon = await endOfLink(id);
    const turned = (index: number) => path.slice(0, index) + (path[index] === 'A' ? 'B' : 'A') + path.slice(index + 1);
    const bad = [
      '/confirm/x',
      `/confirm/${'A'.repeat(94)}`,
      path.slice(0, -1),
      `${path}A`,
      ...[10, 40, 60, 80, 100].map(turned),
      `/confirm/${tokens.make('confirm', id, subscriber.address, soon - 9 * DAY)}`,
      `/confirm/${tokens.make('confirm', id, 'other@example.net', soon)}`,
      `/confirm/${tokens.make('confirm', crypto.randomUUID(), subscriber.address, soon)}`,
      `/confirm/${tokens.make('unsubscribe', id, subscriber.address, soon)}`,
    ];
    const pages = new Set<string>();
    for (const link of bad)
      for (const method of ['get', 'post'] as const)
        pages.add(JSON.stringify(shown(await test.http[method](link).expect(410))));
    expect([...pages]).toHaveLength(1);
    expectSafePage(await test.http.get(bad[0]!));
    expect(await subscriber.channel()).toMatchObject({ state: 'unconfirmed' });
    await test.http.post(`/confirm/${tokens.make('confirm', id, subscriber.address, soon)}`).expect(200);
  });

  it('is asked three times a day for a channel at most', async () => {
    const subscriber = await reader();
    const again = () => subscriber.agent.post(`${subscriber.path}/confirmation`);
    await test.deliver();
    for (let count = 2; count <= 3; count++) {
      expect((await again().expect(202)).body.data).toMatchObject({ state: 'unconfirmed' });
      await test.deliver();
    }
    const refused = await again();
    expectProblem(refused, 429, 'too-many-requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(DAY - 60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(DAY);
    await test.deliver();
    expect(mailsTo(subscriber.address)).toHaveLength(3);
    await test.database.execute('UPDATE system_message SET created_at = ?', [LONG_AGO]);
    await again().expect(202);
    await test.deliver();
    const links = mailsTo(subscriber.address).map(confirmPath);
    expect(links).toHaveLength(4);
    expect(new Set(links).size).toBe(4);
    await test.http.post(links[3]!).expect(200);
    expectProblem(await again(), 409, 'conflict');
  });

  it('is asked five times a day at most, whoever enters it in whatever spelling, and whatever is deleted', async () => {
    const [user, host] = newAddress('victim').split('@') as [string, string];
    const spellings = [`${user}@${host}`, `${user.toUpperCase()}@${host}`, `${user}+a@${host}`, `${user}+b+c@${host}`];
    const made = async (address: string) => {
      const agent = await newUser(test, null);
      const response = await create(agent, address);
      if (response.status === 201) await agent.delete(`/api/v1/channel/${response.body.data.id as string}`).expect(204);
      return response;
    };
    for (const address of [...spellings, spellings[0]!]) expect((await made(address)).status).toBe(201);
    for (const address of spellings) expectProblem(await made(address), 429, 'too-many-requests');
    expect((await made(newAddress())).status).toBe(201);
    await test.deliver();
    expect(spellings.flatMap(mailsTo)).toEqual([]);
  });

  it('is asked five times a day at most by many at once', async () => {
    const address = newAddress('crowded');
    const agents = await Promise.all(Array.from({ length: 8 }, () => newUser(test, null)));
    const statuses = (await Promise.all(agents.map((agent) => create(agent, address)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    await test.deliver();
    expect(mailsTo(address)).toHaveLength(5);
  });

  it('that the relay refuses is not asked again, and the user sees why', async () => {
    const subscriber = await reader(newAddress('nobody'));
    await test.deliver();
    expect(await subscriber.channel()).toMatchObject({
      state: 'unconfirmed',
      state_reason: expect.stringContaining('550') as string,
    });
    const [row] = await test.database.query<{ next_at: string | null }>(
      'SELECT m.next_at FROM system_message m JOIN channel c ON c.id = m.channel_id WHERE c.id = ?',
      [subscriber.path.split('/').at(-1)!],
    );
    expect(row).toEqual({ next_at: null });
  });

  it('has nothing to be confirmed where the operator trusts all addresses', async () => {
    await insteadWith({ TRUST_EMAIL_ADDRESSES: 'true' });
    const subscriber = await reader();
    expect(await subscriber.channel()).toMatchObject({ state: 'ok', state_reason: null });
    expect(await subscriber.news()).toBe(1);
    await test.deliver();
    expect(mailsTo(subscriber.address)).toHaveLength(1);
    await postForm(unsubscribePath(mailsTo(subscriber.address)[0])).expect(200);
    expect(await subscriber.channel()).toMatchObject({ state: 'disabled', enabled: false });
    expect(await subscriber.change({ enabled: true })).toMatchObject({ state: 'ok', state_reason: null });
    const address = newAddress();
    expect(await subscriber.change({ settings: { address } })).toMatchObject({ state: 'ok' });
    expectProblem(await subscriber.agent.post(`${subscriber.path}/confirmation`), 409, 'conflict');
    await test.deliver();
    expect(mailsTo(address)).toEqual([]);
  });
});

it('a channel without an address of a person needs no consent', async () => {
  const agent = await newUser(test);
  const { body } = await agent.get('/api/v1/channel').expect(200);
  const [log] = body.data as ChannelAnswer[];
  expect(log).toMatchObject({ state: 'ok' });
  expectProblem(await agent.post(`/api/v1/channel/${log!.id}/confirmation`), 409, 'conflict');
});

describe('the link to end it', () => {
  /** Somebody who has got a mail, and has another one queued. */
  async function mailed(): Promise<{ subscriber: Reader; path: string }> {
    const subscriber = await confirmed();
    expect(await subscriber.news()).toBe(1);
    await test.deliver();
    const path = unsubscribePath(mailsTo(subscriber.address).at(-1));
    expect(await subscriber.news()).toBe(1);
    return { subscriber, path };
  }

  it('is in two headers of each mail, as RFC 8058 wants them', async () => {
    const { subscriber } = await mailed();
    const [head = ''] = mailsTo(subscriber.address).at(-1)!.raw.split('\r\n\r\n');
    const fields = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
    // Once each, in plain ASCII and not encoded: a relay signs them as they are (DKIM, RFC 6376).
    expect(fields.filter((field) => /^list-/i.test(field)).sort()).toEqual([
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      expect.stringMatching(/^List-Unsubscribe: <https:\/\/tracker\.example\/u\/[\w-]{94}>$/),
    ]);
    expect(head).toMatch(/^[\x20-\x7e\r\n\t]*$/);
  });

  it('is in no header where the service has no https address', async () => {
    await insteadWith({ PUBLIC_URL: 'http://tracker.example', TRUST_EMAIL_ADDRESSES: 'true' });
    const subscriber = await reader();
    await subscriber.news();
    await test.deliver();
    expect(mailsTo(subscriber.address)).toHaveLength(1);
    expect(mailsTo(subscriber.address)[0]!.raw).not.toMatch(/^List-/im);
  });

  // Case 50.
  it('changes nothing when it is only opened; the form behind it ends it, again and again', async () => {
    const { subscriber, path } = await mailed();
    const page = await test.http.get(path).expect(200);
    expectSafePage(page);
    expect(page.text).toMatch(/<button name="List-Unsubscribe" value="One-Click">/);
    await test.http.head(path).expect(200);
    await test.http.post(path).expect(400);
    await postForm(path, 'List-Unsubscribe=No').expect(400);
    await postForm(path, 'x'.repeat(3_000)).expect(413);
    expect(await subscriber.channel()).toMatchObject({ state: 'ok', enabled: true });

    const ended = { state: 'disabled', state_reason: 'unsubscribed by a link in a mail', enabled: false };
    for (let count = 0; count < 3; count++) {
      const done = await postForm(path).redirects(0).expect(200);
      expectSafePage(done);
      expect(done.text).toContain('You are unsubscribed');
      expect(await subscriber.channel()).toMatchObject(ended);
    }
    expect((await subscriber.tracked.notifications())[0]!.deliveries).toMatchObject([{ state: 'cancelled' }]);
    expect(await subscriber.news()).toBe(0);
    await test.deliver();
    expect(mailsTo(subscriber.address)).toHaveLength(2);
  });

  it('takes the form in both ways that mail programs send it', async () => {
    const { subscriber, path } = await mailed();
    await test.http.post(path).field('List-Unsubscribe', 'One-Click').expect(200);
    expect(await subscriber.channel()).toMatchObject({ state: 'disabled', enabled: false });
  });

  it('holds until the person confirms anew, whatever the user does', async () => {
    const { subscriber, path } = await mailed();
    const first = confirmPath(mailsTo(subscriber.address)[0]);
    await postForm(path).expect(200);
    expectProblem(await subscriber.agent.post(`${subscriber.path}/test`), 409, 'conflict');
    expectProblem(await subscriber.agent.post(`${subscriber.path}/confirmation`), 409, 'conflict');
    await test.http.post(first).expect(410);
    expect(await subscriber.channel()).toMatchObject({ state: 'disabled' });

    expect(await subscriber.change({ enabled: true })).toMatchObject({ state: 'unconfirmed', enabled: true });
    await test.deliver();
    const mails = mailsTo(subscriber.address);
    expect(mails).toHaveLength(3);
    await test.http.post(confirmPath(mails.at(-1))).expect(200);
    expect(await subscriber.news()).toBe(1);
    await test.deliver();
    expect(mailsTo(subscriber.address)).toHaveLength(4);
    await postForm(path).expect(200);
    expect(await subscriber.channel()).toMatchObject({ state: 'disabled' });
  });

  // Case 51.
  it('that is forged, or was sent to another address, shows the same pages and changes nothing', async () => {
    const { subscriber, path } = await mailed();
    const { id } = await subscriber.channel();
    const tokens = test.app.get(ConsentTokens);
    const forged = [
      '/u/x',
      `/u/${'A'.repeat(94)}`,
      path.slice(0, -1),
      path.slice(0, -1) + (path.endsWith('A') ? 'E' : 'A'),
      `/u/${tokens.make('unsubscribe', id, 'other@example.net')}`,
      `/u/${tokens.make('confirm', id, subscriber.address)}`,
      `/u/${tokens.make('unsubscribe', crypto.randomUUID(), subscriber.address)}`,
    ];
    const opened = new Set<string>();
    const posted = new Set<string>();
    for (const link of forged) {
      opened.add(JSON.stringify(shown(await test.http.get(link).expect(200))));
      posted.add(JSON.stringify(shown(await postForm(link).expect(200))));
    }
    expect(await subscriber.channel()).toMatchObject({ state: 'ok', enabled: true });
    opened.add(JSON.stringify(shown(await test.http.get(path))));
    posted.add(JSON.stringify(shown(await postForm(path))));
    expect([opened.size, posted.size]).toEqual([1, 1]);
    expect(await subscriber.channel()).toMatchObject({ state: 'disabled', enabled: false });
  });

  it('of a forged token asks the database nothing', async () => {
    const query = jest.spyOn(test.database, 'query');
    const transaction = jest.spyOn(test.database, 'transaction');
    await postForm(`/u/${'A'.repeat(94)}`).expect(200);
    await test.http.post(`/confirm/${'A'.repeat(94)}`).expect(410);
    await test.http.get(`/confirm/${'A'.repeat(94)}`).expect(410);
    expect([query.mock.calls.length, transaction.mock.calls.length]).toEqual([0, 0]);
    query.mockRestore();
    transaction.mockRestore();
  });
});

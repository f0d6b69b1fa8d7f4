import type { Response } from 'supertest';
import { Config } from '../../../src/config/config';
import { ConsentLinks, mailboxOf } from '../../../src/notification/link/signed-links';
import { closeAll, type ReceivedMail, smtpReceiver, smtpVerdict } from '../providers/peers';
import { expectProblem } from '../../setup/api';
import { useApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { expectSafePage } from '../../setup/pages';
import { type Agent, newUser, track, type Tracked } from '../../setup/tracking';
import { LONG_AGO } from './case-world';

const PUBLIC_URL = 'https://tracker.example';
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const DAY = 86_400;

let relay: Awaited<ReturnType<typeof smtpReceiver>>;
/** Answers that the relay owes to addresses that begin with `slow`. */
let owed: ((error?: Error | null) => void)[] = [];
let serial = 0;

beforeAll(async () => {
  relay = await smtpReceiver({
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('slow')) return void owed.push(done);
      done(address.startsWith('nobody') ? smtpVerdict(550, 'no such user') : null);
    },
  });
});

afterAll(closeAll);

const ENVIRONMENT = { trustEmailAddresses: false, confirmationsPerHour: 1_000 };
const test = useApp(() => ({ SMTP_URL: relay.url, PUBLIC_URL, TRUST_EMAIL_ADDRESSES: 'false' }));
const configure = (values: Partial<Config>) => void Object.assign(test.app.get(Config), values);

beforeEach(async () => {
  owed = [];
  relay.mails.length = 0;
  configure(ENVIRONMENT);
  for (const table of ['favorite', 'channel', 'system_message', 'confirmation_hour'])
    await test.database.execute(`DELETE FROM ${table}`);
});

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

const age = () => test.database.execute('UPDATE system_message SET created_at = ?', [LONG_AGO]);

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
    const token = test.app.get(ConsentLinks).make('confirm', id, subscriber.address, await endOfLink(id));
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
    const tokens = test.app.get(ConsentLinks);
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
    await age();
    await again().expect(202);
    await test.deliver();
    const links = mailsTo(subscriber.address).map(confirmPath);
    expect(links).toHaveLength(4);
    expect(new Set(links).size).toBe(4);
    await test.http.post(links[3]!).expect(200);
    expectProblem(await again(), 409, 'conflict');
  });

  it('is asked five times a day at most, whoever enters it in whatever spelling, and whatever is deleted', async () => {
    const name = `victim${++serial}`;
    const dotted = [...name].join('.');
    const entered = `${dotted}+shop@googlemail.com`;
    const spellings = [
      `${name}@gmail.com`,
      `${dotted}@gmail.com`,
      `${name.toUpperCase()}@GMail.com`,
      `${name}+a+b@gmail.com`,
    ];
    const made = async (address: string) => {
      const agent = await newUser(test, null);
      const response = await create(agent, address);
      if (response.status === 201 && address !== entered)
        await agent.delete(`/api/v1/channel/${response.body.data.id as string}`).expect(204);
      return response;
    };
    for (const address of [...spellings, entered]) expect((await made(address)).status).toBe(201);
    for (const address of [...spellings, entered]) expectProblem(await made(address), 429, 'too-many-requests');
    expect((await made(newAddress())).status).toBe(201);
    await test.deliver();
    expect(spellings.flatMap(mailsTo)).toEqual([]);
    expect(mailsTo(entered)).toHaveLength(1);
  });

  it.each<[string, number, number, () => Promise<[Agent, string][]>]>([
    [
      'five times a day by many',
      5,
      8,
      async () => {
        const address = newAddress();
        return Promise.all(Array.from({ length: 8 }, async () => [await newUser(test, null), address]));
      },
    ],
    [
      'with nine others by one user',
      10,
      14,
      async () => {
        const agent = await newUser(test, null);
        return Array.from({ length: 14 }, () => [agent, newAddress()]);
      },
    ],
  ])('is asked %s, however many requests come at once', async (_what, most, all, requests) => {
    const responses = await Promise.all((await requests()).map(([agent, address]) => create(agent, address)));
    const made = responses.filter(({ status }) => status === 201);
    expect([made.length, responses.filter(({ status }) => status === 429).length]).toEqual([most, all - most]);
    await test.deliver();
    expect(relay.mails).toHaveLength(most);
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
    configure({ trustEmailAddresses: true });
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
    // The other way in which mail programs send it.
    expect(await subscriber.change({ enabled: true })).toMatchObject({ state: 'unconfirmed' });
    await test.http.post(path).field('List-Unsubscribe', 'One-Click').expect(200);
    expect(await subscriber.channel()).toMatchObject(ended);
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
    const tokens = test.app.get(ConsentLinks);
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

describe('confirmation mails', () => {
  it('are ten a day for one user, deleted channels and changed addresses included, and others get theirs', async () => {
    const agent = await newUser(test, null);
    for (let count = 0; count < 8; count++) {
      const { body } = await create(agent, newAddress()).expect(201);
      await agent.delete(`/api/v1/channel/${body.data.id as string}`).expect(204);
    }
    const { body } = await create(agent, newAddress()).expect(201);
    const path = `/api/v1/channel/${body.data.id as string}`;
    await agent
      .patch(path)
      .send({ settings: { address: newAddress() } })
      .expect(200);

    const refused = [
      await create(agent, newAddress()),
      await agent.patch(path).send({ settings: { address: newAddress() } }),
      await agent.post(`${path}/confirmation`),
    ];
    for (const response of refused) {
      expectProblem(response, 429, 'too-many-requests');
      expect(response.body.detail).toContain('10 for one user');
      const wait = Number(response.headers['retry-after']);
      expect([wait > DAY - 600, wait <= DAY]).toEqual([true, true]);
    }
    // What was refused left nothing behind.
    expect((await agent.get('/api/v1/channel').expect(200)).body.data).toHaveLength(1);
    await create(await newUser(test, null), newAddress()).expect(201);
    await age();
    await create(agent, newAddress()).expect(201);
  });

  it('have a ceiling for everybody together, counted in the database', async () => {
    configure({ confirmationsPerHour: 3 });
    const agents = await Promise.all(Array.from({ length: 6 }, () => newUser(test, null)));
    const responses = await Promise.all(agents.map((agent) => create(agent, newAddress())));
    const refused = responses.filter(({ status }) => status === 429);
    expect([responses.filter(({ status }) => status === 201).length, refused.length]).toEqual([3, 3]);
    for (const response of refused) {
      expectProblem(response, 429, 'too-many-requests');
      expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(3_600);
    }
    // Not in the process: a restart, or another replica, changes nothing.
    expect(await test.database.query('SELECT mails FROM confirmation_hour')).toEqual([{ mails: 3 }]);
    await test.database.execute('UPDATE confirmation_hour SET hour = hour - 1');
    await create(agents[5]!, newAddress()).expect(201);
  });

  it('that a version before the limits queued are sent and counted', async () => {
    const agent = await newUser(test, null);
    const address = newAddress();
    const { body } = await create(agent, address).expect(201);
    await test.database.execute('UPDATE system_message SET user_id = NULL, mailbox_key = NULL');
    await test.database.execute('UPDATE channel SET confirmation_expires_at = NULL');
    await test.deliver();
    const [mail] = mailsTo(address);
    for (let count = 2; count <= 5; count++) await create(await newUser(test, null), address).expect(201);
    expectProblem(await create(await newUser(test, null), address), 429, 'too-many-requests');
    await test.http.post(confirmPath(mail)).expect(200);
    expect((await agent.get(`/api/v1/channel/${body.data.id as string}`).expect(200)).body.data.state).toBe('ok');
  });
});

describe('the link in a confirmation mail', () => {
  it('confirms until a newer mail is requested, and then says so', async () => {
    const agent = await newUser(test, null);
    const address = newAddress();
    const { body } = await create(agent, address).expect(201);
    const path = `/api/v1/channel/${body.data.id as string}`;
    const state = async () => (await agent.get(path).expect(200)).body.data.state as string;
    await test.deliver();
    await agent.post(`${path}/confirmation`).expect(202);
    await test.deliver();
    const [first, second] = mailsTo(address).map(confirmPath);
    expect(second).not.toBe(first);

    for (const page of [await test.http.get(first!), await test.http.post(first!)]) {
      expect(page.status).toBe(410);
      expect(page.text).toContain('replaced by a newer one');
    }
    expect(await state()).toBe('unconfirmed');
    await test.http.get(second!).expect(200);
    await test.http.post(second!).expect(200);
    expect(await state()).toBe('ok');
    await test.http.post(first!).expect(410);
    await test.http.post(second!).expect(200);
  });
});

describe('a mailbox', () => {
  it.each([
    ['Some.One@Example.Net', 'some.one@example.net'],
    ['someone+tag+more@example.net', 'someone@example.net'],
    ['+tag@example.net', '+tag@example.net'],
    ['S.ome.One+x@GoogleMail.com', 'someone@gmail.com'],
    ['someone@gmail.com', 'someone@gmail.com'],
    ['some.one@mail.gmail.com', 'some.one@mail.gmail.com'],
  ])('of %s is %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });
});

import { mailboxOf } from '../../../src/notification/link/consent-links';
import { closeAll, type ReceivedMail, smtpReceiver } from '../providers/peers';
import { expectProblem } from '../../setup/api';
import { startApp, type TestApp } from '../../setup/app';
import { type Agent, newUser } from '../../setup/tracking';
import { LONG_AGO } from './case-world';

const PUBLIC_URL = 'https://tracker.example';
const DAY = 86_400;

let relay: Awaited<ReturnType<typeof smtpReceiver>>;
let test: TestApp;
let serial = 0;

const environment = () => ({ SMTP_URL: relay.url, PUBLIC_URL, TRUST_EMAIL_ADDRESSES: 'false' });

beforeEach(async () => {
  relay = await smtpReceiver();
  test = await startApp(environment());
});

afterEach(async () => {
  await test.close();
  await closeAll();
});

const stranger = () => `stranger${++serial}@example.net`;
const create = (agent: Agent, address: string) =>
  agent.post('/api/v1/channel').send({ type: 'email', name: 'mail', settings: { address } });
const mailsTo = (address: string): ReceivedMail[] => relay.mails.filter(({ to }) => to.includes(address));
const linkIn = (mail: ReceivedMail) => /https:\/\/tracker\.example(\/confirm\/\S+)/.exec(mail.parsed.text ?? '')![1]!;
const age = () => test.database.execute('UPDATE system_message SET created_at = ?', [LONG_AGO]);

describe('confirmation mails', () => {
  it('are ten a day for one user, deleted channels and changed addresses included, and others get theirs', async () => {
    const agent = await newUser(test, null);
    for (let count = 0; count < 8; count++) {
      const { body } = await create(agent, stranger()).expect(201);
      await agent.delete(`/api/v1/channel/${body.data.id as string}`).expect(204);
    }
    const { body } = await create(agent, stranger()).expect(201);
    const path = `/api/v1/channel/${body.data.id as string}`;
    await agent
      .patch(path)
      .send({ settings: { address: stranger() } })
      .expect(200);

    const refused = [
      await create(agent, stranger()),
      await agent.patch(path).send({ settings: { address: stranger() } }),
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
    await create(await newUser(test, null), stranger()).expect(201);
    await age();
    await create(agent, stranger()).expect(201);
  });

  it('are ten a day for one user, however many requests come at once', async () => {
    const agent = await newUser(test, null);
    const responses = await Promise.all(Array.from({ length: 14 }, () => create(agent, stranger())));
    const made = responses.filter(({ status }) => status === 201);
    expect([made.length, responses.filter(({ status }) => status === 429).length]).toEqual([10, 4]);
    await test.deliver();
    expect(relay.mails).toHaveLength(10);
  });

  it('have a ceiling for everybody together, counted in the database', async () => {
    await test.close();
    test = await startApp({ ...environment(), CONFIRMATIONS_PER_HOUR: '3' });
    const agents = await Promise.all(Array.from({ length: 6 }, () => newUser(test, null)));
    const responses = await Promise.all(agents.map((agent) => create(agent, stranger())));
    const refused = responses.filter(({ status }) => status === 429);
    expect([responses.filter(({ status }) => status === 201).length, refused.length]).toEqual([3, 3]);
    for (const response of refused) {
      expectProblem(response, 429, 'too-many-requests');
      expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(3_600);
    }
    // Not in the process: a restart, or another replica, changes nothing.
    expect(await test.database.query('SELECT mails FROM confirmation_hour')).toEqual([{ mails: 3 }]);
    await test.database.execute('UPDATE confirmation_hour SET hour = hour - 1');
    await create(agents[5]!, stranger()).expect(201);
  });

  it('count a Gmail address once, whatever dots and tags are in it, and go to the address as it was entered', async () => {
    const name = `victim${++serial}`;
    const dotted = [...name].join('.');
    const spellings = [
      `${name}@gmail.com`,
      `${dotted}@gmail.com`,
      `${dotted}+shop@googlemail.com`,
      `${name.toUpperCase()}@GMail.com`,
      `v.${name.slice(1)}@googlemail.com`,
    ];
    for (const address of spellings) await create(await newUser(test, null), address).expect(201);
    expectProblem(await create(await newUser(test, null), `vi.${name.slice(2)}@gmail.com`), 429, 'too-many-requests');
    await create(await newUser(test, null), `${dotted}@example.net`).expect(201);
    await test.deliver();
    expect(mailsTo(`${dotted}@gmail.com`)).toHaveLength(1);
    expect(mailsTo(`${dotted}+shop@googlemail.com`)).toHaveLength(1);
  });

  it('that a version before the limits queued are sent and counted', async () => {
    const agent = await newUser(test, null);
    const address = stranger();
    const { body } = await create(agent, address).expect(201);
    await test.database.execute('UPDATE system_message SET user_id = NULL, mailbox_key = NULL');
    await test.database.execute('UPDATE channel SET confirmation_expires_at = NULL');
    await test.deliver();
    const [mail] = mailsTo(address);
    for (let count = 2; count <= 5; count++) await create(await newUser(test, null), address).expect(201);
    expectProblem(await create(await newUser(test, null), address), 429, 'too-many-requests');
    await test.http.post(linkIn(mail!)).expect(200);
    expect((await agent.get(`/api/v1/channel/${body.data.id as string}`).expect(200)).body.data.state).toBe('ok');
  });
});

describe('the link in a confirmation mail', () => {
  it('confirms until a newer mail is requested, and then says so', async () => {
    const agent = await newUser(test, null);
    const address = stranger();
    const { body } = await create(agent, address).expect(201);
    const path = `/api/v1/channel/${body.data.id as string}`;
    const state = async () => (await agent.get(path).expect(200)).body.data.state as string;
    await test.deliver();
    await agent.post(`${path}/confirmation`).expect(202);
    await test.deliver();
    const [first, second] = mailsTo(address).map(linkIn);
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

import { ChannelRegistry } from '../../../src/notification/providers/channel-registry';
import { useApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { type HttpReceiver, outside } from '../../setup/receivers';
import { hold, LONG_AGO, NOTHING_DONE, subscribe, subscribeBy, type Subscriber } from './case-world';

const world = outside();
const test = useApp();

interface Health extends Subscriber {
  /** What the receiver answers to the messages that are due now. */
  answers(...answers: (number | { status: number; headers: Record<string, string> })[]): Promise<object>;
  /** The same for one new message each. */
  refusals(...codes: number[]): Promise<void>;
  change(input: object): Promise<unknown>;
  will: HttpReceiver['will'];
  url: string;
  requests: HttpReceiver['requests'];
}

async function subscriber(): Promise<Health> {
  const receiver = await world.http();
  const someone = await subscribe(test, receiver.url);
  const answers: Health['answers'] = (...all) => {
    receiver.will(...all);
    return test.deliver();
  };
  return {
    ...someone,
    url: receiver.url,
    requests: receiver.requests,
    will: receiver.will,
    answers,
    refusals: async (...codes) => {
      for (const code of codes) {
        await someone.news();
        await answers(code);
      }
    },
    change: (input) => someone.agent.patch(`/api/v1/channel/${someone.channel.id}`).send(input).expect(200),
  };
}

/** So many failures of one message in a row. */
async function fail({ letTimePass, answers }: Health, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await letTimePass();
    await answers(500);
  }
}

const inTenMinutes = { status: 429, headers: { 'retry-after': '600' } };

describe('the health of a channel', () => {
  it('rests after five failures in a row, and its deliveries wait without losing attempts', async () => {
    const someone = await subscriber();
    await someone.news();
    await fail(someone, 5);
    expect(await someone.readChannel()).toMatchObject({ state: 'failing', enabled: true });
    await someone.news();
    expect(await test.deliver()).toEqual(NOTHING_DONE);
    expect(await someone.rows()).toMatchObject([{ attempts: 5 }, { attempts: 0, state: 'queued' }]);
    await someone.letTimePass();
    expect(await someone.answers(200, 200)).toMatchObject({ sent: 2 });
    expect(await someone.readChannel()).toMatchObject({ state: 'ok', state_reason: null });
  });

  it('rests as a whole when its receiver answers 429', async () => {
    const someone = await subscriber();
    await someone.news();
    await someone.answers(inTenMinutes);
    await someone.news();
    expect(await test.deliver()).toMatchObject({ sent: 0, queued: 0 });
    for (const { deliveries } of await someone.notifications())
      expect(Date.parse(deliveries[0]!.next_attempt_at!)).toBeGreaterThan(Date.now() + 500_000);
    await someone.letTimePass();
    expect(await someone.answers(200, 200)).toMatchObject({ sent: 2 });
  });

  it.each<[string, (here: string, there: string) => object, 'here' | 'there' | 'nowhere']>([
    ['no more once it is switched on', () => ({ enabled: true }), 'here'],
    ['no more at another host', (_here, there) => ({ settings: { url: there } }), 'there'],
    ['on at another path of the same host', (here) => ({ settings: { url: `${here}/other` } }), 'nowhere'],
  ])('rests %s', async (_what, change, arrives) => {
    const [someone, other] = [await subscriber(), await world.http()];
    await someone.news();
    await someone.answers(inTenMinutes);
    await someone.change(change(someone.url, other.url));
    if (arrives === 'here') someone.will(200);
    if (arrives === 'there') other.will(200);
    expect((await someone.readChannel()).state).toBe(arrives === 'nowhere' ? 'failing' : 'ok');
    expect(await test.deliver()).toEqual({ ...NOTHING_DONE, sent: arrives === 'nowhere' ? 0 : 1 });
  });

  it('is switched off when three messages in a row are refused for its credentials', async () => {
    const someone = await subscriber();
    await someone.refusals(401, 403, 200, 401);
    expect(await someone.readChannel()).toMatchObject({ state: 'failing', enabled: true });
    await someone.refusals(403, 401);
    expect(await someone.readChannel()).toMatchObject({ state: 'disabled', enabled: false });
    expect((await someone.rows()).slice(-3).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
  });

  it('is not switched off by one refusal after that, as those before do not count any more', async () => {
    const someone = await subscriber();
    await someone.refusals(401, 401, 401);
    expect(await someone.readChannel()).toMatchObject({ state: 'disabled' });
    await someone.change({ enabled: true });
    await test.check();
    // Its newest release was refused, and is told anew.
    await someone.answers(401);
    await someone.refusals(401);
    expect(await someone.readChannel()).toMatchObject({ state: 'failing', enabled: true });
    // Other settings have not been refused yet.
    await someone.change({ settings: someone.channel.settings });
    await someone.refusals(401);
    expect(await someone.readChannel()).toMatchObject({ state: 'failing', enabled: true });
  });

  it('is switched off after five days of nothing but failures, and what is queued is cancelled', async () => {
    const someone = await subscriber();
    await someone.news();
    await fail(someone, 9);
    await someone.news();
    const set = (what: string) => test.database.execute(what, [LONG_AGO, someone.channel.id]);
    await set('UPDATE channel SET blocked_until = NULL, first_failure_at = ? WHERE id = ?');
    await test.database.execute("UPDATE delivery SET next_at = '2036-01-01 00:00:00.000000' WHERE attempts = 0");
    await set('UPDATE delivery SET next_at = ? WHERE channel_id = ? AND attempts = 9');
    await someone.answers(500);
    expect(await someone.readChannel()).toMatchObject({
      state: 'disabled',
      enabled: false,
      state_reason: expect.stringContaining('five days'),
    });
    expect(await someone.rows()).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
  });

  it('signs with both secrets for a day after a rotation, in tests too, whatever else of it changes', async () => {
    const someone = await subscriber();
    const old = someone.channel.settings.secret;
    const path = `/api/v1/channel/${someone.channel.id}`;
    const { body } = await someone.agent.post(`${path}/rotate-secret`).expect(200);
    const fresh = body.data.settings.secret as string;
    expect(fresh).not.toBe(old);
    expect((await someone.agent.get(path).expect(200)).body.data.settings.secret).toMatch(/^••••/);
    await someone.news();
    await someone.answers(200);

    const begun = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(begun + 23 * 3_600_000);
    const patch = (secret?: string) => someone.change({ settings: { url: `${someone.url}/new`, secret } });
    await patch();
    clock.mockRestore();
    await someone.news();
    await someone.answers(200, 200, 200, 200);
    const send = () => someone.agent.post(`${path}/test`).expect(200);
    await send();
    expect(someone.requests).toHaveLength(3);
    for (const request of someone.requests)
      for (const secret of [old, fresh]) expect(request.verified(secret)).toHaveProperty('type');

    const later = jest.spyOn(Date, 'now').mockReturnValue(begun + 25 * 3_600_000);
    await send();
    later.mockRestore();
    await patch(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
    await send();
    for (const { headers } of someone.requests.slice(3)) expect(headers['webhook-signature']).not.toContain(' ');
  });

  it('is as it was after a test that failed', async () => {
    const someone = await subscriber();
    someone.will(500);
    const { body } = await someone.agent.post(`/api/v1/channel/${someone.channel.id}/test`).expect(200);
    expect(body.data).toMatchObject({ state: 'failed', code: '500' });
    expect(await someone.readChannel()).toMatchObject({ state: 'ok', enabled: true });
  });

  it('shows every attempt where one notification is read', async () => {
    const someone = await subscriber();
    await someone.news();
    await fail(someone, 1);
    await someone.letTimePass();
    await someone.answers(200);
    const [listed] = await someone.notifications();
    expect(listed!.deliveries[0]).not.toHaveProperty('log');
    const one = await someone.agent.get(`/api/v1/notification/${listed!.id}`).expect(200);
    expect(one.body.data.deliveries[0].log).toMatchObject([
      { no: 1, outcome: 'retry', code: '500' },
      { no: 2, outcome: 'ok', code: '200' },
    ]);
  });
});

/** The share of a plug-in. */
const SHARE = 4;
/** More than are sent at once. */
const MANY = 18;

it('channels of a plug-in that hang, each at another host, leave room for those of others', async () => {
  // Which package brought a type is all that the queue knows of plug-ins.
  const channel = test.app.get(ChannelRegistry).get('webhook')!;
  const brought = jest.replaceProperty(channel, 'plugin', 'tracker-slow');
  const receivers = await Promise.all(Array.from({ length: MANY }, () => world.http()));
  const hanging: Subscriber[] = [];
  for (const receiver of receivers) hanging.push(await subscribe(test, receiver.url));
  const other = await world.http();
  const steady = await subscribeBy(test, 'gotify', { server: other.url, token: 'AbCdEfGhIjKlMnO' });
  for (const subscriber of hanging) await subscriber.news();
  await steady.news();

  const answers = receivers.map((receiver) => hold(receiver));
  const waiting = () => receivers.filter(({ requests }) => requests.length > 0);
  other.will(200);
  const delivering = test.deliver();
  await eventually(() => other.requests.length === 1);
  await eventually(() => waiting().length === SHARE);
  // None is added while they hang.
  await eventually(async () => (await steady.rows())[0]!.state === 'sent');
  expect(waiting()).toHaveLength(SHARE);
  await Promise.all(answers.map((held) => held.arrived().then(() => held.answer(204))));
  expect(await delivering).toEqual({ ...NOTHING_DONE, sent: MANY + 1 });
  brought.restore();
});

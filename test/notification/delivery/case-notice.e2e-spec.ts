import { Logger } from '@nestjs/common';
import { SecretBox } from '../../../src/common/secret-box';
import { ConsentLinks } from '../../../src/notification/link/signed-links';
import { SystemMessageRepository } from '../../../src/notification/system-message/system-message.repository';
import { startApp, useApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { type HttpReceiver, type MailReceiver, outside, type WebhookBody } from '../../setup/receivers';
import { failNextCall } from '../../setup/named-points';
import { count } from '../../setup/tracking';
import { hold, LONG_AGO, NOTHING_DONE, subscribe, subscribeBy, type Subscriber } from './case-world';

const PUBLIC_URL = 'https://tracker.example';
const UNDELIVERED = 'notice about a channel not delivered';

const world = outside();
let relay: MailReceiver;
let serial = 0;

beforeAll(async () => {
  relay = await world.smtp();
});

const test = useApp(() => ({ SMTP_URL: relay.url, PUBLIC_URL }));

beforeEach(() => test.database.execute("DELETE FROM system_message WHERE kind = 'notice'"));

interface NoticeBody extends Omit<WebhookBody, 'data'> {
  data: { channel: Record<string, string>; links: Record<string, string> };
}

/** Another way to reach a user, which his favorite does not use. */
interface Way {
  id: string;
  receiver: HttpReceiver;
  /** What came through it, each with its id. */
  notices(): { id: string; body: NoticeBody }[];
  read(): Promise<{ state: string; state_reason: string | null; enabled: boolean }>;
  change(input: object): Promise<unknown>;
}

/** A user whose favorite uses one channel only, and its receiver. */
async function owner(at = test): Promise<{ receiver: HttpReceiver; subscriber: Subscriber }> {
  const receiver = await world.http();
  const subscriber = await subscribe(at, receiver.url);
  await subscriber.tracked.change({ use_default_notification: false });
  await subscriber.agent
    .patch(`/api/v1/favorite/${subscriber.tracked.id}/policy`)
    .send({ channels: [subscriber.channel.id] })
    .expect(200);
  return { receiver, subscriber };
}

async function wayTo({ agent }: Subscriber, more: object = {}): Promise<Way> {
  const receiver = await world.http();
  const input = { type: 'webhook', name: 'B', settings: { url: receiver.url }, ...more };
  const { id, settings } = (await agent.post('/api/v1/channel').send(input).expect(201)).body.data as {
    id: string;
    settings: { secret: string };
  };
  const path = `/api/v1/channel/${id}`;
  return {
    id,
    receiver,
    notices: () =>
      receiver.requests.map((request) => ({
        id: request.headers['webhook-id'] as string,
        body: request.verified(settings.secret) as unknown as NoticeBody,
      })),
    read: async () => (await agent.get(path).expect(200)).body.data,
    change: (input) => agent.patch(path).send(input).expect(200),
  };
}

async function mailTo({ agent }: Subscriber): Promise<string> {
  const address = `owner${++serial}@example.net`;
  await agent.post('/api/v1/channel').send({ type: 'email', name: 'mail', settings: { address } }).expect(201);
  return address;
}

/** The receiver of the favorite's channel says that it is gone. */
async function switchOff({ receiver, subscriber }: Awaited<ReturnType<typeof owner>>): Promise<void> {
  receiver.will(410);
  await subscriber.news();
  await test.deliver();
  expect(await subscriber.readChannel()).toMatchObject({ state: 'disabled', enabled: false });
}

const queue = () => test.app.get(SystemMessageRepository);
const notices = () => count(test, "system_message WHERE kind = 'notice'");
const comeDue = () =>
  test.database.execute('UPDATE system_message SET next_at = ? WHERE next_at IS NOT NULL', [LONG_AGO]);
const mailsTo = (address: string) => relay.mails.filter(({ to }) => to.includes(address));

/** What was warned of while `work` ran. */
async function warningsOf(work: () => Promise<unknown>): Promise<{ msg: string }[]> {
  const warn = jest.spyOn(Logger.prototype, 'warn');
  await work();
  const lines = warn.mock.calls.map(([line]) => line as { msg: string });
  warn.mockRestore();
  return lines;
}

describe('the owner of a channel that was switched off', () => {
  // Cases 9 and 10.
  it('is told once through each of the others', async () => {
    const first = await owner();
    const { subscriber } = first;
    const way = await wayTo(subscriber);
    const address = await mailTo(subscriber);
    await switchOff(first);
    expect(await notices()).toBe(2);
    way.receiver.will(204);
    relay.will(250);
    expect(await test.deliver()).toEqual(NOTHING_DONE);
    const { id } = subscriber.channel;
    const reason = 'Answered 410: the endpoint is gone';
    expect(way.notices()).toMatchObject([
      {
        body: {
          type: 'channel.disabled',
          data: {
            channel: { id, type: 'webhook', name: 'its channel', reason },
            links: { self: `${PUBLIC_URL}/api/v1/channel/${id}` },
          },
        },
      },
    ]);
    const [mail] = mailsTo(address);
    expect(mail!.parsed.subject).toBe('Your channel its channel was switched off');
    expect(mail!.parsed.text).toContain(reason);
    expect(JSON.stringify(mail!.parsed.headers.get('list'))).toContain(`${PUBLIC_URL}/u/`);
    expect(await notices()).toBe(0);
    await test.deliver();
    expect([way.notices().length, mailsTo(address).length]).toEqual([1, 1]);
  });

  it('is told again when the other was down, under the same id', async () => {
    const first = await owner();
    const way = await wayTo(first.subscriber);
    await switchOff(first);
    for (const status of [503, 500, 200]) {
      way.receiver.will(status);
      await comeDue();
      await test.deliver();
    }
    expect(way.notices()).toHaveLength(3);
    expect(new Set(way.notices().map(({ id }) => id)).size).toBe(1);
    expect(new Set(way.receiver.requests.map(({ body }) => body)).size).toBe(1);
    expect(await way.read()).toMatchObject({ state: 'ok', state_reason: null });
    expect(await notices()).toBe(0);
  });

  it.each([
    ['that it was told', 200, 'finish'],
    ['when it is told again', 503, 'postpone'],
  ] as const)('is told once, though writing down %s fails at first', async (_what, status, method) => {
    const first = await owner();
    const way = await wayTo(first.subscriber);
    await switchOff(first);
    way.receiver.will(status);
    const failed = failNextCall(queue(), method);
    await test.deliver();
    expect(failed()).toBe(true);
    expect(way.notices()).toHaveLength(1);
    expect(await count(test, 'system_message WHERE claim_id IS NOT NULL')).toBe(0);
    expect(await notices()).toBe(status === 200 ? 0 : 1);
  });

  it('is told through his default channels, or through all others when there is no such one', async () => {
    const first = await owner();
    const usual = await wayTo(first.subscriber);
    const special = await wayTo(first.subscriber, { is_default: false });
    await switchOff(first);
    usual.receiver.will(200);
    await test.deliver();
    await usual.change({ enabled: false });
    await first.subscriber.agent
      .patch(`/api/v1/channel/${first.subscriber.channel.id}`)
      .send({ enabled: true })
      .expect(200);
    await switchOff(first);
    special.receiver.will(200);
    await test.deliver();
    expect([usual.notices().length, special.notices().length]).toEqual([1, 1]);
  });

  it('is not told when there is no other channel that can be used', async () => {
    const first = await owner();
    const off = await wayTo(first.subscriber, { enabled: false });
    const unconfirmed = await wayTo(first.subscriber);
    await test.database.execute(`UPDATE channel SET state = 'unconfirmed' WHERE id = ?`, [unconfirmed.id]);
    await switchOff(first);
    expect(await notices()).toBe(0);
    await test.deliver();
    expect([off.notices(), unconfirmed.notices()]).toEqual([[], []]);
  });

  it('is not told of what he, or a recipient, did', async () => {
    const address = `owner${++serial}@example.net`;
    const subscriber = await subscribeBy(test, 'email', { address });
    await wayTo(subscriber);
    const token = test.app.get(ConsentLinks).make('unsubscribe', subscriber.channel.id, address);
    await test.http.post(`/u/${token}`).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect(await subscriber.readChannel()).toMatchObject({ state: 'disabled' });
    expect(await notices()).toBe(0);

    const first = await owner();
    await wayTo(first.subscriber);
    await first.subscriber.news();
    const held = hold(first.receiver);
    const delivering = test.deliver();
    await held.arrived();
    await first.subscriber.agent
      .patch(`/api/v1/channel/${first.subscriber.channel.id}`)
      .send({ enabled: false })
      .expect(200);
    held.answer(410);
    await delivering;
    expect(await notices()).toBe(0);
  });
});

describe('a notice about a channel', () => {
  // Case 74.
  it.each([410, 400])('that fails for good with %i is logged, and is no failure of its own channel', async (status) => {
    const first = await owner();
    const [way, other] = [await wayTo(first.subscriber), await wayTo(first.subscriber)];
    await switchOff(first);
    way.receiver.will(status);
    other.receiver.will(200);
    const warnings = await warningsOf(() => test.deliver());
    expect(warnings).toEqual([
      {
        msg: UNDELIVERED,
        about: first.subscriber.channel.id,
        channel: way.id,
        type: 'webhook',
        code: status,
      },
    ]);
    expect(await way.read()).toMatchObject({ state: 'ok', state_reason: null, enabled: true });
    expect(await notices()).toBe(0);
    await test.deliver();
    expect([way.notices().length, other.notices().length]).toEqual([1, 1]);
  });

  // Case 74.
  it('is given up at the end of the schedule, or after a week', async () => {
    const first = await owner();
    const way = await wayTo(first.subscriber);
    await switchOff(first);
    await test.database.execute('UPDATE system_message SET created_at = ?', [LONG_AGO]);
    const codes: unknown[] = [];
    const warnings = await warningsOf(async () => {
      for (let attempts = 1; (await notices()) > 0; attempts++) {
        way.receiver.will(503);
        await comeDue();
        await test.deliver();
        codes.push(attempts);
      }
    });
    expect(codes).toHaveLength(13);
    expect(warnings).toMatchObject([{ msg: UNDELIVERED, code: 503 }]);
    expect(await way.read()).toMatchObject({ state: 'ok' });

    const second = await owner();
    const late = await wayTo(second.subscriber);
    await switchOff(second);
    await test.database.execute('UPDATE system_message SET expires_at = ?', [LONG_AGO]);
    expect(await warningsOf(() => test.deliver())).toMatchObject([{ msg: UNDELIVERED, code: 'expired' }]);
    expect([late.notices().length, await notices()]).toEqual([0, 0]);
  });

  it('that a process claimed and died with is sent by another, with the same id', async () => {
    const first = await owner();
    const way = await wayTo(first.subscriber);
    await switchOff(first);
    const [claimed] = await queue().claimDue('notice', 10);
    await test.deliver();
    expect(way.notices()).toEqual([]);
    await comeDue();
    way.receiver.will(200);
    await test.deliver();
    expect(way.notices().map(({ id }) => id)).toEqual([claimed!.id]);
    await queue().postpone(test.database, claimed!, 1, true);
    expect(await notices()).toBe(0);
  });

  it('that was accepted by a process that died is sent again with the same id, and who lost it changes nothing', async () => {
    const first = await owner();
    const way = await wayTo(first.subscriber);
    await switchOff(first);
    const held = hold(way.receiver);
    const lost = test.deliver();
    await held.arrived();
    const [row] = await test.database.query<{ id: string }>("SELECT id FROM system_message WHERE kind = 'notice'");
    await comeDue();
    // Another process: its queue is the same, its claim is not.
    const [again] = await queue().claimDue('notice', 10);
    held.answer(200);
    await lost;
    expect(await notices()).toBe(1);
    await queue().postpone(test.database, again!, 0, true);
    way.receiver.will(200);
    await comeDue();
    await test.deliver();
    expect(way.notices().map(({ id }) => id)).toEqual([row!.id, row!.id]);
  });

  it.each<[string, (way: Way, first: Subscriber) => Promise<unknown>]>([
    ['its channel was deleted', (way, { agent }) => agent.delete(`/api/v1/channel/${way.id}`).expect(204)],
    ['its channel was switched off', (way) => way.change({ enabled: false })],
    [
      'its channel is to be confirmed',
      (way) => test.database.execute(`UPDATE channel SET state = 'unconfirmed' WHERE id = ?`, [way.id]),
    ],
    [
      'the other was switched on again',
      async (_way, { agent, channel, tracked }) => {
        await agent.patch(`/api/v1/channel/${channel.id}`).send({ enabled: true }).expect(200);
        // Else the next check tells of what was refused, in the middle of another test.
        await tracked.change({ notifications_enabled: false });
      },
    ],
    ['the other was deleted', (_way, { agent, channel }) => agent.delete(`/api/v1/channel/${channel.id}`).expect(204)],
  ])('is dropped without a word when %s meanwhile', async (_what, happens) => {
    const first = await owner();
    const way = await wayTo(first.subscriber);
    await switchOff(first);
    await happens(way, first.subscriber);
    expect(await warningsOf(() => test.deliver())).toEqual([]);
    expect([way.notices().length, await notices()]).toEqual([0, 0]);
  });

  it.each<[string, (way: Way) => Promise<() => Promise<unknown>>]>([
    [
      'while its channel rests',
      async ({ id }) => {
        const rest = (until: string | null) =>
          test.database.execute('UPDATE channel SET blocked_until = ? WHERE id = ?', [until, id]);
        await rest('2999-01-01 00:00:00.000000');
        return () => rest(null);
      },
    ],
    [
      'while only a newer version knows its type',
      async ({ id }) => {
        const type = (name: string) => test.database.execute('UPDATE channel SET type = ? WHERE id = ?', [name, id]);
        await type('pigeon');
        return () => type('webhook');
      },
    ],
    [
      'while its settings cannot be opened',
      async ({ id }) => {
        const [row] = await test.database.query<{ settings: string }>('SELECT settings FROM channel WHERE id = ?', [
          id,
        ]);
        const put = (settings: string) =>
          test.database.execute('UPDATE channel SET settings = ? WHERE id = ?', [settings, id]);
        await put(test.app.get(SecretBox).seal('{}', 'another row'));
        return () => put(row!.settings);
      },
    ],
  ])('waits %s, and loses no attempt', async (_when, hinder) => {
    const first = await owner();
    const way = await wayTo(first.subscriber);
    await switchOff(first);
    const mend = await hinder(way);
    for (let round = 0; round < 2; round++) {
      await comeDue();
      await test.deliver();
    }
    expect(await test.database.query("SELECT attempts, claim_id FROM system_message WHERE kind = 'notice'")).toEqual([
      { attempts: 0, claim_id: null },
    ]);
    await mend();
    await comeDue();
    way.receiver.will(200);
    await test.deliver();
    expect(way.notices()).toHaveLength(1);
  });

  it('that waits already is not queued again by a channel that goes on and off', async () => {
    const first = await owner();
    const way = await wayTo(first.subscriber);
    await switchOff(first);
    await test.database.execute(
      `UPDATE system_message SET next_at = '2999-01-01 00:00:00.000000' WHERE next_at IS NOT NULL`,
    );
    await first.subscriber.agent
      .patch(`/api/v1/channel/${first.subscriber.channel.id}`)
      .send({ enabled: true })
      .expect(200);
    await switchOff(first);
    expect(await notices()).toBe(1);
    await comeDue();
    way.receiver.will(200);
    await test.deliver();
    expect(way.notices()).toHaveLength(1);
  });
});

it('messages of the service are sent by the schedule of a worker', async () => {
  const worker = await startApp({ PUBLIC_URL, WORKER: 'true' });
  const { receiver, subscriber } = await owner(worker);
  const way = await wayTo(subscriber);
  receiver.will(410);
  way.receiver.will(200);
  await subscriber.tracked.release('1.1');
  await eventually(() => way.notices().length === 1);
  await worker.close();
});

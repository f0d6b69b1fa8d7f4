import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { SecretBox } from '../../../src/common/secret-box';
import { useApp } from '../../setup/app';
import { outside } from '../../setup/receivers';
import { count } from '../../setup/tracking';
import { attemptsOf, hold, LONG_AGO, NOTHING_DONE, subscribe, type Subscriber } from './case-world';

const world = outside();
const test = useApp();

const change = (subscriber: Subscriber, assignments: string, ...values: (string | number | null)[]) =>
  test.database.execute(`UPDATE delivery SET ${assignments} WHERE channel_id = ?`, [...values, subscriber.channel.id]);

/** A moment so many seconds from now, by the database's clock. */
async function fromNow(seconds: number): Promise<string> {
  const [row] = await test.database.query<{ at: string }>(`SELECT ${test.database.dialect.nowPlus} AS at`, [seconds]);
  return row!.at;
}

const secondsUntil = async (moment: string) =>
  (new Date(`${moment.replace(' ', 'T')}Z`).getTime() -
    new Date(`${(await fromNow(0)).replace(' ', 'T')}Z`).getTime()) /
  1_000;

describe('the end of the schedule', () => {
  // Case 2.
  it('makes a delivery failed, and says after how many attempts', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    await change(subscriber, 'created_at = ?', LONG_AGO);
    let attempts = 0;
    for (let queued = true; queued; queued = (await subscriber.rows())[0]!.state === 'queued') {
      receiver.will(500);
      await subscriber.letTimePass();
      await test.deliver();
      attempts++;
    }
    const [row] = await subscriber.rows();
    expect(row).toMatchObject({ state: 'failed', next_at: null, claim_id: null, attempts });
    expect(row!.last_error).toBe(`given up after ${attempts} attempts: Answered 500`);
    expect(await attemptsOf(test, row!.id)).toHaveLength(attempts);
    expect(await subscriber.notifications()).toMatchObject([{ state: 'failed' }]);
    expect(await subscriber.readChannel()).toMatchObject({ state: 'failing', enabled: true });
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([row!.id]));
  });

  // Case 77.
  it('comes for a message that ends its process each time, without another attempt', async () => {
    const receiver = await world.http();
    const [poisoned, healthy] = [await subscribe(test, receiver.url), await subscribe(test, receiver.url)];
    await poisoned.news();
    await healthy.news();
    await change(poisoned, 'attempts = 50, claim_id = ?, next_at = ?', crypto.randomUUID(), LONG_AGO);
    receiver.will(200);
    expect(await test.deliver()).toMatchObject({ failed: 1, sent: 1 });
    const [row] = await poisoned.rows();
    expect(row).toMatchObject({ state: 'failed', next_at: null, last_error: 'every attempt ended the process' });
    expect((await healthy.rows())[0]).toMatchObject({ state: 'sent' });
  });

  // Case 77.
  it('comes for a message that cannot be made, while others go out', async () => {
    const receiver = await world.http();
    const [broken, healthy] = [await subscribe(test, receiver.url), await subscribe(test, receiver.url)];
    await broken.news();
    await healthy.news();
    // Settings from which nothing can be made: a mistake of ours, as one of a template would be.
    await test.database.execute('UPDATE channel SET settings = ? WHERE id = ?', [
      test.app.get(SecretBox).seal('{"settings":{}}', broken.channel.id),
      broken.channel.id,
    ]);
    receiver.will(200);
    expect(await test.deliver()).toMatchObject({ queued: 1, sent: 1 });
    expect((await broken.rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });
    await broken.letTimePass();
    await change(broken, 'attempts = 12, created_at = ?', LONG_AGO);
    expect(await test.deliver()).toMatchObject({ failed: 1 });
    expect((await broken.rows())[0]).toMatchObject({ state: 'failed', attempts: 13 });
  });
});

describe('the promise of four days', () => {
  // Case 77.
  it('holds for a message that was under way when its process died twelve times', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    await change(subscriber, 'attempts = 12, claim_id = ?, next_at = ?', crypto.randomUUID(), LONG_AGO);
    receiver.will(503);
    await test.deliver();
    expect((await subscriber.rows())[0]).toMatchObject({ state: 'queued' });
  });
});

describe('clocks', () => {
  afterEach(() => jest.useRealTimers());

  // Case 63. Only the clock of the process moves: timers and the monotonic clock go on.
  it.each([2, -2])('a process whose clock is %i hours off claims, leaves and retries like any other', async (hours) => {
    const receiver = await world.http();
    const [due, held, later] = [
      await subscribe(test, receiver.url),
      await subscribe(test, receiver.url),
      await subscribe(test, receiver.url),
    ];
    for (const subscriber of [due, held, later]) await subscriber.news();
    const [claim, lease] = [crypto.randomUUID(), await fromNow(100)];
    await change(held, 'claim_id = ?, next_at = ?', claim, lease);
    await change(later, 'next_at = ?', await fromNow(3_600));
    receiver.will(500);
    jest.useFakeTimers({
      now: Date.now() + hours * 3_600_000,
      doNotFake: [
        ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
        ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
      ],
    });
    expect(await test.deliver()).toEqual({ ...NOTHING_DONE, queued: 1 });
    jest.useRealTimers();
    expect((await held.rows())[0]).toMatchObject({ claim_id: claim, next_at: lease, attempts: 0 });
    expect((await later.rows())[0]).toMatchObject({ claim_id: null, attempts: 0 });
    const next = await secondsUntil((await due.rows())[0]!.next_at!);
    expect(next).toBeLessThanOrEqual(6);
    expect(next).toBeGreaterThan(-60);
    // Receivers compare it with their own clock, and refuse what is minutes off.
    const signed = Number(receiver.requests[0]!.headers['webhook-timestamp']);
    expect(Math.abs(signed - Date.parse(`${(await fromNow(0)).replace(' ', 'T')}Z`) / 1_000)).toBeLessThan(60);
    for (const subscriber of [due, held, later]) await change(subscriber, `next_at = NULL, state = 'cancelled'`);
  });
});

describe('a delivery', () => {
  // Case 67.
  it('of a type that only a newer version knows is left alone until that version takes it', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    const types = async (type: string) => {
      await change(subscriber, 'type = ?', type);
      await test.database.execute('UPDATE channel SET type = ? WHERE id = ?', [type, subscriber.channel.id]);
    };
    await types('pigeon');
    expect(await test.deliver()).toEqual(NOTHING_DONE);
    const [row] = await subscriber.rows();
    expect(row).toMatchObject({ state: 'queued', attempts: 0, claim_id: null });
    expect(await secondsUntil(row!.next_at!)).toBeGreaterThan(0);
    expect(await attemptsOf(test, row!.id)).toEqual([]);
    expect(await subscriber.readChannel()).toMatchObject({ type: 'pigeon', settings: {}, enabled: true });
    await types('webhook');
    await subscriber.letTimePass();
    receiver.will(200);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  // Case 68.
  it('that comes out of an old backup expires unsent, and what is new goes out', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    for (let number = 0; number < 3; number++) await subscriber.news();
    await change(subscriber, 'next_at = ?, expires_at = ?, created_at = ?', LONG_AGO, LONG_AGO, LONG_AGO);
    await subscriber.news();
    receiver.will(200);
    expect(await test.deliver()).toEqual({ ...NOTHING_DONE, expired: 3, sent: 1 });
    const states = (await subscriber.notifications()).map(({ state }) => state);
    expect(states).toEqual(['sent', 'expired', 'expired', 'expired']);
    expect((await subscriber.rows())[0]).toMatchObject({ attempts: 0, next_at: null });
  });

  // Case 71.
  it('that is sent again while an attempt is under way is sent once', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    const held = hold(receiver);
    const delivering = test.deliver();
    await held.arrived();
    const { id } = (await subscriber.notifications())[0]!;
    await subscriber.agent.post(`/api/v1/notification/${id}/resend`).expect(200);
    held.answer(200);
    expect(await delivering).toMatchObject({ sent: 1 });
    expect(await test.deliver()).toEqual(NOTHING_DONE);
    expect((await subscriber.rows())[0]).toMatchObject({ state: 'sent', attempts: 1 });
  });

  // Case 76.
  it('is recorded whatever its error holds', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    receiver.will((response) => {
      response.writeHead(422, { 'content-type': 'text/plain' });
      response.end(
        Buffer.concat([Buffer.from([0, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0xbd]), Buffer.alloc(100_000, 0xf0)]),
      );
    });
    expect(await test.deliver()).toMatchObject({ failed: 1 });
    expect(await attemptsOf(test, (await subscriber.rows())[0]!.id)).toMatchObject([{ no: 1, outcome: 'dead' }]);
  });
});

describe('a channel', () => {
  // Case 72.
  it.each<[string, (subscriber: Subscriber) => Promise<unknown>, string]>([
    [
      'that is switched off',
      ({ agent, channel }) => agent.patch(`/api/v1/channel/${channel.id}`).send({ enabled: false }).expect(200),
      'the channel was switched off',
    ],
    [
      'that is deleted',
      ({ agent, channel }) => agent.delete(`/api/v1/channel/${channel.id}`).expect(204),
      'the channel was deleted',
    ],
    [
      'whose owner wants no notifications any more',
      ({ agent }) => agent.patch('/api/v1/profile').send({ notifications_enabled: false }).expect(200),
      'notifications were switched off',
    ],
  ])('%s lets the attempt under way end, and gets no other', async (_which, stop, reason) => {
    const receiver = await world.http();
    const [accepted, refused] = [await subscribe(test, receiver.url), await subscribe(test, receiver.url)];
    for (const [subscriber, status] of [[accepted, 200] as const, [refused, 500] as const]) {
      await subscriber.news();
      const held = hold(receiver);
      const delivering = test.deliver();
      await held.arrived();
      await stop(subscriber);
      held.answer(status);
      await delivering;
      await subscriber.letTimePass();
      await test.deliver();
    }
    expect((await accepted.rows())[0]).toMatchObject({ state: 'sent', attempts: 1, next_at: null });
    expect((await refused.rows())[0]).toMatchObject({
      state: 'cancelled',
      attempts: 1,
      next_at: null,
      last_error: reason,
    });
  });

  // Case 72.
  it('whose favorite is deleted while an attempt is under way ends in silence', async () => {
    const error = jest.spyOn(Logger.prototype, 'error');
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    const held = hold(receiver);
    const delivering = test.deliver();
    await held.arrived();
    await subscriber.agent.delete(`/api/v1/favorite/${subscriber.tracked.id}`).expect(204);
    held.answer(200);
    await delivering;
    const errors = error.mock.calls.length;
    error.mockRestore();
    expect(errors).toBe(0);
  });

  // Cases 9 and 73.
  it('whose receiver is gone is switched off once, though two attempts learn it, and the rest is cancelled', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    for (let number = 0; number < 2; number++) await subscriber.news();
    const held = [hold(receiver), hold(receiver)];
    const delivering = test.deliver();
    await held[1]!.arrived();
    for (let number = 0; number < 2; number++) await subscriber.news();
    await test.database.execute('UPDATE delivery SET next_at = ? WHERE channel_id = ? AND claim_id IS NULL', [
      await fromNow(3_600),
      subscriber.channel.id,
    ]);
    for (const { answer } of held) answer(410);
    await delivering;
    const states = (await subscriber.rows()).map(({ state }) => state);
    expect(states).toEqual(['failed', 'failed', 'cancelled', 'cancelled']);
    expect(await subscriber.readChannel()).toMatchObject({ state: 'disabled', enabled: false });
    expect(warn.mock.calls.filter(([line]) => (line as { msg: string }).msg === 'channel switched off')).toHaveLength(
      1,
    );
    warn.mockRestore();
    expect(await test.deliver()).toEqual(NOTHING_DONE);
  });

  // Cases 5, 9 and 72, and the property "no send after cancelled, expired or disable".
  it.each<[string, number, (subscriber: Subscriber) => Promise<unknown>]>([
    ['that its receiver says is gone', 410, async () => undefined],
    ['whose receiver asks for a pause', 429, async () => undefined],
    [
      'that is deleted meanwhile',
      500,
      ({ agent, channel }) => agent.delete(`/api/v1/channel/${channel.id}`).expect(204),
    ],
  ])('%s gets nothing more, though this process has claimed more', async (_which, status, stop) => {
    let requests = 0;
    let stopped: Promise<unknown> | undefined;
    const server = createServer((_request, response) => {
      requests++;
      stopped ??= stop(subscriber);
      void stopped.then(() => response.writeHead(status).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const subscriber = await subscribe(test, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    for (let number = 0; number < 8; number++) await subscriber.news();
    await test.deliver();
    server.close();
    server.closeAllConnections();
    expect(requests).toBe(2);
  });
});

describe('a source', () => {
  // Case 75.
  it('that goes back and forth tells of a version once, and cancels what it withdrew before it was sent', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    const withdrawn = { version: '1.1', removed_at: '2026-01-01' };
    await subscriber.news();
    await subscriber.tracked.release(withdrawn);
    await test.check();
    expect(await test.deliver()).toEqual({ ...NOTHING_DONE, cancelled: 1 });
    for (let turn = 0; turn < 3; turn++) {
      await subscriber.tracked.release('1.1');
      // Nobody was told of it.
      expect(await test.check()).toMatchObject({ notified: turn === 0 ? 1 : 0 });
      await subscriber.tracked.release(withdrawn);
      await test.check();
    }
    expect(await test.deliver()).toEqual({ ...NOTHING_DONE, cancelled: 1 });
    expect(await count(test, 'notification WHERE favorite_id = ?', subscriber.tracked.id)).toBe(1);
    await subscriber.tracked.release('1.2');
    receiver.will(200);
    await test.check();
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });
});

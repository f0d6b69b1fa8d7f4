import { insertRows } from '../../../src/database/rows';
import { newId } from '../../../src/common/ids';
import { closeAll, httpReceiver } from '../providers/peers';
import { startApp, useApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { outside } from '../../setup/receivers';
import { DeliveryRepository } from '../../../src/notification/delivery/delivery.repository';
import { loseCommitAfter } from '../../setup/named-points';
import { beforeStatements } from '../../setup/statements';
import { type Agent, count, newUser, type NotificationAnswer, track, type Tracked } from '../../setup/tracking';
import { hold, LONG_AGO } from './case-world';
import { atScale } from '../../setup/scale';
import { longestTurn } from '../../setup/timing';

const world = outside();
let receiver: Awaited<ReturnType<typeof httpReceiver>>;

const test = useApp();

beforeEach(async () => {
  receiver = await httpReceiver();
});

afterAll(closeAll);

interface Body {
  type: string;
  data: {
    total: number;
    updates: { software: { name: string }; version: { version: string }; kind: string }[];
    version: { version: string };
  };
}

interface Row {
  id: string;
  state: string;
  attempts: number;
  next_at: string | null;
  collect_at: string | null;
  digest_id: string | null;
  claim_id: string | null;
  last_error: string | null;
}

interface Reader {
  agent: Agent;
  path: string;
  channel: string;
  products: Tracked[];
  /** A new version of each product, and the check that finds them. */
  news(version: string, ...which: number[]): Promise<void>;
  rows(): Promise<Row[]>;
  /** As if the digest, the next attempt and the end of a lease had come. */
  letTimePass(): Promise<void>;
  notifications(): Promise<NotificationAnswer[]>;
  change(input: object): Promise<Record<string, unknown>>;
}

const DAILY = { every: 'daily', hour: 9 };

/** A user with one webhook, unless another channel is said, and some products on 1.0. */
async function reader(timing: object, products = 3, channel?: object): Promise<Reader> {
  const agent = await newUser(test, null);
  const made = channel ?? { type: 'webhook', settings: { url: receiver.url } };
  const { body } = await agent
    .post('/api/v1/channel')
    .send({ name: 'its channel', ...made, ...timing })
    .expect(201);
  const { id } = body.data as { id: string };
  const tracked: Tracked[] = [];
  for (let number = 0; number < products; number++) tracked.push(await track(test, agent, '1.0.0'));
  const path = `/api/v1/channel/${id}`;
  return {
    agent,
    path,
    channel: id,
    products: tracked,
    news: async (version, ...which) => {
      for (const [index, product] of tracked.entries())
        if (which.length === 0 || which.includes(index)) await product.release(version);
      await test.check();
    },
    rows: () => test.database.query<Row>('SELECT * FROM delivery WHERE channel_id = ? ORDER BY created_at, id', [id]),
    letTimePass: async () => {
      await test.database.execute('UPDATE channel SET blocked_until = NULL WHERE id = ?', [id]);
      for (const column of ['collect_at', 'next_at'])
        await test.database.execute(
          `UPDATE delivery SET ${column} = ? WHERE channel_id = ? AND ${column} IS NOT NULL`,
          [LONG_AGO, id],
        );
    },
    notifications: async () =>
      (await agent.get('/api/v1/notification?per_page=200').expect(200)).body.data as NotificationAnswer[],
    change: async (input) => (await agent.patch(path).send(input).expect(200)).body.data as Record<string, unknown>,
  };
}

const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body) as Body);
const keys = () => receiver.requests.map(({ headers }) => headers['webhook-id'] as string);
const states = async (someone: Reader) => (await someone.rows()).map(({ state }) => state);

async function deliverLater(someone: Reader): Promise<void> {
  await someone.letTimePass();
  await test.deliver();
}

async function now(): Promise<Date> {
  const [row] = await test.database.query<{ now: string }>(`SELECT ${test.database.dialect.now} AS now`);
  return new Date(`${row!.now.replace(' ', 'T')}Z`);
}

/** `HH:MM` in UTC, so many hours from now. */
const clock = async (hours: number) =>
  new Date((await now()).getTime() + hours * 3_600_000).toISOString().slice(11, 16);

const aroundNow = async (except = 'none') => ({ from: await clock(-2), to: await clock(2), except });
const notNow = async (except = 'none') => ({ from: await clock(4), to: await clock(6), except });

/** As if the quiet hours were over. */
async function quietHoursEnd(someone: Reader): Promise<void> {
  await test.database.execute('UPDATE channel SET quiet_hours = ? WHERE id = ?', [
    JSON.stringify(await notNow()),
    someone.channel,
  ]);
  await deliverLater(someone);
}

describe('the timing of a channel', () => {
  it('is instant without quiet hours unless its owner says otherwise, and shows what counts', async () => {
    const ada = await reader({}, 0);
    const read = async () => (await ada.agent.get(ada.path).expect(200)).body.data as object;
    expect(await read()).toMatchObject({ digest: { every: 'instant' }, quiet_hours: null });
    expect(await ada.change({ digest: { every: 'weekly' } })).toMatchObject({
      digest: { every: 'weekly', hour: 9, weekday: 1 },
    });
    const quiet = { from: '22:00', to: '07:00', except: 'major' };
    expect(await ada.change({ digest: { every: 'daily', hour: 0 }, quiet_hours: quiet })).toMatchObject({
      digest: { every: 'daily', hour: 0 },
      quiet_hours: quiet,
    });
    expect(await ada.change({ name: 'other' })).toMatchObject({ digest: { every: 'daily', hour: 0 } });
    expect(await ada.change({ quiet_hours: null, digest: { every: 'hourly', hour: 3 } })).toMatchObject({
      digest: { every: 'hourly' },
      quiet_hours: null,
    });
    expect(await ada.change({ quiet_hours: { from: '22:00', to: '07:00' } })).toMatchObject({
      quiet_hours: { ...quiet, except: 'none' },
    });
  });
});

describe('a digest', () => {
  it.each<[string, object, number]>([
    ['hourly', { every: 'hourly' }, 3_600],
    ['daily', DAILY, 86_400],
    ['weekly', { every: 'weekly', weekday: 3 }, 7 * 86_400],
  ])('that is %s is collected until its moment, and then sent as one message', async (_every, digest, longest) => {
    const ada = await reader({ digest });
    await ada.news('1.1.0', 0);
    await ada.news('2.0.0', 1);
    await ada.news('1.0.1', 2);
    await test.deliver();
    expect(receiver.requests).toEqual([]);
    const [row] = await ada.rows();
    const seconds = (new Date(`${row!.collect_at!.replace(' ', 'T')}Z`).getTime() - (await now()).getTime()) / 1_000;
    expect(seconds).toBeGreaterThan(-1);
    expect(seconds).toBeLessThanOrEqual(longest);
    expect((await ada.notifications())[0]!.deliveries[0]).toMatchObject({ state: 'queued', digest: null });
    expect((await ada.notifications())[0]!.deliveries[0]!.next_attempt_at).toMatch(/:00:00\.000000Z$/);

    await deliverLater(ada);
    const [{ type, data }] = bodies() as [Body];
    expect([type, data.total]).toEqual(['update.digest', 3]);
    expect(data.updates.map(({ kind }) => kind)).toEqual(['major', 'minor', 'patch']);
    const told = await ada.notifications();
    expect(told.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    for (const { id, deliveries } of told) {
      expect(deliveries).toMatchObject([{ state: 'sent', attempts: 1, digest: keys()[0], next_attempt_at: null }]);
      const { body } = await ada.agent.get(`/api/v1/notification/${id}`).expect(200);
      expect(body.data.deliveries[0].log).toMatchObject([{ no: 1, outcome: 'ok', code: '204' }]);
    }
    const versions = await Promise.all(ada.products.map((product) => product.favorite()));
    expect(versions.map(({ notified_version }) => notified_version?.version)).toEqual(['1.1.0', '2.0.0', '1.0.1']);
    await deliverLater(ada);
    expect(receiver.requests).toHaveLength(1);
  });

  it('of one update is the message of that update, with its own id', async () => {
    const ada = await reader({ digest: DAILY }, 1);
    await ada.news('1.1.0');
    await deliverLater(ada);
    expect(bodies()).toMatchObject([{ type: 'update.available', data: { version: { version: '1.1.0' } } }]);
    expect(keys()).toEqual((await ada.rows()).map(({ id }) => id));
    expect((await ada.notifications())[0]!.deliveries).toMatchObject([{ state: 'sent', digest: null }]);
    expect((await ada.products[0]!.favorite()).notified_version).toMatchObject({ version: '1.1.0' });
  });

  it('is sent again with the same members and the same key after an error, and what is new meanwhile is not in it', async () => {
    const ada = await reader({ digest: DAILY });
    receiver.respond = (number) => [number <= 2 ? 503 : 204];
    await ada.news('1.1.0', 0, 1);
    await deliverLater(ada);
    expect(await states(ada)).toEqual(['queued', 'queued']);
    expect((await ada.rows()).map(({ attempts, last_error }) => [attempts, last_error])).toEqual([
      [1, 'Answered 503'],
      [1, 'Answered 503'],
    ]);
    expect((await ada.notifications()).map(({ state }) => state)).toEqual(['pending', 'pending']);
    await ada.news('1.1.0', 2);
    await deliverLater(ada);
    await deliverLater(ada);
    const [first, ...again] = receiver.requests.filter(({ body }) => body.includes('update.digest'));
    const [single, ...more] = receiver.requests.filter(({ body }) => body.includes('update.available'));
    expect(more).toEqual(single ? expect.any(Array) : []);
    expect(again.length).toBeGreaterThan(0);
    for (const { headers, body } of again)
      expect([headers['webhook-id'], body]).toEqual([first!.headers['webhook-id'], first!.body]);
    expect(JSON.parse(first!.body)).toMatchObject({ data: { total: 2 } });
    await deliverLater(ada);
    expect(await states(ada)).toEqual(['sent', 'sent', 'sent']);
  });

  it('is sent again with the same key when its process stands still, whose late record changes nothing', async () => {
    const held = await world.http();
    const ada = await reader({ digest: DAILY }, 3, { type: 'webhook', settings: { url: held.url } });
    await ada.news('1.1.0');
    const [first, second] = [hold(held), hold(held)];
    await ada.letTimePass();
    const delivering = [test.deliver()];
    await first.arrived();
    expect((await ada.rows()).map(({ claim_id }) => claim_id === null)).toEqual([false, false, false]);
    await ada.letTimePass();
    delivering.push(test.deliver());
    await second.arrived();
    second.answer(204);
    await eventually(async () => expect(await states(ada)).toEqual(Array(3).fill('sent')));
    const rows = await ada.rows();
    first.answer(503);
    await Promise.all(delivering);
    expect(await ada.rows()).toEqual(rows);
    expect(rows.map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
    expect(held.requests).toHaveLength(2);
    expect(new Set(held.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(held.requests.map(({ body }) => body)).size).toBe(1);
  });

  it('has one line for each product, the newest, and what came before it is told with it', async () => {
    const ada = await reader({ digest: DAILY }, 2);
    await ada.news('1.1.0');
    await ada.news('1.2.0', 0);
    await deliverLater(ada);
    expect(bodies()).toHaveLength(1);
    const { data } = bodies()[0]!;
    expect(data.total).toBe(2);
    expect(data.updates.map(({ version }) => version.version).sort()).toEqual(['1.1.0', '1.2.0']);
    expect(await states(ada)).toEqual(['sent', 'sent', 'sent']);
    expect((await ada.products[0]!.favorite()).notified_version).toMatchObject({ version: '1.2.0' });
  });

  it('leaves out what is not wanted any more, the first of it too, and keeps its key', async () => {
    const ada = await reader({ digest: DAILY }, 6);
    receiver.respond = (number) => [number === 1 ? 503 : 204];
    await ada.news('1.1.0');
    await deliverLater(ada);
    const head = (await ada.rows()).find(({ next_at }) => next_at !== null)!;
    const [notification] = await test.database.query<{ favorite_id: string }>(
      'SELECT n.favorite_id FROM notification n JOIN delivery d ON d.notification_id = n.id WHERE d.id = ?',
      [head.id],
    );
    const first = ada.products.find(({ id }) => id === notification!.favorite_id)!;
    const [moved, skipped, withdrawn, muted] = ada.products.filter((product) => product !== first);
    await ada.agent.delete(`/api/v1/favorite/${first.id}`).expect(204);
    await moved!.change({ version: '1.1.0' });
    await ada.agent
      .patch(`/api/v1/favorite/${skipped!.id}/policy`)
      .send({ skip: ['1.1.0'] })
      .expect(200);
    await test.database.execute(`UPDATE version SET release_rank = 0 WHERE software_id = ? AND version = '1.1.0'`, [
      withdrawn!.software,
    ]);
    await muted!.change({ notifications_enabled: false });
    await deliverLater(ada);
    await deliverLater(ada);
    expect(new Set(keys()).size).toBe(1);
    expect(bodies().map(({ type }) => type)).toEqual(['update.digest', 'update.available']);
    const ended = (await ada.rows()).map(({ state, last_error }) => [state, last_error]).sort();
    expect(ended).toEqual([
      ['cancelled', 'notifications were switched off'],
      ['cancelled', 'the favorite has moved to this version or a newer one'],
      ['cancelled', 'the favorite skips this version'],
      ['cancelled', 'the version was withdrawn'],
      ['sent', null],
    ]);
  });

  it('has one head, also when the end of the transaction that replaced it was not heard', async () => {
    const held = await world.http();
    const ada = await reader({ digest: DAILY }, 4, { type: 'webhook', settings: { url: held.url } });
    held.will(503);
    await ada.news('1.1.0');
    await deliverLater(ada);
    const [head] = await test.database.query<{ id: string; favorite_id: string }>(
      `SELECT d.id, n.favorite_id FROM delivery d JOIN notification n ON n.id = d.notification_id
       WHERE d.channel_id = ? AND d.next_at IS NOT NULL`,
      [ada.channel],
    );
    await ada.products.find(({ id }) => id === head!.favorite_id)!.change({ version: '1.1.0' });
    await ada.letTimePass();
    loseCommitAfter(test.database, test.app.get(DeliveryRepository), 'leaveOut');
    const { arrived, answer } = hold(held);
    const delivering = test.deliver();
    await arrived();
    const heads = (await ada.rows()).filter(({ next_at }) => next_at !== null);
    answer(204);
    await delivering;
    expect(heads).toHaveLength(1);
    expect(heads[0]!.id).not.toBe(head!.id);
    expect((await states(ada)).sort()).toEqual(['cancelled', 'sent', 'sent', 'sent']);
  });

  it('of which nothing is wanted any more is not sent', async () => {
    const ada = await reader({ digest: DAILY }, 2);
    await ada.news('1.1.0');
    for (const product of ada.products) await product.change({ version: '1.1.0' });
    await deliverLater(ada);
    expect(receiver.requests).toEqual([]);
    expect(await states(ada)).toEqual(['cancelled', 'cancelled']);
    expect((await ada.notifications()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  });

  it.each<[string, (someone: Reader) => Promise<unknown>]>([
    ['switched off', (someone) => someone.change({ enabled: false })],
    ['deleted', (someone) => someone.agent.delete(someone.path).expect(204)],
  ])('of a channel that is %s is cancelled, also while it waits for its next attempt', async (_what, end) => {
    receiver.respond = () => [503];
    for (const tried of [false, true]) {
      const ada = await reader({ digest: DAILY }, 2);
      await ada.news('1.1.0');
      if (tried) await deliverLater(ada);
      await end(ada);
      await deliverLater(ada);
      expect(await states(ada)).toEqual(['cancelled', 'cancelled']);
      expect((await ada.rows()).map(({ next_at, collect_at }) => [next_at, collect_at])).toEqual(
        Array(2).fill([null, null]),
      );
    }
    expect(receiver.requests).toHaveLength(1);
  });

  it('whose channel is deleted by a hair is cancelled row by row', async () => {
    const ada = await reader({ digest: DAILY }, 2);
    await ada.news('1.1.0');
    await test.database.execute('DELETE FROM channel WHERE id = ?', [ada.channel]);
    await deliverLater(ada);
    expect((await ada.rows()).map(({ state, last_error }) => [state, last_error])).toEqual(
      Array(2).fill(['cancelled', 'the channel was deleted']),
    );
  });

  it('goes out at once when its channel tells at once again', async () => {
    const ada = await reader({ digest: DAILY }, 2);
    await ada.news('1.1.0');
    await ada.change({ digest: { every: 'instant' } });
    await test.deliver();
    expect(bodies()).toMatchObject([{ type: 'update.digest', data: { total: 2 } }]);
    await ada.news('1.2.0', 0);
    await test.deliver();
    expect(bodies()[1]).toMatchObject({ type: 'update.available' });
  });

  it('moves with the time zone of the profile', async () => {
    const ada = await reader({ digest: DAILY }, 1);
    await ada.news('1.1.0');
    const hourOf = async () => (await ada.rows())[0]!.collect_at!.slice(11, 19);
    expect(await hourOf()).toBe('09:00:00');
    await ada.agent.patch('/api/v1/profile').send({ time_zone: 'Asia/Kolkata' }).expect(200);
    expect(await hourOf()).toBe('03:30:00');
    await ada.products[0]!.release('1.2.0');
    await test.check();
    expect((await ada.rows()).map(({ collect_at }) => collect_at!.slice(11, 19))).toEqual(['03:30:00', '03:30:00']);
  });

  it('does not keep what is sent again by hand, which goes alone and at once', async () => {
    const ada = await reader({ digest: DAILY, quiet_hours: await aroundNow() });
    await ada.news('1.1.0');
    const [one] = await ada.notifications();
    await ada.agent.post(`/api/v1/notification/${one!.id}/resend`).expect(200);
    await test.deliver();
    expect(bodies()).toMatchObject([{ type: 'update.available' }]);
    await quietHoursEnd(ada);
    expect(bodies()[1]).toMatchObject({ type: 'update.digest', data: { total: 2 } });
    await ada.agent.post(`/api/v1/notification/${(await ada.notifications())[1]!.id}/resend`).expect(200);
    await test.deliver();
    expect(bodies()[2]).toMatchObject({ type: 'update.available' });
    expect(new Set(keys()).size).toBe(3);
  });

  it('is tried for a week from its moment on', async () => {
    const ada = await reader({ digest: { every: 'weekly' } }, 1);
    await ada.news('1.1.0');
    const [row] = await test.database.query<{ days: number }>(
      `SELECT ${test.database.dialect.secondsBetween('collect_at', 'expires_at')} AS days FROM delivery WHERE channel_id = ?`,
      [ada.channel],
    );
    expect(row!.days).toBe(7 * 86_400);
    await test.database.execute('UPDATE delivery SET expires_at = ? WHERE channel_id = ?', [LONG_AGO, ada.channel]);
    await deliverLater(ada);
    expect(await states(ada)).toEqual(['expired']);
  });
});

describe('thousands of updates', () => {
  // More than two pages, which have 500.
  const MANY = atScale(1_300, 10_000);

  it('are one message, written in pages that let the process do other things', async () => {
    const ada = await reader({ digest: DAILY }, 1);
    await ada.news('1.1.0');
    await multiply(ada, MANY - 1);
    const writes: unknown[][] = [];
    const stop = beforeStatements(test, (text, parameters) => {
      if (/^\s*(INSERT|UPDATE|DELETE)/.test(text)) writes.push(parameters);
    });
    const standstill = await longestTurn(async () => {
      await ada.change({ digest: { every: 'weekly', hour: 9, weekday: 1 } });
      await ada.agent.patch('/api/v1/profile').send({ time_zone: 'Asia/Tokyo' }).expect(200);
      await ada.agent.patch('/api/v1/profile').send({ notify_always: true }).expect(200);
      await ada.agent
        .post('/api/v1/channel')
        .send({ type: 'log', name: 'another one', settings: {}, digest: DAILY })
        .expect(201);
      // What is so already changes nothing.
      const before = writes.length;
      await ada.change({ enabled: true, is_default: true, digest: { every: 'weekly', hour: 9, weekday: 1 } });
      await ada.change({ settings: { url: receiver.url } });
      await ada.agent.patch('/api/v1/profile').send({ time_zone: 'Asia/Tokyo', notify_always: true }).expect(200);
      expect(writes.length).toBe(before);
      await ada.letTimePass();
      expect(await test.deliver()).toMatchObject({ sent: 1 });
    });
    stop();
    // A page has 500 rows, and a statement some values more: none takes all of them.
    const longest = Math.max(...writes.map((parameters) => parameters.length));
    expect(longest).toBeGreaterThan(500);
    expect(longest).toBeLessThan(600);
    expect(standstill).toBeLessThan(1_500);
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).toMatchObject({ type: 'update.digest', data: { total: MANY } });
    expect(receiver.requests[0]!.body.length).toBeLessThanOrEqual(20_000);
    expect(await count(test, `delivery WHERE channel_id = ? AND state = 'sent'`, ada.channel)).toBe(MANY);
    const sent = `notification n JOIN delivery d ON d.notification_id = n.id
      JOIN favorite f ON f.id = n.favorite_id WHERE d.channel_id = ? AND d.sent_ms IS NOT NULL AND n.state = 'sent' AND f.notified_version_id = n.version_id`;
    expect(await count(test, sent, ada.channel)).toBe(MANY);
  });

  type Stored = Record<string, string | number | null>;

  /** As many more products of the same kind, by SQL, each with a delivery that is collected. */
  async function multiply(ada: Reader, more: number): Promise<void> {
    const rowsOf = (table: string, where: string, value: string) =>
      test.database.query<Stored>(`SELECT * FROM ${table} WHERE ${where} = ?`, [value]);
    const [pattern] = ada.products as [Tracked];
    const [software] = await rowsOf('software', 'id', pattern.software);
    const versions = await rowsOf('version', 'software_id', pattern.software);
    const [favorite] = await rowsOf('favorite', 'id', pattern.id);
    const [notification] = await rowsOf('notification', 'favorite_id', pattern.id);
    const [delivery] = await rowsOf('delivery', 'channel_id', ada.channel);
    const tables: Record<string, Stored[]> = {
      software: [],
      version: [],
      favorite: [],
      notification: [],
      delivery: [],
    };
    for (let number = 0; number < more; number++) {
      const ids = new Map(versions.map(({ id }) => [id, newId()]));
      const [softwareId, favoriteId, notificationId] = [newId(), newId(), newId()];
      const name = `Many ${String(number).padStart(5, '0')}`;
      const moved = (row: Stored) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, ids.get(value) ?? value])) as Stored;
      const common = { software_id: softwareId };
      const identity = `many:${softwareId}`;
      tables.software!.push({ ...moved(software!), id: softwareId, name, name_key: name.toLowerCase(), identity });
      for (const version of versions) tables.version!.push({ ...moved(version), ...common });
      tables.favorite!.push({ ...moved(favorite!), ...common, id: favoriteId });
      const told = { ...moved(notification!), ...common, id: notificationId, favorite_id: favoriteId };
      tables.notification!.push(told);
      tables.delivery!.push({ ...delivery!, id: newId(), notification_id: notificationId });
    }
    for (const [table, rows] of Object.entries(tables))
      await insertRows(
        test.database,
        table,
        Object.keys(rows[0]!),
        rows.map((row) => Object.values(row)),
      );
  }
});

describe('quiet hours', () => {
  it('that end early release what was tried before too', async () => {
    const ada = await reader({}, 1);
    await ada.news('1.1.0');
    receiver.respond = () => [503];
    expect(await test.deliver()).toMatchObject({ queued: 1 });
    await ada.change({ quiet_hours: await aroundNow() });
    expect(await test.deliver()).toMatchObject({ sent: 0, queued: 0 });
    await ada.change({ quiet_hours: null });
    receiver.respond = () => [204];
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  it('hold back all but larger steps, until their end, and then it is one message', async () => {
    const ada = await reader({ quiet_hours: await aroundNow('minor') });
    await ada.news('1.0.1', 0);
    await ada.news('1.0.1', 1);
    await ada.news('1.1.0', 2);
    await test.deliver();
    expect(bodies()).toMatchObject([{ type: 'update.available', data: { version: { version: '1.1.0' } } }]);
    await quietHoursEnd(ada);
    expect(bodies().slice(1)).toMatchObject([{ type: 'update.digest', data: { total: 2 } }]);
    expect(await states(ada)).toEqual(['sent', 'sent', 'sent']);
  });

  it('hold nothing back at other times, and each update is a message', async () => {
    const ada = await reader({ quiet_hours: await notNow() }, 2);
    await ada.news('1.1.0');
    await test.deliver();
    expect(bodies().map(({ type }) => type)).toEqual(['update.available', 'update.available']);
  });

  it('hold back what was there before they began, and what is to be tried again', async () => {
    const ada = await reader({}, 2);
    await ada.news('1.1.0');
    await ada.change({ quiet_hours: await aroundNow() });
    await test.deliver();
    expect(receiver.requests).toEqual([]);
    expect((await ada.rows()).map(({ attempts, next_at }) => [attempts, next_at])).toEqual(Array(2).fill([0, null]));

    receiver.respond = (number) => [number === 1 ? 503 : 204];
    await quietHoursEnd(ada);
    await test.database.execute('UPDATE channel SET quiet_hours = ? WHERE id = ?', [
      JSON.stringify(await aroundNow()),
      ada.channel,
    ]);
    await deliverLater(ada);
    expect(receiver.requests).toHaveLength(1);
    expect(await states(ada)).toEqual(['queued', 'queued']);
    await quietHoursEnd(ada);
    expect(new Set(keys()).size).toBe(1);
    expect(bodies().map(({ data }) => data.total)).toEqual([2, 2]);
    expect((await ada.rows()).map(({ state, attempts }) => [state, attempts])).toEqual(Array(2).fill(['sent', 2]));
  });

  it('that a late digest falls into let its large steps pass', async () => {
    const ada = await reader({ digest: DAILY });
    await ada.news('2.0.0', 0);
    await ada.news('2.0.0', 1);
    await ada.news('1.1.0', 2);
    await test.database.execute('UPDATE channel SET quiet_hours = ? WHERE id = ?', [
      JSON.stringify(await aroundNow('major')),
      ada.channel,
    ]);
    await deliverLater(ada);
    await test.deliver();
    expect(bodies().map(({ data }) => data.total)).toEqual([2]);
    await quietHoursEnd(ada);
    expect(bodies()[1]).toMatchObject({ type: 'update.available', data: { version: { version: '1.1.0' } } });
  });
});

// Last: in one process, the end of a second application takes the connections of the first along.
describe('the digest of a channel', () => {
  it('is one message, however many replicas deliver', async () => {
    const readers = [];
    for (let number = 0; number < 4; number++) readers.push(await reader({ digest: DAILY }, 3));
    for (const someone of readers) await someone.news('1.1.0');
    const { kind, location } = test.config.database;
    const second = kind === 'sqlite' ? test : await startApp({ DATABASE_URL: location });
    for (const someone of readers) await someone.letTimePass();
    await Promise.all([test, second, test, second].map((app) => app.deliver()));
    // What one replica left to the other.
    await test.deliver();
    if (second !== test) await second.close();
    expect(bodies().map(({ data }) => data.total)).toEqual([3, 3, 3, 3]);
    expect(new Set(keys()).size).toBe(4);
  });
});

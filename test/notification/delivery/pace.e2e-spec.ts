import { DeliveryPace } from '../../../src/notification/delivery/pace/delivery-pace';
import { type TestApp, useApp } from '../../setup/app';
import { type Agent, count, newUser, track, type Tracked } from '../../setup/tracking';

interface Row {
  id: string;
  next_at: string | null;
  held_until: string | null;
  state: string;
}

const HOUR = 3_600_000;
const moment = (text: string) => Date.parse(`${text.slice(0, 23).replace(' ', 'T')}Z`);

/** A user with so many channels that take everything. */
async function userWith(test: TestApp, channels: number): Promise<Agent> {
  const agent = await newUser(test, null);
  for (let number = 0; number < channels; number++)
    await agent
      .post('/api/v1/channel')
      .send({ type: 'log', name: `log ${number}`, settings: {} })
      .expect(201);
  return agent;
}

async function tracking(test: TestApp, agent: Agent, products: number, settings: object = {}): Promise<Tracked[]> {
  const tracked: Tracked[] = [];
  for (let number = 0; number < products; number++) tracked.push(await track(test, agent, '1.0', ['1.0'], settings));
  return tracked;
}

async function release(test: TestApp, tracked: Tracked[], version: string): Promise<void> {
  for (const one of tracked) await one.release(version);
  await test.check();
}

const rowsOf = (test: TestApp, [first]: Tracked[]) =>
  test.database.query<Row>(
    `SELECT d.id, d.next_at, d.held_until, d.state FROM delivery d JOIN notification n ON n.id = d.notification_id
     WHERE n.user_id = (SELECT f.user_id FROM favorite f WHERE f.id = ?) ORDER BY d.next_at, d.id`,
    [first!.id],
  );

/** How many are due at each moment, the first one first. */
function perMoment(rows: Row[]): number[] {
  const moments = rows.map(({ next_at }) => next_at!).sort();
  return [...new Set(moments)].map((one) => moments.filter((other) => other === one).length);
}

describe('the deliveries of one user in an hour', () => {
  const test = useApp({ DELIVERIES_PER_HOUR: '10' });

  /** As if these hours were over. */
  async function letHoursPass(tracked: Tracked[]): Promise<void> {
    const ids = (await rowsOf(test, tracked)).filter(({ held_until }) => held_until !== null).map(({ id }) => id);
    for (const id of ids)
      await test.database.execute(
        `UPDATE delivery SET next_at = CASE WHEN state = 'queued' THEN created_at ELSE NULL END, held_until = created_at WHERE id = ?`,
        [id],
      );
  }

  it('are as many as the limit says; the others wait for the next hours, their owner sees it, and none is lost', async () => {
    const tracked = await tracking(test, await userWith(test, 4), 6);
    await release(test, tracked, '2.0');
    expect(await test.deliver()).toMatchObject({ sent: 10 });
    const held = (await rowsOf(test, tracked)).filter(({ state }) => state === 'queued');
    expect(perMoment(held)).toEqual([10, 4]);
    for (const { next_at, held_until } of held) expect(held_until).toBe(next_at);
    expect(moment(held.at(-1)!.next_at!) - moment(held[0]!.next_at!)).toBe(HOUR);
    const { body } = await tracked[0]!.agent.get('/api/v1/notification?per_page=200').expect(200);
    const deliveries = (body.data as { deliveries: { state: string; held_until: string | null }[] }[]).flatMap(
      (notification) => notification.deliveries,
    );
    expect(deliveries.filter(({ held_until }) => held_until !== null)).toHaveLength(14);
    expect(deliveries.every(({ state, held_until }) => (state === 'queued') === (held_until !== null))).toBe(true);
    await letHoursPass(tracked);
    expect(await test.deliver()).toMatchObject({ sent: 14 });
  });

  it('are counted on from one check to the next, and keep nobody else waiting', async () => {
    const [busy, quiet] = [
      await tracking(test, await userWith(test, 4), 4),
      await tracking(test, await userWith(test, 1), 1),
    ];
    await release(test, busy, '2.0');
    await release(test, [...busy, ...quiet], '3.0');
    const waiting = (await rowsOf(test, busy)).filter(({ held_until }) => held_until !== null);
    expect(perMoment(waiting)).toEqual([10, 10, 2]);
    expect((await rowsOf(test, quiet)).map(({ held_until }) => held_until)).toEqual([null]);
  });

  it('are not sent sooner by another timing of the channel, nor by sending them again', async () => {
    const tracked = await tracking(test, await userWith(test, 4), 3);
    await release(test, tracked, '2.0');
    const held = async () => (await rowsOf(test, tracked)).filter(({ held_until }) => held_until !== null).length;
    expect(await held()).toBe(2);
    const { agent } = tracked[0]!;
    const { body } = await agent.get('/api/v1/channel').expect(200);
    for (const { id } of body.data as { id: string }[])
      for (const every of ['hourly', 'instant'])
        await agent.patch(`/api/v1/channel/${id}`).send({ digest: { every } }).expect(200);
    expect(await held()).toBe(2);
    await test.deliver();
    const [last] = await tracked[0]!.notifications();
    const again = await agent.post(`/api/v1/notification/${last!.id}/resend`).expect(200);
    for (const { state, held_until } of again.body.data.deliveries as { state: string; held_until: string | null }[])
      expect([state, held_until]).toEqual(['queued', expect.stringMatching(/Z$/)]);
    expect(await held()).toBeGreaterThanOrEqual(4);
  });

  it('do not pile up: nobody is reminded of what still waits', async () => {
    const tracked = await tracking(test, await userWith(test, 4), 5, { notify_always: true });
    await release(test, tracked, '2.0');
    const all = () =>
      count(
        test,
        'notification n JOIN favorite f ON f.id = n.favorite_id WHERE f.user_id = (SELECT g.user_id FROM favorite g WHERE g.id = ?)',
        tracked[0]!.id,
      );
    expect(await all()).toBe(5);
    const held = (await rowsOf(test, tracked)).filter(({ held_until }) => held_until !== null);
    expect(held).toHaveLength(10);
    const remind = async () => {
      for (const { id } of tracked)
        await test.database.execute('UPDATE favorite SET due_at = created_at WHERE id = ?', [id]);
      await test.check();
    };
    await remind();
    const reminded = await all();
    expect(reminded).toBeLessThan(10);
    await remind();
    await remind();
    expect(await all()).toBe(reminded);
  });

  it('are forgotten when their hour is long over', async () => {
    expect(await count(test, 'delivery_pace')).toBeGreaterThan(0);
    await test.database.execute("UPDATE delivery_pace SET window_at = '2020-01-01 00:00:00.000000'");
    await test.app.get(DeliveryPace).removeOld();
    expect(await count(test, 'delivery_pace')).toBe(0);
  });
});

describe('the deliveries of one user to one host', () => {
  const test = useApp({ DELIVERIES_PER_HOST: '5/1s' });

  it('are spread over seconds, those to another host go at the same time, and none is lost', async () => {
    const tracked = await tracking(test, await userWith(test, 9), 5);
    const { body } = await tracked[0]!.agent.get('/api/v1/channel').expect(200);
    const [other] = body.data as { id: string }[];
    await test.database.execute("UPDATE channel SET destination = 'another host' WHERE id = ?", [other!.id]);
    await release(test, tracked, '2.0');
    const rows = await test.database.query<Row & { destination: string }>(
      'SELECT id, next_at, held_until, state, destination FROM delivery',
    );
    expect(rows).toHaveLength(45);
    for (const there of [true, false]) {
      const theirs = rows.filter(({ destination }) => (destination === 'another host') === there);
      const seconds = perMoment(theirs);
      expect(Math.max(...seconds)).toBe(5);
      expect(seconds).toHaveLength(there ? 1 : 8);
    }
    await test.database.execute('UPDATE delivery SET next_at = created_at');
    expect(await test.deliver()).toMatchObject({ sent: 45 });
  });
});

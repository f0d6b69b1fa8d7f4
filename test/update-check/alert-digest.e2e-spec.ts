import { closeAll, httpReceiver } from '../notification/providers/peers';
import { startApp, type TestApp, useApp } from '../setup/app';
import { newUser, track, type Tracked } from '../setup/tracking';

const DAY_MS = 86_400_000;
const EOL_ON = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
const PAST = '2001-01-01 00:00:00.000000';

let receiver: Awaited<ReturnType<typeof httpReceiver>>;

beforeEach(async () => {
  receiver = await httpReceiver();
});

afterAll(() => closeAll());

/** Somebody who uses 14.23, of which the support ends in 30 days, and is to be told now. */
async function owner(test: TestApp, channel: object = {}): Promise<Tracked> {
  const webhook = { type: 'webhook', name: 'hook', settings: { url: receiver.url }, ...channel };
  const tracked = await track(test, await newUser(test, webhook), '14.23');
  const lifecycle = [{ cycle: '14', eol_on: EOL_ON }];
  await test.import({ ...tracked.record, as_of: new Date().toISOString().slice(0, 10), lifecycle });
  await test.check();
  const yesterday = `${new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)} 00:00:00.000000`;
  const due = await test.database.execute('UPDATE favorite SET alert_at = ? WHERE id = ?', [yesterday, tracked.id]);
  expect(due).toBe(1);
  receiver.requests.length = 0;
  return tracked;
}

const alertsOf = (test: TestApp, { id }: Tracked) =>
  test.database.query<{ kind: string; state: string }>(
    'SELECT kind, state FROM notification WHERE favorite_id = ? AND subject IS NOT NULL',
    [id],
  );

describe('an alert that waits for a digest', () => {
  const test = useApp();

  const theirs = 'notification_id IN (SELECT id FROM notification WHERE favorite_id = ?)';
  /** Somebody who collects, with an alert and an update that are due for a digest. */
  async function collector(): Promise<Tracked> {
    const tracked = await owner(test, { digest: { every: 'daily', hour: 9 } });
    await tracked.release('18.1');
    await test.check();
    const due = await test.database.execute(
      `UPDATE delivery SET collect_at = ? WHERE collect_at IS NOT NULL AND ${theirs}`,
      [PAST, tracked.id],
    );
    expect(due).toBe(2);
    return tracked;
  }

  it('goes out in one message with the updates', async () => {
    const tracked = await collector();
    await test.deliver();
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body) as object);
    expect(bodies).toMatchObject([{ type: 'update.digest', data: { total: 1, total_alerts: 1 } }]);
    expect(await alertsOf(test, tracked)).toMatchObject([{ state: 'sent' }]);
    await test.deliver();
    expect(receiver.requests).toHaveLength(1);
  });

  it('another time of day counts for it, too', async () => {
    const tracked = await collector();
    const { body } = await tracked.agent.get('/api/v1/channel').expect(200);
    await tracked.agent
      .patch(`/api/v1/channel/${body.data[0].id}`)
      .send({ digest: { every: 'instant' } })
      .expect(200);
    await test.deliver();
    expect(receiver.requests.map(({ body: one }) => JSON.parse(one) as object)).toMatchObject([
      { type: 'update.digest', data: { total: 1, total_alerts: 1 } },
    ]);
  });
});

describe('with SUPPORT_ALERTS=false', () => {
  it('no alert is written or sent, and none is made up for later', async () => {
    const off = await startApp({ SUPPORT_ALERTS: 'false' });
    try {
      const tracked = await owner(off);
      await off.check();
      await off.deliver();
      expect(await alertsOf(off, tracked)).toEqual([]);
      expect(receiver.requests).toEqual([]);
      // The support is known all the same, and the next time is the next threshold: switched on, nobody is told of what has passed.
      const { body } = await tracked.agent.get(`/api/v1/favorite/${tracked.id}?includeSupport`).expect(200);
      expect(body.data.support).toMatchObject({ state: 'ending', eol_on: EOL_ON });
      const [row] = await off.database.query<{ alert_at: string }>('SELECT alert_at FROM favorite WHERE id = ?', [
        tracked.id,
      ]);
      const week = new Date(Date.parse(EOL_ON) - 7 * DAY_MS).toISOString().slice(0, 10);
      expect(row!.alert_at).toBe(`${week} 00:00:00.000000`);
    } finally {
      await off.close();
    }
  });
});
